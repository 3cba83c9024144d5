// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Something in a scenario that can be played but is probably not intended.
package struct ScenarioWarning: Hashable, Sendable, CustomStringConvertible {
  /// The file.
  package var file: String
  /// Its location in the file.
  package var location: SourceLocation
  /// The warning, in a few words.
  package var message: String
  /// What to do.
  package var hint: String

  /// File, line, column and message; below it what to do.
  package var description: String {
    "\(file):\(location.line):\(location.column): warning: \(message)\n      = \(hint)"
  }

  /// The warnings about scenarios with these cases, by file and place, each once.
  package static func all(of cases: [Case]) -> [ScenarioWarning] {
    var warnings: Set<ScenarioWarning> = []
    var names: Set<String> = []
    for (_, cases) in Dictionary(grouping: cases, by: \.scenario.file) {
      warnings.formUnion(unplayable(cases))
      warnings.formUnion(withoutExpectations(cases))
      for played in cases {
        for warning in MisspelledNames.warnings(of: played)
        where names.insert("\(warning.file) \(warning.message)").inserted {
          warnings.insert(warning)
        }
      }
    }
    return warnings.sorted {
      ($0.file, $0.location.line, $0.location.column, $0.message)
        < ($1.file, $1.location.line, $1.location.column, $1.message)
    }
  }

  // MARK: Rules

  /// Rules after one that matches every request, in all cases that have them.
  private static func unplayable(_ cases: [Case]) -> [ScenarioWarning] {
    var seen: Set<SourceLocation> = []
    var played: Set<SourceLocation> = []
    for rules in cases.flatMap(\.lists) {
      var isTaken = false
      for rule in rules {
        seen.insert(rule.location)
        if !isTaken { played.insert(rule.location) }
        if rule.when == ExchangePattern(), rule.times == nil { isTaken = true }
      }
    }
    return seen.subtracting(played).map {
      ScenarioWarning(
        file: cases[0].scenario.file, location: $0,
        message: "this rule is never played: one before it takes every request",
        hint: "put it before that one, or give that one when: or times:")
    }
  }

  // MARK: Expectations

  private static func withoutExpectations(_ cases: [Case]) -> [ScenarioWarning] {
    guard let first = cases.first, cases.allSatisfy({ $0.steps.allSatisfy(\.expect.isEmpty) })
    else { return [] }
    return [
      ScenarioWarning(
        file: first.scenario.file, location: first.location,
        message: "this scenario expects nothing", hint: "a step says in expect: what must be seen")
    ]
  }
}

extension Case {
  /// The rules of each server, and of each server in each step.
  fileprivate var lists: [[Rule]] { self.servers.map(\.rules) + steps.flatMap { $0.rules.values } }
}

/// Names of schemes and parameters that differ by one typing error from a known name. Names that
/// differ more are taken as intended.
private enum MisspelledNames {
  /// The registered schemes (RFC 9110 16.4.1) and NTLM.
  private static let schemes = [
    "Basic", "Bearer", "Concealed", "Digest", "DPoP", "GNAP", "HOBA", "Mutual", "Negotiate", "NTLM",
    "OAuth", "PrivateToken", "SCRAM-SHA-1", "SCRAM-SHA-256", "vapid",
  ]

  /// The parameters of challenges, and of Authentication-Info and credentials, of these schemes.
  private static let parameters = [
    "realm", "charset", "domain", "nonce", "opaque", "stale", "algorithm", "qop", "userhash",
    "scope", "error", "error_description", "error_uri", "resource_metadata", "algs", "challenge",
    "max-age", "token-key", "sid", "data", "version", "validation", "reason", "ks1", "cnonce", "nc",
    "nextnonce", "rspauth", "response", "uri", "username", "title", "token",
  ]

  static func warnings(of played: Case) -> [ScenarioWarning] {
    var warnings: [ScenarioWarning] = []
    for rule in played.lists.joined() {
      for challenge in rule.reply.challenges {
        guard case .structured(let scheme, _, let names) = challenge else { continue }
        let found =
          [slip("\(scheme)", among: schemes, kind: "scheme")]
          + names.map { slip("\($0.name)", among: parameters, kind: "parameter") }
        for (message, known) in found.compactMap(\.self) {
          warnings.append(
            ScenarioWarning(
              file: played.scenario.file, location: rule.location, message: message,
              hint: "did you mean \"\(known)\"?"))
        }
      }
    }
    return warnings
  }

  private static func slip(
    _ name: String, among known: [String], kind: String
  ) -> (message: String, known: String)? {
    let written = name.lowercased()
    guard written.utf8.count > 3, !known.contains(where: { $0.lowercased() == written }) else {
      return nil
    }
    let near = known.first {
      NearestName.isOneSlip(from: written, to: $0.lowercased()) && $0.utf8.count > 3
    }
    return near.map { ("the \(kind) \"\(name)\" of a challenge is nearly \"\($0)\"", $0) }
  }
}
