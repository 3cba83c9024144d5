// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A reply to matching requests. A server uses its first rule that matches.
package struct Rule: Hashable, Sendable {
  /// The requests that it replies to.
  package var when: ExchangePattern
  /// The maximum number of uses in a step; `nil` for no limit.
  package var times: Int?
  package var reply: ReplyTemplate
  /// Its location in the file.
  package var location: SourceLocation

  package init(
    when: ExchangePattern = .init(), times: Int? = nil, reply: ReplyTemplate,
    location: SourceLocation
  ) {
    self.when = when
    self.times = times
    self.reply = reply
    self.location = location
  }
}

/// A reply with placeholders.
package struct ReplyTemplate: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case status(Int)
    /// A challenge; without a status 401 of an origin server, 407 of a proxy.
    case challenge(status: Int?)
    /// A redirect to a server and path.
    case redirect(status: Int, to: String, path: Template)
    /// The proxy forwards the request and the origin server's reply, or opens a tunnel for CONNECT.
    case forward
    /// These octets.
    case raw(Template)
    /// No octets; only `connection` has an effect.
    case nothing
    /// A 101 that opens a websocket.
    case webSocket(WebSocketTemplate)
    /// A frame of HTTP/2 instead of a response.
    case streamEnd(StreamEnd)
  }

  /// How the end of the body is marked.
  package enum Framing: String, Hashable, Sendable, CaseIterable {
    /// Content-Length.
    case length
    /// Chunked transfer coding.
    case chunked
    /// The end of the connection.
    case close
  }

  package var kind: Kind
  /// The reason phrase; `nil` for the default.
  package var reason: Octets?
  /// The challenges.
  package var challenges: [ChallengeTemplate] = []
  /// The field of the challenges; `nil` for WWW-Authenticate of an origin server and
  /// Proxy-Authenticate of a proxy.
  package var challengeField: Octets?
  /// `true` if all challenges are in one field line, separated by commas.
  package var joinsChallenges = false
  /// The acceptor's token in a reply to a token of Negotiate.
  package var token = NegotiateAnswer.right
  /// Further header lines.
  package var headers: [HeaderTemplate] = []
  /// Authentication-Info, or Proxy-Authentication-Info.
  package var info: InfoTemplate?
  /// The body; `nil` for a short text about the status.
  package var body: Template?
  package var framing: Framing = .length
  /// Trailer lines of a chunked body.
  package var trailers: [HeaderTemplate] = []
  /// The interim responses before it.
  package var interim: [Interim] = []
  /// `true` if it is sent before the request's body is complete.
  package var isEarly = false
  /// The number of octets of the body that an early reply waits for.
  package var octetsAwaited = 0
  package var connection: ConnectionFate = .keep
  /// The delay of its first octet in milliseconds; `nil` for none.
  package var delay: Int?
  /// The pieces in which it is sent; `nil` for one.
  package var trickle: Trickle?

  /// An interim response (RFC 9110 15.2).
  package struct Interim: Hashable, Sendable {
    /// 100 to 199.
    package var status: Int
    package var headers: [HeaderTemplate]

    package init(status: Int, headers: [HeaderTemplate] = []) {
      self.status = status
      self.headers = headers
    }
  }

  package init(kind: Kind) { self.kind = kind }
}

/// A challenge in a scenario.
package enum ChallengeTemplate: Hashable, Sendable {
  /// A challenge given by its parts.
  case structured(scheme: Octets, token68: Template?, parameters: [Parameter])
  /// Literal field lines.
  case lines([Template])
  /// NTLM: the scheme alone, or message 2 in reply to message 1 (MS-NTHT 2.2.1).
  case ntlm(NTLMOffer)
  /// SCRAM-SHA-256: the challenge, or the server's first message in reply to the client's (RFC 7804
  /// 5).
  case scram(SCRAMOffer)

  /// A parameter with placeholders.
  package struct Parameter: Hashable, Sendable {
    /// The name with its spelling.
    package var name: Octets
    /// The value before quoting.
    package var value: Template
    package var form: AuthParameter.Form

    package init(name: Octets, value: Template, form: AuthParameter.Form) {
      self.name = name
      self.value = value
      self.form = form
    }
  }

  /// `true` if its logins are bound to the connection by default.
  package var isOfConnections: Bool { if case .ntlm = self { true } else { false } }
}

/// Authentication-Info (RFC 7615, RFC 7616 3.5) in a scenario.
package enum InfoTemplate: Hashable, Sendable {
  /// Literal field lines.
  case lines([Template])
  /// Parameters of Digest.
  case digest(
    nextnonce: Template?, rspauth: ResponseAuth, count: Bool,
    parameters: [ChallengeTemplate.Parameter])

  /// The server's last message of SCRAM (RFC 7804 5).
  case scram(Verifier)

  /// The server's signature.
  package enum Verifier: String, Hashable, Sendable, CaseIterable {
    case right, wrong
    /// An error instead of a signature: `e=other-error` (RFC 5802 5.1).
    case error
    /// The signature of another login, with another sid.
    case sidOther = "sid-other"
  }

  /// The value of rspauth (RFC 7616 3.5).
  package enum ResponseAuth: String, Hashable, Sendable, CaseIterable {
    case absent
    case right
    /// A wrong value of the same length.
    case wrong
    /// The right value in upper-case hexadecimal digits.
    case upperCase = "upper-case"
  }
}
