// SPDX-License-Identifier: Apache-2.0

/// A scenario file.
enum FileKey: String, KeySet {
  case title, level, requirements, spec, peers, tags, notes, needs, matrix
  case accounts, challenges, certificates, servers, client, steps
  static let holder = "a scenario"
}

/// An account.
enum AccountKey: String, KeySet {
  case user, password, token, principal, domain, bound
  static let holder = "an account"
}

/// A challenge; every other key of it is a parameter.
enum ChallengeKey: String, KeySet {
  case scheme, token68, quoted, bare, header, fields
  static let holder = "a challenge"
}

/// A challenge of NTLM with its nonce.
enum NTLMKey: String, KeySet {
  case scheme, nonce, domain, host, timestamp, without, broken
  static let holder = "a challenge of NTLM"
}

/// A challenge of SCRAM-SHA-256 with its nonce.
enum SCRAMKey: String, KeySet {
  case scheme, realm, nonce, salt, iterations, broken
  static let holder = "a challenge of SCRAM-SHA-256"
}

/// A server.
enum ServerKey: String, KeySet {
  case kind, host, port, name, authority, address, http
  case backEnd = "back-end"
  case tls, legs, rules
  static let holder = "a server"
}

/// A rule.
enum RuleKey: String, KeySet {
  case when, times, reply, protect, account, bound
  case status, with, to, path, raw, code
  case reason, joined, field, headers, body, framing, trailers, cookie, info, interim, early
  case connection, delay, trickle, token
  case accept, without, frames
  static let holder = "a rule"
}

/// Authentication-Info.
enum InfoKey: String, KeySet {
  case nextnonce, rspauth, verifier, count, parameters, header, fields
  static let holder = "info"
}

/// An interim response.
enum InterimKey: String, KeySet {
  case status, headers
  static let holder = "an interim response"
}

/// How a reply is cut in pieces.
enum TrickleKey: String, KeySet {
  case octets, milliseconds
  static let holder = "trickle"
}

/// A pattern of requests.
enum PatternKey: String, KeySet {
  case method, path, query, target, credentials, scheme, account, message, ntlm, dpop, scram
  case realm, nonce, qop, algorithm, opaque, cnonce, uri, username
  case extendedUsername = "username*"
  case userhash, response
  case nc, mutual, delegated, binding, header, cookie, body, connection, certificate, tls, version
  case webSocket = "websocket"
  static let holder = "a pattern"
}

/// What a value is compared with.
enum ValueKey: String, KeySet {
  case `is`, not, contains, capture, captured
  case notCaptured = "not-captured"
  static let holder = "a value"
}

/// The client's settings.
enum ClientKey: String, KeySet {
  case credentials, answers, preemptive, schemes, proxy, tunnel, redirects, cookies, headers
  case userinfo, netrc, store, remember, tickets, trust, pins, certificates, timeout, registry
  case metadata
  case revocationList = "revocation-list"
  case delegate
  static let holder = "client"
}

/// A ticket of the client's.
enum TicketKey: String, KeySet {
  case account, flaw, kdc
  static let holder = "a ticket"
}

/// A login, written out or by account.
enum LoginKey: String, KeySet {
  case account, user, password, token, domain, keep
  static let holder = "a login"
}

/// An answer; its other keys are those of a login.
enum AnswerKey: String, KeySet {
  case meanwhile
  static let holder = "an answer"
}

/// What servers do while the user is asked.
enum MeanwhileKey: String, KeySet {
  case close
  static let holder = "meanwhile"
}

/// Credentials; their other keys are those of a login.
enum GrantKey: String, KeySet {
  case `for`, realm, scheme
  static let holder = "credentials"
}

/// A request.
enum RequestKey: String, KeySet {
  case method, server, path, url, headers, body, stream, chunked, count, until
  case webSocket = "websocket"
  static let holder = "a request"
}

/// What ends the repetition of a request.
enum UntilKey: String, KeySet {
  case status, times
  static let holder = "until"
}

/// A step; every other key of it is a server.
enum StepKey: String, KeySet {
  case title, request, requests, client, restart, store, close, pause, handshake, expect
  static let holder = "a step"
}

/// Expectations; every other key of them is a server.
enum ExpectKey: String, KeySet {
  case given, handshakes, never, order, client, stored, level, requirement
  case oneOf = "one-of"
  case observe
  static let holder = "expect"
}

/// An alternative; its other keys are those of expectations.
enum AlternativeKey: String, KeySet {
  case title
  static let holder = "an alternative"
}

/// An expected exchange; its other keys are those of a pattern.
enum ExchangeKey: String, KeySet {
  case replied, optional, `repeat`, level, requirement, title
  static let holder = "an exchange"
}

/// A `never`; its other keys are those of a pattern.
enum NeverKey: String, KeySet {
  case server, level, requirement, title
  static let holder = "never"
}

/// One of several exchanges in order; its other keys are those of a pattern.
enum OrderKey: String, KeySet {
  case server, replied
  static let holder = "order"
}

/// An observation; its other keys are those of a pattern.
enum ObservationKey: String, KeySet {
  case server, alert, requirement
  static let holder = "an observation"
}

/// What the client must report.
enum OutcomeKey: String, KeySet {
  case status, headers, body, messages, error, asked, level, requirement
  static let holder = "what the client reports"
}

/// How the client asked.
enum AskedKey: String, KeySet {
  case times, realm, scheme
  static let holder = "asked"
}

/// One question of the client.
enum QuestionKey: String, KeySet {
  case server, path, realm, scheme, scope, failures
  static let holder = "a question"
}

/// What a server does on a websocket.
enum WebSocketActKey: String, KeySet {
  case text, binary, ping, close, raw, `await`
  static let holder = "a frame"
}

/// What a client sends on a websocket.
enum WebSocketPatternKey: String, KeySet {
  case messages, pongs, close
  static let holder = "a pattern of websocket"
}

/// A certificate.
enum CertificateKey: String, KeySet {
  case by, send, hosts, names, subject, from, until, use, key, signature, revoked
  case unknownExtension = "unknown-extension"
  static let holder = "a certificate"
}

/// How a server speaks TLS.
enum TLSKey: String, KeySet {
  case certificate, certificates, version, alpn, asks, resumes
  static let holder = "tls"
}

/// What a server does in handshakes.
enum HandshakeRuleKey: String, KeySet {
  case times, certificate, `do`, alert, at, asks
  static let holder = "a rule for handshakes"
}

/// An expected handshake.
enum HandshakeKey: String, KeySet {
  case outcome, certificate, tls, optional, `repeat`, level, requirement, title
  case closureAlert = "closure-alert"
  static let holder = "a handshake"
}

/// What TLS on a connection is to be.
enum TLSPatternKey: String, KeySet {
  case version
  case serverName = "server-name"
  case alpn, resumed
  static let holder = "a pattern of tls"
}

/// A certificate of the client's, or a pin, and whom it is for.
enum CertificateGrantKey: String, KeySet {
  case certificate, `for`
  static let holder = "a certificate for a server"
}
