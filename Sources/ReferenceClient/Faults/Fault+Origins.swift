// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in comparing origins, and in sending the data of one origin to another.
  static let origins: [Fault] = [
    Fault(
      .addressFamiliesMixed, "R047",
      "It treats the loopback addresses of IPv4 and IPv6 as one origin."),
    Fault(
      .callersCookieFollowsBesideJar, "R042",
      "It sends the caller's Cookie to a redirect's target if it keeps cookies itself."),
    Fault(
      .callersLinesLostBehindProxy, "R147",
      "Behind a proxy it loses the caller's Authorization and Cookie on a redirect within the "
        + "origin."
    ),
    Fault(
      .callersLinesLostOnRedirect, "R147",
      "It loses the caller's Authorization and Cookie on a redirect within the origin."),
    Fault(
      .callersProxyAuthorizationIgnored, "R134",
      "It does not send the caller's Proxy-Authorization to its proxy."),
    Fault(.caseMattersInHosts, "R047", "It treats a host in other case as another origin."),
    Fault(
      .comparesPortsAlone, "R047",
      "It treats every server on an origin's port as that origin."),
    Fault(
      .cookieDomainsNotCompared, "R139",
      "It keeps a cookie for its host whose Domain is another host."),
    Fault(
      .cookiePathsByLetters, "R139",
      "It sends a cookie to every path that begins with the letters of the cookie's path."),
    Fault(.cookiePathsIgnored, "R139", "It sends a cookie to every path of its host."),
    Fault(
      .cookiesByPrefix, "R139",
      "It sends a cookie to every host whose name begins with that of its host."),
    Fault(
      .cookiesBySuffix, "R139",
      "It sends a cookie to every host whose name ends in that of its host."),
    Fault(
      .cookiesForSubdomains, "R139",
      "It sends a cookie without a Domain to the hosts below its own."),
    Fault(
      .defaultPortIsAnotherOrigin, "R047",
      "It treats an origin with an explicit default port as another."),
    Fault(
      .loginLostBehindProxy, "R044",
      "Behind a proxy it loses its login on a redirect within the origin."),
    Fault(.netrcBySuffix, "R133", "It finds netrc entries by the end of the host name."),
    Fault(
      .originTakenForProxy, "R035",
      "It answers an origin's 407 with the login for the proxy, although it uses none."),
    Fault(
      .originsBehindProxyMixed, "R041",
      "Behind a proxy it treats every origin as the first one."),
    Fault(
      .parentTakenForOrigin, "R047",
      "It treats the parent domain of an origin as that origin, and sends it the same "
        + "credentials."),
    Fault(.portsOfIPv6Ignored, "R047", "It ignores the port after an IPv6 address."),
    Fault(
      .prefixTakenForOrigin, "R047",
      "It treats every host whose name begins with that of an origin as that origin."),
    Fault(
      .siblingTakenForOrigin, "R047",
      "It treats a name with the same parent domain as the same origin."),
    Fault(
      .spacesByAddress, "R047",
      "It remembers an accepted login by the address and port that a name leads to."),
    Fault(
      .spacesSharedByLogin, "R106",
      "It sends credentials with their nonce to another origin that has the same login."),
    Fault(
      .suffixTakenForOrigin, "R047",
      "It treats every host whose name ends in that of an origin as that origin."),
    Fault(
      .tunnelTakenForProxy, "R032",
      "It answers a 407 through an older tunnel with the login for the proxy."),
    Fault(
      .unknownSchemeTakenForPath, "R047",
      "It takes a Location of another scheme than http and https for a path."),
    Fault(
      .userinfoComparedAsHost, "R047",
      "It compares the text before the @ of a Location with the first host."),
    Fault(
      .proxyDigestKeepsFirstTarget, "R043",
      "After a redirect it computes a proxy's Digest for the first request's target."),
  ]
}
