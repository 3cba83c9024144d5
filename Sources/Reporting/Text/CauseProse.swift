// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// A cause of failures in words.
package struct CauseProse: Hashable {
  /// What is wrong, as a sentence without a full stop.
  package var title: String
  /// What to change in the client, as a sentence that is true of every failure of the cause; `nil`
  /// if there is none.
  package var advice: String?

  package init(_ title: String, _ advice: String? = nil) {
    self.title = title
    self.advice = advice
  }

  package init(_ cause: FailureCause) {
    self =
      switch (cause.kind, cause.subject) {
      case (.leak, let requirement?), (.callerLeak, let requirement?):
        CauseProse.ofLeaks[requirement] ?? CauseProse(cause.kind)
      case (.rule, let name?):
        InvariantName(rawValue: name).flatMap { CauseProse.ofRules[$0] } ?? CauseProse(cause.kind)
      case (.webSocket, let requirement?):
        CauseProse.ofWebSockets[requirement] ?? CauseProse(cause.kind)
      case (.requestContent, "R134"):
        CauseProse("The caller's own credentials are lost, mixed or sent again")
      case (.otherHandshakes, _?):
        CauseProse("A connection is closed without a closure alert")
      case (.internalError, let name?):
        CauseProse(
          "Internal error of the client: " + name.replacing(".", with: " "),
          CauseProse(.internalError).advice)
      case (.report, let requirement?): CauseProse.ofReports[requirement] ?? .responseForError
      default: CauseProse(cause.kind)
      }
  }

  private init(_ kind: FailureCause.Kind) {
    self =
      switch kind {
      case .leak: CauseProse("Credentials go where they must not go")
      case .callerLeak: CauseProse("What the caller wrote goes where it must not go")
      case .serverAccepted: CauseProse("A server is used whose identity is not proven")
      case .outdatedTLS: CauseProse("An outdated version of TLS is spoken")
      case .crash: CauseProse("The client crashes")
      case .hang:
        CauseProse("The client does not come to an end", "Limit each wait, and count the tries.")
      case .internalError:
        CauseProse(
          "An internal error of the client reaches its caller",
          "Turn it into an error of a documented kind.")
      case .needlessCredentials: CauseProse("Credentials are sent where none belong")
      case .rule: CauseProse("A rule of every request is broken")
      case .wrongAccount: CauseProse("The credentials are not those of the account")
      case .encoding:
        CauseProse(
          "The login is in another encoding than asked for",
          "Write UTF-8, normalised to NFC, for charset=UTF-8.")
      case .form: CauseProse("Credentials are malformed, or there are two field lines")
      case .challengeValues: CauseProse("Values of the challenge come back changed or mixed")
      case .algorithm: CauseProse("The Digest uses another algorithm than asked for")
      case .qop: CauseProse("The Digest uses another qop than offered, or none")
      case .uri:
        CauseProse(
          "The Digest's uri is not the request-target", "Copy the target as it is sent.")
      case .userhash:
        CauseProse(
          "The rules of userhash or username* are broken",
          "Hash the name only where it is offered, and say so.")
      case .response:
        CauseProse(
          "The response of a Digest is computed otherwise",
          "Compare it with the examples of RFC 7616 3.9.")
      case .message: CauseProse("A message of NTLM or SCRAM is wrong or out of place")
      case .otherScheme: CauseProse("Another scheme is used than the one to use")
      case .challengeUnanswered: CauseProse("A challenge is not answered")
      case .credentialsMissing: CauseProse("A request lacks its credentials")
      case .redirectNotFollowed: CauseProse("A redirect is not followed")
      case .otherRequests: CauseProse("Other requests come than expected")
      case .otherHandshakes: CauseProse("A TLS handshake is missing, or is another than expected")
      case .digestParameter:
        CauseProse(
          "A parameter of the Digest is wrong", "Write the parameter as RFC 7616 3.4 has it.")
      case .interimAsFinal:
        CauseProse(
          "An interim response (1xx) is taken for the final one",
          "Read on until a response that is not 1xx.")
      case .body:
        CauseProse(
          "The body of a request is not whole, or another one",
          "Send the body again from its beginning, or give up.")
      case .cookie: CauseProse("A cookie goes astray, is missing or is old")
      case .requestContent: CauseProse("The target or a field of a request is wrong")
      case .connection: CauseProse("A request comes on a wrong connection")
      case .webSocket: CauseProse("A websocket is opened or used by other rules")
      case .forbiddenRequest: CauseProse("A request comes that should never be")
      case .questions: CauseProse("The client asks its user otherwise than it should")
      case .loginRefused: CauseProse("The server refuses what the client sends")
      case .report: CauseProse("The client reports another outcome than there was")
      case .delivery: CauseProse("A response is not delivered as it came")
      case .unexpectedPass:
        CauseProse(
          "A failure that was expected did not occur", "Take it out of the expected failures.")
      case .flaky:
        CauseProse(
          "The plays of a case differ",
          "Play the case alone: --retries 0 shows a single play.")
      case .fault:
        CauseProse(
          "The driver or the harness is at fault", "Read what the driver wrote on its error output."
        )
      }
  }
}
