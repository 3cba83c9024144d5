extension Fault {
  /// What can be wrong with connections, proxies and tunnels.
  static let connections: [Fault] = [
    Fault(
      .challengeBodyNotRead, "R036",
      "It goes on over a connection before it has read the challenge's body."),
    Fault(.closeIgnored, "R036", "It goes on over a connection that the server closes."),
    Fault(.http10TakenForPersistent, "R036", "It goes on over a connection of HTTP/1.0."),
    Fault(.extraOctetsTaken, "R036", "It takes octets behind a response for the next response."),
    Fault(.truncatedTaken, "R036", "It takes a response that was cut off for a whole one."),
    Fault(.interimTakenForFinal, "R039", "It takes an interim response for the final one."),
    Fault(.timeoutIgnored, "R024", "It waits for ever.", hangs: true),
    Fault(.proxyChallengeOfOriginAnswered, "R035", "It answers a 407 that no proxy sent."),
    Fault(.originAnsweredInProxyField, "R031", "It answers the origin in Proxy-Authorization."),
    Fault(.proxyAnsweredInOriginField, "R031", "It answers the proxy in Authorization."),
    Fault(.proxyAuthorizationInTunnel, "R032", "It sends Proxy-Authorization inside a tunnel."),
    Fault(.authorizationOnConnect, "R033", "It sends Authorization with CONNECT."),
    Fault(.cookiesOnConnect, "R033", "It sends the caller's Cookie with CONNECT."),
    Fault(
      .originChallengeOnConnectAnswered, "R033",
      "It answers a 401 to CONNECT with the origin's credentials."),
    Fault(.cookieOfProxyKept, "R032", "It keeps the cookie of a refused CONNECT for the origin."),
    Fault(.redirectOfConnectFollowed, "R041", "It follows a redirect that answers CONNECT."),
    Fault(
      .tunnelsKeptForOtherLogins, "R064",
      "It goes on using a tunnel that another login opened."),
  ]
}
