// SPDX-License-Identifier: Apache-2.0

import Transcripts

extension CauseProse {
  private static let clear = CauseProse(
    "A password goes in clear where Basic was not offered",
    "Send Basic only in answer to a Basic challenge.")

  /// Leaks, by the requirement that they break.
  static let ofLeaks: [String: CauseProse] = [
    "R021": CauseProse(
      "Credentials go where no challenge has asked for them",
      "Send them unasked only where their realm is known."),
    "R025": clear,
    "R031": CauseProse(
      "Credentials for the proxy and the origin are mixed up",
      "Keep Proxy-Authorization for proxies only."),
    "R032": CauseProse(
      "Proxy-Authorization goes through the tunnel to the origin",
      "Send it with CONNECT, and not inside."),
    "R033": CauseProse(
      "CONNECT carries the credentials for the origin", "Send them inside the tunnel only."),
    "R041": CauseProse(
      "A redirect takes the login to another origin",
      "Drop it where scheme, host or port changes."),
    "R042": CauseProse(
      "A redirect takes the caller's field to another origin",
      "Drop the caller's credentials, too, on another origin."),
    "R049": CauseProse(
      "A target or a field contains user information",
      "Take it out of the URL before anything is sent."),
    "R051": CauseProse(
      "A redirect's target is answered with the first login",
      "Look up a login for the origin that asks."),
    "R064": CauseProse(
      "A proxy's login goes to another proxy", "Keep the login with the proxy it is for."),
    "R066": clear,
    "R106": CauseProse(
      "The state of a Digest goes to another server",
      "Keep nonces by origin, proxy and realm."),
    "R111": CauseProse(
      "Basic follows a Digest that failed", "Never fall back to Basic unasked."),
    "R114": CauseProse("A URI contains a token", "Send tokens in Authorization only."),
    "R116": CauseProse(
      "A token goes to a server that it is not for", "Keep each token with its server."),
    "R121": CauseProse(
      "A password answers a challenge for a token", "Answer Bearer with a token, or not at all."),
    "R133": CauseProse(
      "A login goes to a server or scheme that did not ask for it",
      "Look logins up by server, realm and scheme."),
    "R210": CauseProse(
      "A request goes to a server that is then refused",
      "End the verification before the first octet."),
    "R220": CauseProse(
      "A request for an https URL goes in clear", "Use TLS, and a tunnel through proxies."),
    "R226": CauseProse(
      "A client certificate is shown where it does not belong",
      "Keep certificates by origin, and connections with them."),
    "R346": CauseProse(
      "A connection that is logged in serves another's request",
      "Keep a connection that is logged in for its user."),
  ]

  /// A response that must end in an error.
  static let responseForError = CauseProse(
    "A response is delivered that must end in an error",
    "Check it before it is delivered, and report an error.")

  /// Such responses, by the requirement that they break.
  static let ofReports: [String: CauseProse] = [
    "R108": CauseProse(
      "A response with a wrong rspauth is delivered",
      "Compute rspauth; if the server's differs, report an error."),
    "R172": CauseProse(
      "A response with an invalid Content-Length is delivered",
      "Take digits alone, compare all values; report an error and close."),
    "R173": CauseProse(
      "Octets on an idle connection are taken for a response",
      "Close an idle connection on which octets wait, and use another."),
    "R223": CauseProse(
      "A body that was cut off is delivered as whole",
      "Report an error if TLS ends without close_notify before its end."),
    "R246": CauseProse(
      "A response that is incomplete is delivered",
      "Report an error if octets are missing or a chunk is invalid."),
    "R420": CauseProse(
      "Octets are delivered that are no HTTP response",
      "Check version and status of the first line; report an error."),
    "R413": CauseProse(
      "A frame is accepted that has to end the connection",
      "Close the connection if a frame is masked or has reserved bits."),
  ]

  private static let opened = CauseProse(
    "A websocket is opened after a wrong handshake",
    "Compare each field of the server's handshake before a frame is sent.")

  /// Rules of websockets, by the requirement that they break.
  static let ofWebSockets = ["R404": opened, "R405": opened, "R406": opened]

  /// Rules of every case.
  static let ofRules: [InvariantName: CauseProse] = [
    .userInformation: CauseProse(
      "User information of a redirect goes into the target",
      "Refuse such a Location, or leave out what is before the @."),
    .proxySeparation: CauseProse(
      "Proxy-Authorization goes to an origin", "Answer a 407 only if a proxy sent it."),
    .nonceStays: CauseProse(
      "A nonce goes to a server that did not issue it",
      "Send a nonce to its own origin alone."),
    .bareTokens: CauseProse(
      "algorithm, qop or nc is quoted", "Write algorithm, qop and nc without quotes."),
    .nonceCount: CauseProse(
      "nc does not count the requests with its nonce",
      "Count each nonce from 00000001, one for each request."),
    .clientNonce: CauseProse(
      "cnonce is too short, can be predicted or is used again",
      "Make it of 8 or more random octets, anew for each nonce."),
    .sessionKey: CauseProse(
      "The key of a -sess algorithm changes within a session",
      "Keep A1 as the first request with the nonce made it."),
    .echo: CauseProse(
      "realm, nonce or opaque comes back changed", "Return them octet for octet."),
    .nothingInjected: CauseProse(
      "Text of a challenge becomes a header line", "Refuse CR, LF and NUL in every value."),
    .bounded: CauseProse(
      "One request leads to an endless series", "Stop after a few tries in any case."),
    .rejectedNotRepeated: CauseProse(
      "Refused credentials are sent again", "Give up, or ask for others."),
    .asksOnlyWhenAllowed: CauseProse(
      "The user is asked although that was forbidden", "Ask only where the caller allows it."),
  ]
}
