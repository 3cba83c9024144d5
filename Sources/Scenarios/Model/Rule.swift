// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A reply for matching requests; the first rule of a server that matches is played.
package struct Rule: Hashable, Sendable {
  /// Which requests it answers.
  package var when: ExchangePattern
  /// How often at most, in one step; `nil` for always.
  package var times: Int?
  /// What it answers.
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
  /// The kinds of reply.
  package enum Kind: Hashable, Sendable {
    /// A response with that status.
    case status(Int)
    /// A challenge: 401 at an origin, 407 at a proxy, unless a status is given.
    case challenge(status: Int?)
    /// A redirect with that status to that server and path.
    case redirect(status: Int, to: String, path: Template)
    /// A proxy forwards the request and the origin server's reply; for CONNECT it opens a tunnel.
    case forward
    /// These octets.
    case raw(Template)
    /// Nothing at all: what becomes of the connection is the reply.
    case nothing
    /// 101, and a websocket.
    case webSocket(WebSocketTemplate)
    /// A frame of HTTP/2 by which the request is not processed.
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

  /// The kind.
  package var kind: Kind
  /// The reason phrase; `nil` for the default.
  package var reason: Octets?
  /// The challenges it carries, in WWW-Authenticate at an origin and Proxy-Authenticate at a proxy;
  /// a status reply may carry some too.
  package var challenges: [ChallengeTemplate] = []
  /// The field of the challenges, if it is not the server's own.
  package var challengeField: Octets?
  /// All challenges in one field line, with commas between.
  package var joinsChallenges = false
  /// What becomes of the acceptor's token, which a reply to a token of Negotiate has.
  package var token = NegotiateAnswer.right
  /// Further header lines.
  package var headers: [HeaderTemplate] = []
  /// Authentication-Info, or Proxy-Authentication-Info.
  package var info: InfoTemplate?
  /// The body; `nil` for a short text about the status.
  package var body: Template?
  /// How the end of the body is marked.
  package var framing: Framing = .length
  /// Trailer lines of a chunked body.
  package var trailers: [HeaderTemplate] = []
  /// Interim responses before it: their status and header lines.
  package var interim: [Interim] = []
  /// Sent as soon as the request's head is in.
  package var isEarly = false
  /// What becomes of the connection.
  package var connection: ConnectionFate = .keep
  /// Milliseconds before its first octet; `nil` for none.
  package var delay: Int?
  /// Cut in pieces.
  package var trickle: Trickle?

  /// An interim response.
  package struct Interim: Hashable, Sendable {
    /// 100 to 199.
    package var status: Int
    /// Its header lines.
    package var headers: [HeaderTemplate]

    package init(status: Int, headers: [HeaderTemplate] = []) {
      self.status = status
      self.headers = headers
    }
  }

  package init(kind: Kind) { self.kind = kind }
}

/// A challenge as a scenario writes it.
package enum ChallengeTemplate: Hashable, Sendable {
  /// In its parts; rendered with commas and, depending on the form, quotes.
  case structured(scheme: Octets, token68: Template?, parameters: [Parameter])
  /// Field lines as given.
  case lines([Template])
  /// NTLM: the bare scheme, and message 2 where a request has message 1 (MS-NTHT 2.2.1).
  case ntlm(NTLMOffer)
  /// SCRAM-SHA-256: the challenge, and the server's first message where a request has the client's
  /// (RFC 7804 5).
  case scram(SCRAMOffer)

  /// A parameter with places to fill in.
  package struct Parameter: Hashable, Sendable {
    /// The name with its spelling.
    package var name: Octets
    /// The value before quoting.
    package var value: Template
    /// Bare or in quotes.
    package var form: AuthParameter.Form

    package init(name: Octets, value: Template, form: AuthParameter.Form) {
      self.name = name
      self.value = value
      self.form = form
    }
  }
}

/// Authentication-Info (RFC 7615, RFC 7616 3.5) as a scenario writes it.
package enum InfoTemplate: Hashable, Sendable {
  /// Field lines as given.
  case lines([Template])
  /// In its parts.
  case digest(
    nextnonce: Template?, rspauth: ResponseAuth, count: Bool,
    parameters: [ChallengeTemplate.Parameter])

  /// The server's last message of SCRAM (RFC 7804 5).
  case scram(Verifier)

  /// What the server's signature is.
  package enum Verifier: String, Hashable, Sendable, CaseIterable {
    case right, wrong
    /// There is an error in its place: `e=other-error` (RFC 5802 5.1).
    case error
    /// Right, but not for this login: made for another sid.
    case sidOther = "sid-other"
  }

  /// The kind of rspauth.
  package enum ResponseAuth: String, Hashable, Sendable, CaseIterable {
    /// Left out.
    case absent
    /// The right value, which the client can check.
    case right
    /// Something else of the same length.
    case wrong
    /// Right, in upper-case hexadecimal.
    case upperCase = "upper-case"
  }
}
