// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A pattern of requests: in a rule's `when`, in an expectation, in `never` and `observe`.
///
/// Parts that are `nil` or empty match any request.
package struct ExchangePattern: Hashable, Sendable {
  /// What credentials a request carries in its server's field.
  package enum CredentialsKind: String, Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// Some, right or wrong.
    case any
    /// Some that prove an account's password to this server.
    case valid
    /// Some that do not.
    case invalid
    /// None, on a connection that belongs to an account since an earlier request.
    case connection
  }

  /// Whether a connection was used before.
  package enum Connection: String, Hashable, Sendable, CaseIterable {
    /// The one that the previous request to this server came on.
    case same
    /// One that no request came on before.
    case new
  }

  /// What a value is to be.
  package enum Value: Hashable, Sendable {
    /// There, whatever it is.
    case present
    /// Not there.
    case absent
    /// Octet for octet.
    case equals(Template)
    /// There, and something else.
    case differs(Template)
    /// There, with that text somewhere in it.
    case contains(Template)
    /// There; it is kept under that name for later comparisons.
    case capture(String)
    /// One of the values kept under that name.
    case captured(String)
    /// There, and none of the values kept under that name.
    case notCaptured(String)
  }

  /// A named value.
  package struct NamedValue: Hashable, Sendable {
    /// The name: of a digest field, header or cookie.
    package var name: Octets
    /// What its value is to be.
    package var value: Value

    package init(name: Octets, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What a body is to be.
  package enum Body: Hashable, Sendable {
    /// The one the client was given in this step.
    case step
    /// Empty or absent.
    case empty
    /// These octets.
    case equals(Template)
  }

  /// The method.
  package var method: String?
  /// The path and query of the target; a `*` at the end stands for anything.
  package var path: Template?
  /// The request-target, octet for octet.
  package var target: Template?
  /// What credentials it carries.
  package var credentials: CredentialsKind?
  /// Their scheme, in lower case.
  package var scheme: String?
  /// The account that they prove, or name.
  package var account: String?
  /// The number of the NTLM message that it carries.
  package var message: Int?
  /// What message 3 of NTLM says.
  package var ntlm: [NamedValue] = []
  /// What the proof of possession of DPoP says.
  package var dpop: [NamedValue] = []
  /// What a message of SCRAM says.
  package var scram: [NamedValue] = []
  /// Parameters in the query of the target, decoded.
  package var query: [NamedValue] = []
  /// Digest fields, `nc` as a number.
  package var digest: [NamedValue] = []
  /// The nonce count as a number.
  package var nonceCount: Int?
  /// What an acceptor finds about the token of Negotiate.
  package var negotiation: NegotiationPattern?
  /// Header fields.
  package var headers: [NamedValue] = []
  /// Cookies.
  package var cookies: [NamedValue] = []
  /// The body.
  package var body: Body?
  /// The connection.
  package var connection: Connection?
  /// TLS on the connection.
  package var tls: TLSPattern?
  /// What the client sends on the websocket that the request opens.
  package var webSocket: WebSocketPattern?
  /// The protocol version: `HTTP/1.0`.
  package var version: String?

  package init() {}
}
