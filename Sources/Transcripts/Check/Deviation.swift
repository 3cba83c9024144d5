// SPDX-License-Identifier: Apache-2.0

/// The difference between the client's behaviour and the expected behaviour, in the first request
/// or TLS handshake that differs.
package enum Deviation: String, Hashable, Sendable, CaseIterable {
  /// No request came at all.
  case neverSent = "never-sent"
  /// A challenge (401 or 407) was the last response: it was not answered.
  case challengeUnanswered = "challenge-unanswered"
  /// A redirect was the last response: it was not followed.
  case redirectNotFollowed = "redirect-not-followed"
  /// No further request came after any other response.
  case stopped
  /// No further request was expected, and one with credentials came.
  case needlessLogin = "needless-login"
  /// No further request was expected, and one without credentials came.
  case needlessRequest = "needless-request"
  /// Credentials were expected, and the request has none.
  case lacksCredentials = "lacks-credentials"
  /// No credentials were expected, and the request has some.
  case unexpectedCredentials = "unexpected-credentials"
  /// Valid credentials were expected, and these are invalid.
  case invalidCredentials = "invalid-credentials"
  /// Invalid credentials were expected, and these are valid.
  case validCredentials = "valid-credentials"
  /// Credentials of another scheme than expected.
  case otherScheme = "other-scheme"
  /// Credentials of another account than expected.
  case otherAccount = "other-account"
  /// Another message of NTLM or SCRAM than expected.
  case otherMessage = "other-message"
  /// Another method than expected.
  case otherMethod = "other-method"
  /// Another path than expected.
  case otherPath = "other-path"
  /// The request is as expected, but the server's reply is not: an earlier request differs.
  case otherReply = "other-reply"
  /// An error was expected, and the client delivers a response.
  case responseForError = "response-for-error"
  /// The target or a field has user information that a server wrote into a Location.
  case userInformationOfLocation = "user-information-of-location"
  /// The client uses a server that it must refuse in the TLS handshake.
  case serverAccepted = "server-accepted"
  /// The client speaks a version of TLS that it must not speak any more (RFC 9325 3.1.1).
  case outdatedVersion = "outdated-version"
  /// The client closes a connection without a closure alert (RFC 9112 9.8).
  case noClosureAlert = "no-closure-alert"
  /// The client refuses a server in the TLS handshake that it must use.
  case serverRefused = "server-refused"
  /// A handshake is missing, is one too many, or differs in another way.
  case otherHandshake = "other-handshake"
}
