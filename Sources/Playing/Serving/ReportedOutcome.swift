// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The outcome of a step's requests that the operator of a client reports.
package enum ReportedOutcome: Hashable, Sendable {
  /// The status that the client showed.
  case status(Int)
  /// The client showed an error, of that kind if it is known.
  case error(ClientFailure.Kind?)

  /// Parses a typed word: a status, `error`, or the kind of an error. `nil` for anything else.
  package init?(_ word: String) {
    if word == "error" {
      self = .error(nil)
    } else if let kind = ClientFailure.Kind(rawValue: word) {
      self = .error(kind)
    } else if let status = Int(word), (100...999).contains(status), word.utf8.count == 3 {
      self = .status(status)
    } else {
      return nil
    }
  }

  /// The outcome of a request. An error of unknown kind gets a kind that is expected, if any is.
  func outcome(expecting expectation: ClientExpectation?) -> ClientOutcome {
    switch self {
    case .status(let status): return .response(ClientResponse(status: status, body: nil))
    case .error(let kind?): return .failure(ClientFailure(kind: kind, message: "reported by hand"))
    case .error(nil):
      var kind = ClientFailure.Kind.other
      if case .kinds(let kinds)? = expectation?.failure {
        kind = kinds.lazy.compactMap { ClientFailure.Kind(rawValue: $0) }.first ?? kind
      } else if expectation?.status.contains(where: { $0 == 401 || $0 == 407 }) ?? false {
        kind = .authentication
      }
      return .failure(ClientFailure(kind: kind, message: "reported by hand"))
    }
  }
}
