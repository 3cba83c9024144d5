// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension NegotiationPattern {
  /// `nil` if the acceptor found what is asked, else what was expected and what is there.
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
    return nil
  }
}
