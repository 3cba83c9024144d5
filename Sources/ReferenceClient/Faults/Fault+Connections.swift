// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults with connections, proxies and tunnels.
  static let connections: [Fault] = [
    Name.closeIgnored.breaks("R141", "It reuses a connection that the server closes."),
    Name.http10TakenForPersistent.breaks("R036", "It reuses a connection of HTTP/1.0."),
    Name.bodyOfHeadAwaited.breaks(
      "R170", "It waits for a body after the response to HEAD.", hangs: true),
    Name.fieldsBehindBareLineFeedLost.breaks(
      "R171",
      "It loses the fields of a response whose lines end in LF alone, except Content-Length."),
    Name.firstOfTwoLengthsTaken.breaks(
      "R172", "It uses the first of several Content-Length values, and accepts a sign before it."),
    Name.idleOctetsTaken.breaks(
      "R173", "It treats octets on an idle connection as the response to its next request."),
    Name.statusWithoutReasonAccepted.breaks(
      "R174", "It treats a status line without a reason as 200 (OK)."),
    Name.extraOctetsTaken.breaks("R142", "It treats octets after a response as the next response."),
    Name.firstLineOfAnyKindTaken.breaks(
      "R420", "It takes any first line with a number in it for a status line."),
    Name.truncatedTaken.breaks("R246", "It treats a truncated response as complete."),
    Name.interimTakenForFinal.breaks("R039", "It treats an interim response as the final one."),
    Name.timeoutIgnored.breaks("R422", "It ignores its time limit.", hangs: true),
    Name.slowAnswersNotAwaited.breaks("R024", "It repeats a request until it gets a response."),
    Name.brokenAnswersRepeated.breaks(
      "R421", "It repeats a request without limit if its response is truncated."),
    Name.failureTakenForResponse.breaks(
      "R036", "It delivers an empty response if a request failed."),
    Name.statusLost.breaks("R025", "It delivers every response without its status."),
    Name.bodiesLost.breaks("R025", "It delivers every response without its body."),
    Name.everythingRepeated.breaks("R024", "It makes every request four times more."),
    Name.laterRequestsRepeated.breaks(
      "R026", "It repeats all requests but the first without limit."),
    Name.proxyChallengeOfOriginAnswered.breaks("R035", "It answers a 407 that no proxy sent."),
    Name.originAnsweredInProxyField.breaks("R031", "It answers the origin in Proxy-Authorization."),
    Name.proxyAnsweredInOriginField.breaks("R031", "It answers the proxy in Authorization."),
    Name.credentialsInBothFields.breaks(
      "R031", "It also sends credentials in the field of the other party."),
    Name.unaskedInProxyField.breaks(
      "R031", "It sends a password in Proxy-Authorization without a challenge, to any server."),
    Name.sidesShareAttempts.breaks(
      "R034", "It treats a 401 after an answered 407 as a refusal, and the reverse."),
    Name.proxyAuthorizationInTunnel.breaks("R032", "It sends Proxy-Authorization inside a tunnel."),
    Name.authorizationOnConnect.breaks("R033", "It sends Authorization with CONNECT."),
    Name.cookiesOnConnect.breaks("R033", "It sends the caller's Cookie with CONNECT."),
    Name.originChallengeOnConnectAnswered.breaks(
      "R033", "It answers a 401 to CONNECT with the origin's credentials."),
    Name.cookieOfProxyKept.breaks(
      "R032", "It keeps the cookie of a refused CONNECT for the origin."),
    Name.redirectOfConnectFollowed.breaks("R041", "It follows a redirect that answers CONNECT."),
    Name.proxyPassedBy.breaks(
      "R026", "It connects directly to the origin server if the proxy refuses."),
    Name.replacedProxyKept.breaks(
      "R064", "It continues to use a proxy that the caller has replaced."),
    Name.tunnelsKeptForOtherLogins.breaks(
      "R128", "It continues to use a tunnel that another login opened."),
  ]
}
