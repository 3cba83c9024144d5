// SPDX-License-Identifier: Apache-2.0

/// The outcomes of the plays of one case, if they do not all have the same verdict and did not all
/// break the same checks.
package struct Flakiness: Hashable, Sendable {
  /// The outcome of one or more plays.
  package struct Outcome: Hashable, Sendable {
    /// The verdict of the play by itself.
    package var verdict: Verdict
    /// The ids of the checks that it broke, in order.
    package var broken: [String]
    /// The number of plays with this outcome.
    package var plays: Int

    package init(verdict: Verdict, broken: [String], plays: Int) {
      self.verdict = verdict
      self.broken = broken
      self.plays = plays
    }
  }

  /// The outcomes, in the order in which they first occurred.
  package var outcomes: [Outcome] = []
  /// The ids of the checks that were broken in some plays and not in others, sorted. Empty if only
  /// the verdicts differ, as pass and inconclusive do.
  package var checks: [String] = []
  /// The number of plays.
  package var plays = 0
  /// The number of plays in which one of `checks` was broken.
  package var brokenPlays = 0

  /// No play.
  package init() {}

  /// Compares the plays of one case; `nil` if all have one verdict and broke the same checks.
  package init?(_ results: [CaseResult]) {
    let broken = results.map { Set($0.broken) }
    guard let first = broken.first,
      zip(results, broken).contains(where: { $0.verdict != results[0].verdict || $1 != first })
    else { return nil }
    let always = broken.reduce(first) { $0.intersection($1) }
    let varying = broken.reduce(first) { $0.union($1) }.subtracting(always)
    plays = results.count
    brokenPlays = broken.count { !$0.isDisjoint(with: varying) }
    checks = Set(varying.map(\.check)).sorted()
    for result in results {
      let ids = result.broken.map(\.check)
      if let index = outcomes.firstIndex(where: {
        $0.verdict == result.verdict && $0.broken == ids
      }) {
        outcomes[index].plays += 1
      } else {
        outcomes.append(Outcome(verdict: result.verdict, broken: ids, plays: 1))
      }
    }
  }

  /// A sentence: `flaky: broken in 1 of 3 plays: fail (1.client.outcome) in 1, pass in 2`, or
  /// `flaky: 4 plays differ: inconclusive in 2, pass in 2`.
  package var sentence: String {
    let what =
      checks.isEmpty ? "\(plays) plays differ" : "broken in \(brokenPlays) of \(plays) plays"
    return "flaky: \(what): \(outcomesInWords)"
  }

  /// `fail (1.client.outcome) in 1, pass in 2`
  package var outcomesInWords: String {
    outcomes.map { outcome in
      let checks = outcome.broken.isEmpty ? "" : " (\(outcome.broken.joined(separator: ", ")))"
      return "\(outcome.verdict.rawValue)\(checks) in \(outcome.plays)"
    }.joined(separator: ", ")
  }
}

/// A check that a play broke, with its verdict.
package struct BrokenCheck: Hashable {
  var check: String
  var verdict: Verdict
}

extension CaseResult {
  /// The checks of a MUST, a SHOULD or a rule of safety that were broken, in order.
  package var broken: [BrokenCheck] {
    checks.filter { $0.verdict.isBroken }.map {
      BrokenCheck(check: $0.descriptor.id, verdict: $0.verdict)
    }
  }
}
