// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults with connections, proxies and tunnels.
  static let connections: [Fault] = [
    Fault(
      .challengeBodyNotRead, "R036",
      "It reuses a connection before it has read the challenge's body."),
    Fault(.closeIgnored, "R141", "It reuses a connection that the server closes."),
    Fault(.http10TakenForPersistent, "R036", "It reuses a connection of HTTP/1.0."),
    Fault(
      .bodyOfHeadAwaited, "R170", "It waits for a body after the response to HEAD.",
      hangs: true),
    Fault(
      .fieldsBehindBareLineFeedLost, "R171",
      "It loses the fields of a response whose lines end in LF alone, except Content-Length."),
    Fault(
      .firstOfTwoLengthsTaken, "R172",
      "It uses the first of several Content-Length values, and accepts a sign before it."),
    Fault(
      .idleOctetsTaken, "R173",
      "It treats octets on an idle connection as the response to its next request."),
    Fault(
      .statusWithoutReasonAccepted, "R174",
      "It treats a status line without a reason as 200 (OK)."),
    Fault(.extraOctetsTaken, "R142", "It treats octets after a response as the next response."),
    Fault(
      .firstLineOfAnyKindTaken, "R420",
      "It takes any first line with a number in it for a status line."),
    Fault(.truncatedTaken, "R246", "It treats a truncated response as complete."),
    Fault(.interimTakenForFinal, "R039", "It treats an interim response as the final one."),
    Fault(.timeoutIgnored, "R422", "It ignores its time limit.", hangs: true),
    Fault(
      .slowAnswersNotAwaited, "R024",
      "It repeats a request until it gets a response."),
    Fault(
      .brokenAnswersRepeated, "R421",
      "It repeats a request without limit if its response is truncated."),
    Fault(
      .failureTakenForResponse, "R036",
      "It delivers an empty response if a request failed."),
    Fault(.statusLost, "R025", "It delivers every response without its status."),
    Fault(.bodiesLost, "R025", "It delivers every response without its body."),
    Fault(.everythingRepeated, "R024", "It makes every request four times more."),
    Fault(
      .laterRequestsRepeated, "R026", "It repeats all requests but the first without limit."),
    Fault(.proxyChallengeOfOriginAnswered, "R035", "It answers a 407 that no proxy sent."),
    Fault(.originAnsweredInProxyField, "R031", "It answers the origin in Proxy-Authorization."),
    Fault(.proxyAnsweredInOriginField, "R031", "It answers the proxy in Authorization."),
    Fault(
      .credentialsInBothFields, "R031",
      "It also sends credentials in the field of the other party."),
    Fault(
      .unaskedInProxyField, "R031",
      "It sends a password in Proxy-Authorization without a challenge, to any server."),
    Fault(
      .sidesShareAttempts, "R034",
      "It treats a 401 after an answered 407 as a refusal, and the reverse."),
    Fault(.proxyAuthorizationInTunnel, "R032", "It sends Proxy-Authorization inside a tunnel."),
    Fault(.authorizationOnConnect, "R033", "It sends Authorization with CONNECT."),
    Fault(.cookiesOnConnect, "R033", "It sends the caller's Cookie with CONNECT."),
    Fault(
      .originChallengeOnConnectAnswered, "R033",
      "It answers a 401 to CONNECT with the origin's credentials."),
    Fault(.cookieOfProxyKept, "R032", "It keeps the cookie of a refused CONNECT for the origin."),
    Fault(.redirectOfConnectFollowed, "R041", "It follows a redirect that answers CONNECT."),
    Fault(
      .proxyPassedBy, "R026", "It connects directly to the origin server if the proxy refuses."),
    Fault(.replacedProxyKept, "R064", "It continues to use a proxy that the caller has replaced."),
    Fault(
      .tunnelsKeptForOtherLogins, "R128",
      "It continues to use a tunnel that another login opened."),
  ]
}
