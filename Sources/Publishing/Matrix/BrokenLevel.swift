// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios
import Transcripts

extension Level {
  /// The levels of the checks that can be broken, in the order of the columns.
  static let shown: [Level] = [.must, .should, .robust]

  /// The levels of the checks that can be broken, the gravest first. A broken SHOULD is only a
  /// warning, so it is less grave than a broken rule of robustness, which fails.
  static let gravestFirst: [Level] = [.must, .robust, .should]

  /// The head of its column: a keyword of RFC 2119, or `robust`, which is none.
  var heading: String { self == .robust ? rawValue : Phrases.word(for: self) }
}

extension ClientResults.Outcome {
  /// The level of the gravest broken check; `nil` if none is broken, or if authspec or the client's
  /// driver is at fault.
  var brokenLevel: Level? {
    guard verdict.isBroken, verdict != .error else { return nil }
    let broken = Set(findings.filter(\.verdict.isBroken).map(\.level))
    // A crash or a time limit without a broken check violates no sentence of an RFC.
    return Level.gravestFirst.first { broken.contains($0.rawValue) }
      ?? (verdict.isBad ? .robust : .should)
  }
}

extension ClientMatrix.Counts {
  /// The number of cases whose gravest broken check is of a level: `12 of 4,374 concluded cases
  /// break a MUST`.
  func words(breaking level: Level) -> String {
    let number = self[broken: level]
    let rule =
      switch level {
      case .must: "a MUST"
      case .robust: "a rule of level robust, and no MUST"
      case .should: "a SHOULD, and nothing graver"
      case .may, .note: "nothing"
      }
    return "\(Phrases.count(number)) of \(Phrases.count(concluded, "concluded case")) "
      + "\(number == 1 ? "breaks" : "break") \(rule)"
  }
}
