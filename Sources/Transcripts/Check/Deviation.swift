// SPDX-License-Identifier: Apache-2.0

/// How what a client did differs from what was expected, in the first request, or in the first TLS
/// handshake, that differs.
package enum Deviation: String, Hashable, Sendable, CaseIterable {
  /// No request came at all.
  case neverSent = "never-sent"
  /// A challenge (401 or 407) was the last response: no answer to it came.
  case challengeUnanswered = "challenge-unanswered"
  /// A redirect was the last response: it was not followed.
  case redirectNotFollowed = "redirect-not-followed"
  /// No further request came after another response.
  case stopped
  /// A further request with credentials, where none was expected.
  case needlessLogin = "needless-login"
  /// A further request without credentials, where none was expected.
  case needlessRequest = "needless-request"
  /// Credentials were expected, and the request has none.
  case lacksCredentials = "lacks-credentials"
  /// No credentials were expected, and the request has some.
  case unexpectedCredentials = "unexpected-credentials"
  /// Valid credentials were expected, and these prove nothing.
  case invalidCredentials = "invalid-credentials"
  /// Credentials that prove nothing were expected, and these are valid.
  case validCredentials = "valid-credentials"
  /// Credentials of another scheme than expected.
  case otherScheme = "other-scheme"
  /// Credentials of another account than expected.
  case otherAccount = "other-account"
  /// Another message of NTLM than expected.
  case otherMessage = "other-message"
  /// Another method than expected.
  case otherMethod = "other-method"
  /// Another path than expected.
  case otherPath = "other-path"
  /// The request is as expected, but the server's reply to it is not: what led there differs.
  case otherReply = "other-reply"
  /// An error was expected, and the client delivers a response.
  case responseForError = "response-for-error"
  /// The request went to a proxy, and its target names no server that the proxy could know of:
  /// `GET http://::1:80/`.
  case unclearTarget = "unclear-target"
  /// The client uses a server that it must refuse in the TLS handshake.
  case serverAccepted = "server-accepted"
  /// The client refuses a server in the TLS handshake that it must use.
  case serverRefused = "server-refused"
  /// A handshake is missing, is one too many, or differs in another way.
  case otherHandshake = "other-handshake"
}
