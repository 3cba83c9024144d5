// SPDX-License-Identifier: Apache-2.0

import Transcripts

extension CaseResult {
  /// The reason why a play of a plain case does not support the claim of an ability; `nil` if it
  /// does.
  var objectionToClaim: String? {
    if let reason { return reason }
    // A change of the session may need a new client; each case reports that.
    return play?.steps.contains(where: \.isOfNewClient) == true ? nil : objectionOfSteps
  }

  /// What the client does not do as the case's steps say; `nil` if it does all. Broken invariants
  /// do not count: a client that does something badly can do it.
  var objectionOfSteps: String? {
    let own = checks.filter { $0.descriptor.step != nil }
    for check in own {
      switch check.verdict {
      case .pass, .note, .skipped, .warn: continue
      case .fail, .inconclusive, .timeout, .crash, .error: return check.words
      }
    }
    return own.contains { $0.verdict == .pass } ? nil : "nothing of it could be seen"
  }

  /// How a request without a response ended, in the client's words, behind a semicolon; empty if
  /// each request has a response.
  var ending: String {
    for request in play?.steps.flatMap(\.requests) ?? [] {
      switch request.outcome {
      case .response, .unsupported: continue
      case .failure(let failure): return "; the client said: \(failure.message)"
      case .hung: return "; \(request.withoutEnd)"
      case .crashed(let words): return "; the client crashed: \(words)"
      case .faulty(let reason): return "; \(reason)"
      }
    }
    return ""
  }
}

extension Check {
  /// What was expected and observed, or else the rule.
  var words: String {
    finding.map { "expected \($0.expected), observed \($0.observed)" } ?? descriptor.title
  }
}
