// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension NegotiationPattern {
  /// The difference between the pattern and the acceptor's finding; `nil` if there is none.
  func mismatch(_ finding: NegotiateFinding?) -> Finding? {
    guard let finding else {
      return Finding(expected: "a token of Negotiate", observed: "no token of Negotiate")
    }
    if let isMutual, finding.isMutual != isMutual {
      let demanded = "a token that demands the server's proof"
      let other = "a token that does not demand the server's proof"
      return Finding(
        expected: isMutual ? demanded : other, observed: finding.isMutual ? demanded : other)
    }
    if let isDelegated, finding.isDelegated != isDelegated {
      return Finding(
        expected: isDelegated ? "delegated credentials" : "no delegated credentials",
        observed: finding.isDelegated ? "delegated credentials" : "no delegated credentials")
    }
    if let binding, let found = finding.binding, found != binding {
      return Finding(expected: binding.words, observed: found.words)
    }
    return nil
  }
}

extension NegotiationPattern.Binding {
  fileprivate var words: String {
    switch self {
    case .right: "a token bound to the server's certificate"
    case .wrong: "a token bound to another certificate"
    case .absent: "a token bound to nothing"
    }
  }
}

extension NegotiateFinding {
  /// What the token is bound to; `nil` if the acceptor did not check it.
  fileprivate var binding: NegotiationPattern.Binding? {
    switch bindings {
    case .unchecked: nil
    case .none: .absent
    case .matching: .right
    case .wrong: .wrong
    }
  }
}
