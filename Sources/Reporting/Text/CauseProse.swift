// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// A cause of failures in words.
struct CauseProse: Hashable {
  /// What is wrong, as a sentence without a full stop.
  var title: String
  /// What to change in the client, as a sentence.
  var advice: String

  init(_ title: String, _ advice: String) {
    self.title = title
    self.advice = advice
  }

  init(_ cause: FailureCause) {
    self =
      switch (cause.kind, cause.subject) {
      case (.leak, let requirement?), (.callerLeak, let requirement?):
        CauseProse.ofLeaks[requirement] ?? CauseProse(cause.kind)
      case (.rule, let name?): CauseProse.ofRules[name] ?? CauseProse(cause.kind)
      case (.report, let requirement?): CauseProse.ofReports[requirement] ?? .responseForError
      default: CauseProse(cause.kind)
      }
  }

  private init(_ kind: FailureCause.Kind) {
    self =
      switch kind {
      case .leak:
        CauseProse(
          "Credentials go where they must not go", "Keep each login with the server it is for.")
      case .callerLeak:
        CauseProse(
          "What the caller wrote goes where it must not go",
          "Treat it as the credentials that it may be.")
      case .serverAccepted:
        CauseProse(
          "A server is used whose identity is not proven",
          "Verify chain, dates, name and purpose before the request.")
      case .crash:
        CauseProse("The client crashes", "Check the length of everything that a server sends.")
      case .hang:
        CauseProse("The client does not come to an end", "Limit each wait, and count the tries.")
      case .internalError:
        CauseProse(
          "An internal error of the client reaches its caller",
          "Turn it into an error of a documented kind.")
      case .needlessCredentials:
        CauseProse(
          "Credentials are sent where none belong",
          "Answer each challenge once, and only of a known scheme.")
      case .rule:
        CauseProse("A rule of every request is broken", "Hold the rule wherever it is written.")
      case .wrongAccount:
        CauseProse(
          "The credentials are not those of the account",
          "Look the login up by origin and realm, as a whole.")
      case .encoding:
        CauseProse(
          "The login is in another encoding than asked for",
          "Write UTF-8, normalised to NFC, for charset=UTF-8.")
      case .form:
        CauseProse(
          "Credentials are malformed, or there are two field lines",
          "Write one line by the grammar; escape, or refuse.")
      case .challengeValues:
        CauseProse(
          "Values of the challenge come back changed",
          "Return the values of one challenge octet for octet.")
      case .algorithm:
        CauseProse(
          "The Digest uses another algorithm than asked for",
          "Pass over unknown algorithms; compute the one named.")
      case .qop:
        CauseProse(
          "The Digest uses another qop than offered, or none",
          "Choose one of the options offered, and compute by it.")
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
      case .message:
        CauseProse(
          "A message of NTLM or SCRAM is wrong or out of place",
          "Answer message 2 with message 3; with NTLM, on its connection.")
      case .otherScheme:
        CauseProse(
          "Another scheme is used than the one to use", "Take the strongest one that is known.")
      case .challengeUnanswered:
        CauseProse(
          "A challenge is not answered", "Read every form of it that the grammar allows.")
      case .credentialsMissing:
        CauseProse(
          "A request lacks its credentials", "Send them again wherever they are valid.")
      case .redirectNotFollowed:
        CauseProse("A redirect is not followed", "Follow it before and after a login.")
      case .otherRequests:
        CauseProse(
          "Other requests come than expected", "Compare the case's requests with those expected.")
      case .otherHandshakes:
        CauseProse(
          "Other TLS handshakes come than expected",
          "Compare the case's handshakes with those expected.")
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
      case .cookie:
        CauseProse(
          "A cookie goes astray, is missing or is old", "Keep cookies by the rules of RFC 6265 5.")
      case .requestContent:
        CauseProse(
          "The target or a field of a request is wrong",
          "Send a request after a challenge as before it.")
      case .connection:
        CauseProse(
          "A request comes on a wrong connection",
          "Close and keep connections as the peer announces.")
      case .webSocket:
        CauseProse(
          "A websocket is opened or used by other rules",
          "Compare its handshake and frames with RFC 6455.")
      case .forbiddenRequest:
        CauseProse("A request comes that should never be", "See what “never” says in the case.")
      case .questions:
        CauseProse(
          "The client asks its user otherwise than it should",
          "Ask once for each realm, in its words.")
      case .loginRefused:
        CauseProse(
          "The server refuses what the client sends",
          "Compare the case's requests with those expected.")
      case .report:
        CauseProse(
          "The client reports another outcome than there was",
          "Report the last response as it came, or an error.")
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
