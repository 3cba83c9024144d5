// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension StepJudge {
  /// The checks of what the client reported.
  func checks(_ checklist: ClientChecklist) -> [Check] {
    var checks = [outcomeCheck(checklist)]
    if let body = checklist.body, let wanted = checklist.expectation.body {
      checks.append(
        check(body, checklist.expectation, of: "a body") { response in
          response.body.map { match.bodyMismatch($0, wanted) }
        })
    }
    if let messages = checklist.messages, let wanted = checklist.expectation.messages {
      checks.append(
        check(messages, checklist.expectation, of: "messages") { response in
          response.messages.map { match.messagesMismatch($0, wanted) }
        })
    }
    for (descriptor, named) in zip(checklist.headers, checklist.expectation.headers) {
      checks.append(
        check(descriptor, checklist.expectation, of: "header fields") { response in
          response.fields.isEmpty ? nil : .some(match.headerMismatch(response.fields, named))
        })
    }
    appendQuestionChecks(checklist, to: &checks)
    return checks
  }

  /// The requests whose outcomes are judged: all of the step, or the last one if a request is
  /// repeated until it succeeds.
  private var judgedRequests: ArraySlice<RequestOutcome> {
    let isRepeated = evidence.expectations.played.steps[step].requests.contains { $0.until != nil }
    return isRepeated ? outcome.requests.suffix(1) : outcome.requests[...]
  }

  // MARK: Status or error

  private func outcomeCheck(_ checklist: ClientChecklist) -> Check {
    let expectation = checklist.expectation
    guard !outcome.requests.isEmpty else {
      return Check(
        checklist.outcome, .inconclusive, expected: expected(expectation),
        observed: "the client was asked for nothing")
    }
    if judgedRequests.contains(where: \.isUnreported) {
      return Check(
        checklist.outcome, .skipped, expected: expected(expectation),
        observed: "no outcome of the client was reported")
    }
    for request in judgedRequests where !isAsExpected(request.outcome, expectation) {
      let finding = Finding(
        expected: expected(expectation), observed: observed(request),
        deviation: isResponseForError(request.outcome, expectation) ? .responseForError : nil)
      switch request.outcome {
      // These break what every case demands (`clientIsSound`), and not the rule of this one.
      case .hung: return ended(checklist.outcome, .timeout, finding, "R422")
      case .crashed: return ended(checklist.outcome, .crash, finding, "R257")
      case .faulty: return Check(checklist.outcome, .error, finding)
      case .response:
        return broken(checklist.outcome, finding, finding.deviation?.evidence ?? .status)
      case .failure: return broken(checklist.outcome, finding, .error)
      case .unsupported: return broken(checklist.outcome, finding, nil)
      }
    }
    if !expectation.status.isEmpty, judgedRequests.contains(where: \.outcome.hidesItsStatus) {
      return Check(
        checklist.outcome, .skipped, expected: expected(expectation),
        observed: "a client that does not report the status")
    }
    return Check(checklist.outcome, .pass)
  }

  private func ended(
    _ descriptor: CheckDescriptor, _ verdict: Verdict, _ finding: Finding, _ requirement: String
  ) -> Check {
    var finding = finding
    finding.rule = BrokenRule(requirement, .robust, isTopic: true)
    return Check(descriptor, verdict, finding)
  }

  private func isResponseForError(
    _ outcome: ClientOutcome, _ expectation: ClientExpectation
  ) -> Bool {
    if case .response = outcome, case .kinds = expectation.failure { true } else { false }
  }

  private func isAsExpected(_ outcome: ClientOutcome, _ expectation: ClientExpectation) -> Bool {
    switch outcome {
    case .response(let response):
      if case .kinds = expectation.failure { return false }
      guard let status = response.status else { return true }
      return expectation.status.isEmpty || expectation.status.contains(status)
    case .failure(let failure):
      switch expectation.failure {
      case .allowed: return true
      case .kinds(let kinds): return kinds.isEmpty || kinds.contains(failure.kind.rawValue)
      case .none: return isRefusal(failure, expectation)
      }
    case .unsupported, .hung, .crashed, .faulty: return false
    }
  }

  /// `true` if an error may stand for an expected status 401 or 407: some clients report a refused
  /// login, or a tunnel that a proxy refused, as an error.
  private func isRefusal(_ failure: ClientFailure, _ expectation: ClientExpectation) -> Bool {
    switch failure.kind {
    case .authentication, .cancelled:
      expectation.status.contains(401) || expectation.status.contains(407)
    case .connection, .protocol:
      expectation.status.contains(407)
        && (evidence.settings(in: step).tunnel
          // For a websocket a proxy is asked for a tunnel.
          || outcome.requests.contains { $0.request.isWebSocket })
    case .credentials, .url, .redirects, .tls, .timeout, .body, .internal, .other: false
    }
  }

  private func expected(_ expectation: ClientExpectation) -> String {
    let statuses = expectation.status.map(String.init).joined(separator: " or ")
    let response = statuses.isEmpty ? "a response" : "status \(statuses)"
    switch expectation.failure {
    case .none: return response
    case .allowed: return "\(response), or an error"
    case .kinds(let kinds):
      return kinds.isEmpty ? "an error" : "an error of kind \(kinds.joined(separator: " or "))"
    }
  }

  private func observed(_ request: RequestOutcome) -> String {
    switch request.outcome {
    case .response(let response):
      response.status.map { "status \($0)" } ?? "a response whose status the client does not report"
    case .failure(let failure): "an error of kind \(failure.kind.rawValue): \(failure.message)"
    case .unsupported(let reason): "the client cannot do it: \(reason)"
    case .hung: request.withoutEnd
    case .crashed(let last): "the client crashed: \(last)"
    case .faulty(let reason): "the driver is at fault: \(reason)"
    }
  }

  // MARK: Parts of the response

  /// Checks a part of each response. `mismatch` returns `nil` if the client does not report the
  /// part.
  private func check(
    _ descriptor: CheckDescriptor, _ expectation: ClientExpectation, of part: String,
    mismatch: (ClientResponse) -> Finding??
  ) -> Check {
    var isSeen = false
    for request in judgedRequests {
      guard case .response(let response) = request.outcome else { continue }
      guard let result = mismatch(response) else {
        return Check(
          descriptor, .skipped, expected: "\(part) to look at",
          observed: "a client that does not report \(part)")
      }
      isSeen = true
      if let finding = result {
        return broken(descriptor, finding, .response)
      }
    }
    if isSeen { return Check(descriptor, .pass) }
    // An error that stands for a refusal has no response; everything else is checked.
    let isRefused = isRefusalReportedAsError(expectation)
    return Check(
      descriptor, isRefused ? .skipped : .inconclusive,
      expected: isRefused ? "\(part) to look at" : "a response with \(part) to look at",
      observed: isRefused ? "a client that reports the refusal as an error" : "there was none")
  }

  /// `true` if a request ended with an error that stands for a refusal.
  private func isRefusalReportedAsError(_ expectation: ClientExpectation) -> Bool {
    judgedRequests.contains { request in
      if case .failure(let failure) = request.outcome {
        isRefusal(failure, expectation)
      } else {
        false
      }
    }
  }
}

extension ClientOutcome {
  /// `true` for a response whose status the client does not report.
  fileprivate var hidesItsStatus: Bool {
    if case .response(let response) = self { response.status == nil } else { false }
  }
}
