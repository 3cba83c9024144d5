// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The outcome of a case in a JUnit document: at most one element.
package enum JUnitOutcome: Hashable {
  /// No element.
  case passed
  /// `<skipped>`: not played, not meaningful, or failed as expected.
  case skipped(Skip?, message: String)
  /// `<failure>`: the client is at fault.
  case failure(type: String, message: String)
  /// `<error>`: the harness or the driver is at fault.
  case error(type: String, message: String)

  /// Why a case that was played, or a finding of a fuzzer, is skipped. The raw value is the type of the element.
  package enum Skip: String {
    /// It failed as expected.
    case expectedFailure = "authspec.expected-failure"
    /// Its plays differ.
    case flaky = "authspec.flaky"
    /// The client did not do what the case is about.
    case inconclusive = "authspec.inconclusive"
    /// An earlier campaign found it.
    case knownFinding = "authspec.known-finding"
  }

  /// The outcome of a judged case. A crash or hang of the client is a failure, not an error.
  package init(_ result: CaseResult) {
    if let first = result.unexpectedPasses.sorted(by: { $0.key < $1.key }).first {
      self = .failure(
        type: "authspec.unexpected-pass",
        message: "\(first.key) was expected to fail and did not: \(first.value)")
      return
    }
    if result.isExpectedFailure {
      let reasons = Set(result.expected.values).sorted().joined(separator: "; ")
      self = .skipped(.expectedFailure, message: reasons)
      return
    }
    let culprit = FailureBlock.shownChecks(of: result).first { $0.verdict == result.verdict }
    switch result.verdict {
    case .pass, .note, .warn: self = .passed
    case .skipped: self = .skipped(nil, message: CaseReason(result)?.text ?? "skipped")
    case .inconclusive: self = JUnitOutcome.inconclusive(result)
    case .fail:
      let level = culprit?.level ?? result.played.scenario.level
      self = .failure(
        type: Phrases.word(for: level), message: JUnitOutcome.message(culprit, of: result))
    case .timeout, .crash:
      self = .failure(
        type: result.verdict.rawValue.uppercased(),
        message: JUnitOutcome.message(culprit, of: result))
    case .error:
      self = .error(
        type: "authspec.fault",
        message: result.play?.fault ?? result.reason ?? JUnitOutcome.message(culprit, of: result))
    }
  }

  private static func inconclusive(_ result: CaseResult) -> JUnitOutcome {
    guard let flakiness = result.flakiness else {
      return .skipped(.inconclusive, message: "inconclusive: \(CaseReason(result)?.text ?? "")")
    }
    let message = result.reason ?? flakiness.sentence
    return result.isFlakyFailure
      ? .failure(type: "authspec.flaky", message: message) : .skipped(.flaky, message: message)
  }

  private static func message(_ culprit: Check?, of result: CaseResult) -> String {
    let text = culprit?.sentence ?? result.played.scenario.title
    guard culprit?.finding == nil, let reason = result.reason else { return text }
    return "\(text): \(reason)"
  }
}
