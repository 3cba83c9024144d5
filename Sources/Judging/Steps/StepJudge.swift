// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Judges one step of a transcript.
final class StepJudge {
  let evidence: AnalyzedTranscript
  let step: Int
  let match: PatternMatch
  let outcome: StepOutcome

  /// `captured` has the values that the earlier steps captured; this step adds its own.
  init(_ evidence: AnalyzedTranscript, step: Int, captured: CapturedValues) {
    self.evidence = evidence
    self.step = step
    outcome = evidence.play.steps[step]
    match = PatternMatch(
      addresses: evidence.addresses, stepRequests: outcome.requests, captured: captured)
  }

  /// Why the step proves nothing about the earlier steps; `nil` if it does. A client that was
  /// created again does not have the earlier logins, so not sending one proves nothing.
  var memory: Finding? {
    guard outcome.isOfNewClient else { return nil }
    return Finding(
      expected: "a client that remembers the steps before",
      observed: "its driver had to make it anew when its session changed (kept: false)")
  }

  /// Returns the broken checks of what must never happen, which count in a step that shows nothing
  /// else.
  func brokenProhibitions(_ checklist: StepChecklist) -> [Check] {
    checklist.never.map { check($0) }.filter { $0.verdict == .fail || $0.verdict == .warn }
  }

  /// Returns the first precondition of the step that is not met; `nil` if all are met.
  func precondition(_ checklist: StepChecklist) -> Finding? {
    for given in checklist.given {
      var checks: [Check] = []
      append(given, to: &checks)
      for check in checks where check.verdict != .pass {
        return check.finding
          ?? Finding(expected: check.descriptor.title, observed: "it did not happen")
      }
    }
    return nil
  }

  /// Adds the checks of a step.
  func appendChecks(_ checklist: StepChecklist, to checks: inout [Check]) {
    appendJudgements(checklist, to: &checks)
    for observation in checklist.observations { checks.append(check(observation)) }
  }

  /// The checks of a step, or of one of several ways, without observations.
  func judgements(_ checklist: StepChecklist) -> [Check] {
    var checks: [Check] = []
    appendJudgements(checklist, to: &checks)
    return checks
  }

  private func appendJudgements(_ checklist: StepChecklist, to checks: inout [Check]) {
    for server in checklist.servers { append(server, to: &checks) }
    for handshakes in checklist.handshakes { checks.append(check(handshakes)) }
    for never in checklist.never { checks.append(check(never)) }
    if let order = checklist.order { checks.append(check(order)) }
    if let client = checklist.client {
      // If the client was not challenged, its outcome does not show what it would have answered.
      let isUnknown = checks.contains { $0.verdict == .inconclusive && $0.finding?.exchange != nil }
      // If a request broke a rule, its outcome differs for that reason and breaks no other rule.
      let cause = checks.first { $0.verdict == .fail } ?? checks.first { $0.verdict == .warn }
      for check in self.checks(client) {
        checks.append(isUnknown ? check.heldBack : cause.map(check.following(_:)) ?? check)
      }
    }
    for stored in checklist.stored { checks.append(check(stored)) }
    if let alternatives = checklist.alternatives { checks.append(check(alternatives)) }
  }

  // MARK: Exchanges

  // MARK: Never

  // MARK: Order over all servers

  // MARK: Several ways
}

extension Check {
  /// Returns the check as a consequence of another broken check: it reports the rule that was
  /// broken there, at no higher level.
  fileprivate func following(_ cause: Check) -> Check {
    guard verdict == .fail || verdict == .warn, var finding else { return self }
    finding.rule = BrokenRule(
      cause.requirements.first, cause.level, isTopic: cause.isAboutTopic
    ).limited(to: descriptor.level)
    return Check(descriptor, min(Verdict(breaking: descriptor.level), cause.verdict), finding)
  }
}
