// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The state of a served case: the exchanges so far and their verdicts.
package struct ServedState: Sendable {
  /// The step in play, or the last one.
  package var task: ServedStep
  /// The number of steps of the case.
  package var stepCount: Int
  /// The result, if the case ended now.
  package var result: CaseResult
  /// The case is over, so that its verdicts are final.
  package var isOver: Bool
  /// The number of requests that were answered and are not judged.
  package var asides: Int
  /// Nanoseconds since the servers were opened.
  package var elapsed: Int64

  package init(
    task: ServedStep, stepCount: Int, result: CaseResult, isOver: Bool, asides: Int, elapsed: Int64
  ) {
    self.task = task
    self.stepCount = stepCount
    self.result = result
    self.isOver = isOver
    self.asides = asides
    self.elapsed = elapsed
  }

  /// `true` if later requests may change the verdict of a check.
  package func isOpen(_ check: Check) -> Bool {
    !isOver && check.isOpen(duringStep: task.index)
  }

  /// The checks whose verdicts can be shown: not those of steps that were never played.
  package var settled: [Check] {
    let played = result.play?.steps.count ?? 0
    return result.checks.filter { !isOpen($0) && $0.descriptor.step ?? -1 < played }
  }

  /// Nanoseconds without a request after which a client has paused.
  private static let pause: Int64 = 400_000_000

  /// `true` if all requests that the step in play expects have arrived, and the client has paused.
  package var isStepComplete: Bool {
    guard !isOver, let play = result.play, play.steps.count > task.index,
      elapsed - (play.recording.exchanges.last?.received ?? 0) > ServedState.pause
    else { return false }
    return !result.checks.contains { check in
      guard check.descriptor.step == task.index else { return false }
      switch check.descriptor.kind {
      case .exchanges, .order, .alternatives, .handshakes, .detail:
        return isOpen(check) || check.verdict.isBroken
      case .repeats, .prohibition, .outcome, .response, .questions, .question, .stored,
        .observation, .invariant:
        return false
      }
    }
  }
}
