// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The result of a case that was played and judged, or skipped.
package struct CaseResult: Sendable {
  /// Its place in the run, from 0.
  package var index: Int
  package var played: Case
  /// The gravest verdict of its checks. Runs count it.
  package var verdict: Verdict
  /// Its checks, in order.
  package var checks: [Check]
  /// Its transcript; `nil` if it was not played.
  package var play: Transcript?
  /// Why it was skipped or could not be played, as a sentence.
  package var reason: String?
  /// The outcomes of its plays, if there were several and they differ. Checks that varied do not
  /// count in `verdict`.
  package var flakiness: Flakiness?
  /// The outcomes of its plays, if some differ from the result and do not count, because they
  /// ended by a time limit or may have been a race.
  package var dismissed: Flakiness?
  /// `true` if it makes the run bad that its plays differ.
  package var isFlakyFailure = false
  /// The checks that failed as expected: for each id the reason in the list of expected failures.
  package var expected: [String: String] = [:]
  /// Why it makes the run bad; `nil` if it does not.
  package var cause: FailureCause?
  /// The checks that were expected to fail and did not, which fails the run: for each id the reason
  /// in the list of expected failures.
  package var unexpectedPasses: [String: String] = [:]

  package init(
    index: Int, played: Case, verdict: Verdict, checks: [Check], play: Transcript? = nil,
    reason: String? = nil
  ) {
    self.index = index
    self.played = played
    self.verdict = verdict
    self.checks = checks
    self.play = play
    self.reason = reason
  }

  /// `true` if every bad check was expected and at least one was.
  package var isExpectedFailure: Bool {
    !expected.isEmpty && unexpectedPasses.isEmpty
      && checks.allSatisfy { !$0.verdict.isBad || expected[$0.descriptor.id] != nil }
  }

  /// `true` if the case makes the run bad.
  package var isUnexpectedlyBad: Bool {
    if !unexpectedPasses.isEmpty || isFlakyFailure { return true }
    if verdict == .error && checks.isEmpty { return true }
    return checks.contains { $0.verdict.isBad && expected[$0.descriptor.id] == nil }
  }

  /// `true` if a SHOULD was broken, even if the verdict is graver.
  package var hasWarnings: Bool { checks.contains { $0.verdict == .warn } }
}
