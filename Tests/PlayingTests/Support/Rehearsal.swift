// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import ScenarioFiles
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// Plays scenarios that stand in a test to clients that stand in a test.
enum Rehearsal {
  /// What most tests have in common; a test's own text comes behind it.
  static let common = """
    title: A test
    level: must
    accounts:
      alice: { password: open sesame }
      bob: { user: bob, password: "p%ss w/rd" }
      robot: { token: mF_9.B5f-4.1JqM }
    challenges:
      digest: { scheme: Digest, realm: vault, nonce: n-1, qop: auth, algorithm: MD5, opaque: o-1 }
      fresh: { scheme: Digest, realm: vault, nonce: n-2, qop: auth, algorithm: MD5, opaque: o-1, stale: true }
      other: { scheme: Digest, realm: vault, nonce: n-3, qop: auth, algorithm: MD5, opaque: o-1 }
      basic: { scheme: Basic, realm: vault }
      bearer: { scheme: Bearer, realm: vault }

    """

  /// The only case of a scenario.
  static func played(_ text: String, level: String = "must") throws -> Case {
    var whole = text.hasPrefix("title:") ? text : common + text
    if level != "must" {
      whole = whole.replacing("\nlevel: must\n", with: "\nlevel: \(level)\n", maxReplacements: 1)
    }
    let loaded = ScenarioLoader.load(text: Array(whole.utf8), id: "test", file: "test.yaml")
    for diagnostic in loaded.diagnostics { Issue.record("\(diagnostic)") }
    var played = try #require(loaded.cases.first)
    let addresses = played.servers.map { server in
      HeaderTemplate(
        name: Octets("At-\(server.name)"),
        value: Template([.address(server: server.name, part: .authority)]))
    }
    for step in played.steps.indices {
      for request in played.steps[step].requests.indices {
        played.steps[step].requests[request].headers += addresses
      }
    }
    return played
  }

  /// The result of a scenario with a client.
  static func result(
    _ text: String, level: String = "must",
    abilities: Set<String> = CannedClient.allAbilities,
    backEnd: BackEnd? = nil, timeout: Int = 2_000, rules: [Scenario.Rule] = [],
    wrongClaims: [UnsupportedCapability] = [], script: @escaping CannedClient.Script
  ) throws -> CaseResult {
    var played = try played(text, level: level)
    played.scenario.rules = rules
    let plan = CasePlan(played, backEnd: backEnd)
    try #require(plan.problems == [])
    let loop = EventLoop()
    let client = CannedClient(loop: loop, abilities: abilities, script: script)
    client.identity.wrongClaims = wrongClaims
    let player = CasePlayer(loop: loop, client: client, timeout: timeout)
    defer { player.stop() }
    return player.play(plan).judged()
  }
}

extension CaseResult {
  /// A check by its id.
  subscript(_ id: String) -> Check? { checks.first { $0.descriptor.id == id } }

  /// A check's verdict; `nil` if it was not made.
  func verdict(_ id: String) -> Verdict? { self[id]?.verdict }

  /// An invariant's verdict; `nil` if it had no subject.
  func invariant(_ name: String) -> Verdict? { verdict("invariant.\(name)") }

  /// What was found wrong with an invariant, but for the rule.
  func finding(_ name: String) -> Finding? {
    var finding = self["invariant.\(name)"]?.finding
    finding?.rule = nil
    return finding
  }

  /// Which rule an invariant found broken: `R094 must`.
  func rule(_ name: String) -> String? {
    self["invariant.\(name)"]?.finding?.rule.map {
      "\($0.requirement ?? "none") \($0.level.rawValue)"
    }
  }

  /// The checks that did not pass: what a test prints when it is surprised.
  var complaints: [String] {
    checks.filter { $0.verdict != .pass }.map {
      "\($0.descriptor.id) \($0.verdict): \($0.finding.map { "\($0.expected) / \($0.observed) / \($0.diagnosis ?? "")" } ?? "")"
    } + [reason].compactMap { $0 }
  }
}
