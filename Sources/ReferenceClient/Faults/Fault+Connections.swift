extension Fault {
  /// Faults with connections, proxies and tunnels.
  static let connections: [Fault] = [
    Fault(
      .challengeBodyNotRead, "R036",
      "It goes on over a connection before it has read the challenge's body."),
    Fault(.closeIgnored, "R141", "It goes on over a connection that the server closes."),
    Fault(.http10TakenForPersistent, "R036", "It goes on over a connection of HTTP/1.0."),
    Fault(
      .bodyOfHeadAwaited, "R170", "It waits for a body behind the head that answers HEAD.",
      hangs: true),
    Fault(
      .fieldsBehindBareLineFeedLost, "R171",
      "It loses the fields of a response whose lines end in LF alone, but for its length."),
    Fault(
      .firstOfTwoLengthsTaken, "R172",
      "It takes the first Content-Length of several, and a sign before it for part of it."),
    Fault(
      .idleOctetsTaken, "R173",
      "It takes what came on an idle connection for the answer to its next request."),
    Fault(
      .statusWithoutReasonAccepted, "R174",
      "It takes a status line that ends with its code for 200 (OK)."),
    Fault(.extraOctetsTaken, "R142", "It takes octets behind a response for the next response."),
    Fault(.truncatedTaken, "R036", "It takes a response that was cut off for a whole one."),
    Fault(.interimTakenForFinal, "R039", "It takes an interim response for the final one."),
    Fault(.timeoutIgnored, "R024", "It ignores its time limit.", hangs: true),
    Fault(
      .slowAnswersNotAwaited, "R024",
      "It makes a request again and again as long as it is not answered."),
    Fault(
      .brokenAnswersRepeated, "R036",
      "It makes a request again and again whose answer breaks off."),
    Fault(
      .failureTakenForResponse, "R036",
      "It gives its caller an empty response where a request has failed."),
    Fault(.statusLost, "R025", "It gives its caller every response without its status."),
    Fault(.bodiesLost, "R025", "It gives its caller every response without its body."),
    Fault(.everythingRepeated, "R024", "It makes every request four times more."),
    Fault(
      .laterRequestsRepeated, "R026", "It makes all requests but the first again and again."),
    Fault(.proxyChallengeOfOriginAnswered, "R035", "It answers a 407 that no proxy sent."),
    Fault(.originAnsweredInProxyField, "R031", "It answers the origin in Proxy-Authorization."),
    Fault(.proxyAnsweredInOriginField, "R031", "It answers the proxy in Authorization."),
    Fault(
      .credentialsInBothFields, "R031",
      "It sends credentials in the field of the other side as well."),
    Fault(
      .unaskedInProxyField, "R031",
      "It sends a password in Proxy-Authorization unasked, whomever it is for."),
    Fault(
      .sidesShareAttempts, "R034",
      "It takes a 401 behind a 407 that it has answered for a refusal, and the reverse."),
    Fault(.proxyAuthorizationInTunnel, "R032", "It sends Proxy-Authorization inside a tunnel."),
    Fault(.authorizationOnConnect, "R033", "It sends Authorization with CONNECT."),
    Fault(.cookiesOnConnect, "R033", "It sends the caller's Cookie with CONNECT."),
    Fault(
      .originChallengeOnConnectAnswered, "R033",
      "It answers a 401 to CONNECT with the origin's credentials."),
    Fault(.cookieOfProxyKept, "R032", "It keeps the cookie of a refused CONNECT for the origin."),
    Fault(.redirectOfConnectFollowed, "R041", "It follows a redirect that answers CONNECT."),
    Fault(
      .proxyPassedBy, "R026", "It goes straight to the origin server when the proxy refuses."),
    Fault(.replacedProxyKept, "R064", "It goes on using the proxy that the caller has replaced."),
    Fault(
      .tunnelsKeptForOtherLogins, "R128",
      "It goes on using a tunnel that another login opened."),
  ]
}
