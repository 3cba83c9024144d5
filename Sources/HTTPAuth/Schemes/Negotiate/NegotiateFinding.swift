// SPDX-License-Identifier: Apache-2.0

/// What an acceptor found out about a token of Negotiate. It depends on keys and clocks of the
/// moment, so it cannot be found out again from a recording.
package struct NegotiateFinding: Hashable, Sendable {
  /// What the handshake has come to.
  package enum Outcome: Hashable, Sendable {
    /// The client is known.
    case established
    /// The client is to send another token.
    case continues
    /// The client is refused.
    case failed(GSSFailure)
  }

  /// Whether the client bound the login to the channel of TLS (RFC 5929).
  package enum Bindings: String, Hashable, Sendable, CaseIterable {
    /// The acceptor did not look.
    case unchecked
    /// The client sent none.
    case none
    /// Those of this channel.
    case matching
    /// Those of another channel.
    case wrong
  }

  package var outcome: Outcome
  /// The token as anybody can read it.
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
