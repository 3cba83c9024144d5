// SPDX-License-Identifier: Apache-2.0

enum FileKey: String, KeySet {
  case title, level, requirements, spec, peers, tags, notes, needs, matrix
  case accounts, challenges, certificates, servers, client, steps
  static let holder = "a scenario"
}

enum AccountKey: String, KeySet {
  case user, password, token, principal, domain, bound
  static let holder = "an account"
}

/// All other keys of a challenge are parameters.
enum ChallengeKey: String, KeySet {
  case scheme, token68, quoted, bare, header, fields
  static let holder = "a challenge"
}

enum NTLMKey: String, KeySet {
  case scheme, nonce, domain, host, timestamp, without, broken
  static let holder = "a challenge of NTLM"
}

enum SCRAMKey: String, KeySet {
  case scheme, realm, nonce, salt, iterations, broken
  static let holder = "a challenge of SCRAM-SHA-256"
}

enum ServerKey: String, KeySet {
  case kind, host, port, name, authority, address, http
  case backEnd = "back-end"
  case tls, legs, rules
  static let holder = "a server"
}

enum RuleKey: String, KeySet {
  case when, times, reply, protect, account, bound
  case status, with, to, path, raw, code
  case reason, joined, field, headers, body, framing, trailers, cookie, info, interim, early
  case connection, delay, trickle, token
  case accept, without, frames
  static let holder = "a rule"
}

enum InfoKey: String, KeySet {
  case nextnonce, rspauth, verifier, count, parameters, header, fields
  static let holder = "info"
}

enum InterimKey: String, KeySet {
  case status, headers
  static let holder = "an interim response"
}

enum TrickleKey: String, KeySet {
  case octets, milliseconds
  static let holder = "trickle"
}

enum PatternKey: String, KeySet {
  case method, path, query, target, credentials, scheme, account, message, ntlm, dpop, scram
  case realm, nonce, qop, algorithm, opaque, cnonce, uri, username
  case extendedUsername = "username*"
  case userhash, response
  case nc, mutual, delegated, binding, header, cookie, body, connection, certificate, tls, version
  case webSocket = "websocket"
  static let holder = "a pattern"
}

enum ValueKey: String, KeySet {
  case `is`, not, contains, capture, captured
  case notCaptured = "not-captured"
  static let holder = "a value"
}

enum ClientKey: String, KeySet {
  case credentials, answers, preemptive, schemes, proxy, tunnel, redirects, cookies, headers
  case userinfo, netrc, store, remember, tickets, trust, pins, certificates, timeout, registry
  case metadata
  case revocationList = "revocation-list"
  case delegate
  static let holder = "client"
}

enum TicketKey: String, KeySet {
  case account, flaw, kdc
  static let holder = "a ticket"
}

enum LoginKey: String, KeySet {
  case account, user, password, token, domain, keep
  static let holder = "a login"
}

/// The other keys of an answer are those of a login.
enum AnswerKey: String, KeySet {
  case meanwhile
  static let holder = "an answer"
}

enum MeanwhileKey: String, KeySet {
  case close
  static let holder = "meanwhile"
}

/// The other keys of credentials are those of a login.
enum GrantKey: String, KeySet {
  case `for`, realm, scheme
  static let holder = "credentials"
}

enum RequestKey: String, KeySet {
  case method, server, path, url, headers, body, stream, chunked, count, until
  case webSocket = "websocket"
  static let holder = "a request"
}

enum UntilKey: String, KeySet {
  case status, times
  static let holder = "until"
}

/// All other keys of a step are names of servers.
enum StepKey: String, KeySet {
  case title, request, requests, client, restart, store, close, pause, handshake, expect
  static let holder = "a step"
}

/// All other keys of expectations are names of servers.
enum ExpectKey: String, KeySet {
  case given, handshakes, never, order, client, stored, level, requirement
  case oneOf = "one-of"
  case observe
  static let holder = "expect"
}

/// The other keys of an alternative are those of expectations.
enum AlternativeKey: String, KeySet {
  case title
  static let holder = "an alternative"
}

/// The other keys of an expected exchange are those of a pattern.
enum ExchangeKey: String, KeySet {
  case replied, optional, `repeat`, level, requirement, title
  static let holder = "an exchange"
}

/// The other keys of `never:` are those of a pattern.
enum NeverKey: String, KeySet {
  case server, level, requirement, title
  static let holder = "never"
}

/// The other keys of an exchange of `order:` are those of a pattern.
enum OrderKey: String, KeySet {
  case server, replied
  static let holder = "order"
}

/// The other keys of an observation are those of a pattern.
enum ObservationKey: String, KeySet {
  case server, alert, requirement
  static let holder = "an observation"
}

enum OutcomeKey: String, KeySet {
  case status, headers, body, messages, error, asked, level, requirement
  static let holder = "what the client reports"
}

enum AskedKey: String, KeySet {
  case times, realm, scheme
  static let holder = "asked"
}

enum QuestionKey: String, KeySet {
  case server, path, realm, scheme, scope, failures
  static let holder = "a question"
}

enum WebSocketActKey: String, KeySet {
  case text, binary, ping, close, raw, `await`
  static let holder = "a frame"
}

enum WebSocketPatternKey: String, KeySet {
  case messages, pongs, close
  static let holder = "a pattern of websocket"
}

enum CertificateKey: String, KeySet {
  case by, send, hosts, names, subject, from, until, use, key, signature, revoked
  case unknownExtension = "unknown-extension"
  static let holder = "a certificate"
}

enum TLSKey: String, KeySet {
  case certificate, certificates, version, alpn, asks, resumes
  static let holder = "tls"
}

enum HandshakeRuleKey: String, KeySet {
  case times, certificate, `do`, alert, at, asks
  static let holder = "a rule for handshakes"
}

enum HandshakeKey: String, KeySet {
  case outcome, certificate, tls, optional, `repeat`, level, requirement, title
  case closureAlert = "closure-alert"
  static let holder = "a handshake"
}

enum TLSPatternKey: String, KeySet {
  case version
  case serverName = "server-name"
  case alpn, resumed
  static let holder = "a pattern of tls"
}

enum CertificateGrantKey: String, KeySet {
  case certificate, `for`
  static let holder = "a certificate for a server"
}
