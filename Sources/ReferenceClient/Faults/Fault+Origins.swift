extension Fault {
  /// Faults in comparing origins, and in sending the data of one origin to another.
  static let origins: [Fault] = [
    Fault(
      .addressFamiliesMixed, "R047",
      "It takes the loopback addresses of IPv4 and IPv6 for one origin."),
    Fault(
      .callersCookieFollowsBesideJar, "R042",
      "It sends the caller's Cookie to the target of a redirect where it keeps cookies of its own."),
    Fault(
      .callersLinesLostBehindProxy, "R147",
      "Behind a proxy it loses the caller's Authorization and Cookie on a redirect within the origin."
    ),
    Fault(
      .callersLinesLostOnRedirect, "R147",
      "It loses the caller's Authorization and Cookie on a redirect within the origin."),
    Fault(
      .callersProxyAuthorizationIgnored, "R134",
      "It does not send the caller's Proxy-Authorization to its proxy."),
    Fault(.caseMattersInHosts, "R047", "It takes a host in other letters for another origin."),
    Fault(
      .comparesPortsAlone, "R047",
      "It takes every server on the port of an origin for that origin."),
    Fault(
      .cookiesByPrefix, "R139",
      "It sends a cookie to every host whose name begins with that of its host."),
    Fault(
      .cookiesBySuffix, "R139",
      "It sends a cookie to every host whose name ends like that of its host."),
    Fault(
      .cookiesForSubdomains, "R139",
      "It sends a cookie without a Domain to the hosts below its own."),
    Fault(
      .defaultPortIsAnotherOrigin, "R047",
      "It takes an origin with its default port written out for another."),
    Fault(
      .loginLostBehindProxy, "R044",
      "Behind a proxy it loses its login on a redirect within the origin."),
    Fault(.netrcBySuffix, "R133", "It finds netrc entries by the end of the host name."),
    Fault(
      .originTakenForProxy, "R035",
      "It answers an origin's 407 with the login for the proxy, though it uses none."),
    Fault(
      .originsBehindProxyMixed, "R041",
      "Behind a proxy it takes every origin for the one it was at."),
    Fault(
      .parentTakenForOrigin, "R047",
      "It takes the domain above an origin for that origin, and sends it the same credentials."),
    Fault(.portsOfIPv6Ignored, "R047", "It does not look at the port behind an address of IPv6."),
    Fault(
      .prefixTakenForOrigin, "R047",
      "It takes every host whose name begins with that of an origin for that origin."),
    Fault(
      .siblingTakenForOrigin, "R047",
      "It takes a name below the same domain for the same origin."),
    Fault(
      .spacesSharedByLogin, "R106",
      "It sends what one origin accepted to another that has the same login, nonce and all."),
    Fault(
      .suffixTakenForOrigin, "R047",
      "It takes every host whose name ends like that of an origin for that origin."),
    Fault(
      .tunnelTakenForProxy, "R032",
      "It answers a 407 that comes through a tunnel it had before with the login for the proxy."),
    Fault(
      .userinfoComparedAsHost, "R047",
      "It compares what stands before the @ of a Location with the host it was at."),
    Fault(
      .proxyDigestKeepsFirstTarget, "R043",
      "It makes a proxy's Digest for the first request's target when it follows a redirect."),
  ]
}
