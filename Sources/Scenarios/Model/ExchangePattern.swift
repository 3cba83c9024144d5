// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A pattern of requests, in `when:` of a rule, in expectations, in `never:` and `observe:`.
///
/// Parts that are `nil` or empty match any request.
package struct ExchangePattern: Hashable, Sendable {
  /// The credentials in a request's Authorization or Proxy-Authorization.
  package enum CredentialsKind: String, Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// Any, valid or not.
    case any
    /// Credentials of an account that this server accepts.
    case valid
    /// Credentials that this server does not accept.
    case invalid
    /// None, on a connection that an earlier request has bound to an account.
    case connection
  }

  /// Whether a connection was used before.
  package enum Connection: String, Hashable, Sendable, CaseIterable {
    /// The connection of the previous request to this server.
    case same
    /// A connection without an earlier request.
    case new
  }

  /// A condition for a value.
  package enum Value: Hashable, Sendable {
    case present
    case absent
    /// Equal, octet for octet.
    case equals(Template)
    /// Present and not equal.
    case differs(Template)
    /// Present, with this text in it.
    case contains(Template)
    /// Present. The value is captured under this name.
    case capture(String)
    /// Equal to one of the values captured under this name.
    case captured(String)
    /// Present, and not equal to a value captured under this name.
    case notCaptured(String)
  }

  /// A condition for a digest field, header field, cookie or parameter.
  package struct NamedValue: Hashable, Sendable {
    package var name: Octets
    package var value: Value

    package init(name: Octets, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// A condition for a body.
  package enum Body: Hashable, Sendable {
    /// The body of this step's request.
    case step
    /// Empty or absent.
    case empty
    /// Equal to these octets.
    case equals(Template)
  }

  package var method: String?
  /// The path and query of the target; a `*` at the end stands for anything.
  package var path: Template?
  /// The request-target, octet for octet.
  package var target: Template?
  package var credentials: CredentialsKind?
  /// The scheme of the credentials, in lower case.
  package var scheme: String?
  /// The account that the credentials name.
  package var account: String?
  /// The number of the NTLM message.
  package var message: Int?
  /// Parts of NTLM's message 3.
  package var ntlm: [NamedValue] = []
  /// Parts of the DPoP proof.
  package var dpop: [NamedValue] = []
  /// Parts of the SCRAM message.
  package var scram: [NamedValue] = []
  /// Parameters in the query of the target, decoded.
  package var query: [NamedValue] = []
  /// Fields of Digest credentials.
  package var digest: [NamedValue] = []
  /// The nonce count as a number.
  package var nonceCount: Int?
  /// What an acceptor finds about the token of Negotiate.
  package var negotiation: NegotiationPattern?
  package var headers: [NamedValue] = []
  package var cookies: [NamedValue] = []
  package var body: Body?
  package var connection: Connection?
  /// TLS on the connection.
  package var tls: TLSPattern?
  /// What the client sends on the websocket that the request opens.
  package var webSocket: WebSocketPattern?
  /// The protocol version, such as `HTTP/1.0`.
  package var version: String?

  package init() {}
}
