// SPDX-License-Identifier: Apache-2.0

/// The result of an acceptor for a token of Negotiate. It depends on keys and clocks, so it cannot
/// be computed again from a recording.
package struct NegotiateFinding: Hashable, Sendable {
  /// The state of the handshake.
  package enum Outcome: Hashable, Sendable {
    /// The client is authenticated.
    case established
    /// The client must send another token.
    case continues
    /// The client is refused.
    case failed(GSSFailure)
  }

  /// Whether the client bound the login to the channel of TLS (RFC 5929).
  package enum Bindings: String, Hashable, Sendable, CaseIterable {
    /// The acceptor did not check them.
    case unchecked
    /// The client sent none.
    case none
    /// Those of this channel.
    case matching
    /// Those of another channel.
    case wrong
  }

  package var outcome: Outcome
  /// The unencrypted parts of the token.
  package var token: NegotiateToken
  /// The client's name with its realm, as `alice@AUTHSPEC.TEST`.
  package var principal: Octets?
  /// The mechanism that both sides use.
  package var mechanism: SecurityMechanism?
  /// `true` if the client demanded that the server proves itself.
  package var isMutual = false
  /// `true` if the client delegated its credentials.
  package var isDelegated = false
  package var bindings = Bindings.unchecked

  package init(outcome: Outcome, token: NegotiateToken) {
    self.outcome = outcome
    self.token = token
  }

  /// `true` if SPNEGO is around the mechanism.
  package var isWrapped: Bool {
    switch token {
    case .offer, .response: true
    case .bare, .ntlm, .malformed: false
    }
  }
}
