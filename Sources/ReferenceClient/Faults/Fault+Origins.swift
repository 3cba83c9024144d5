// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in comparing origins, and in sending the data of one origin to another.
  static let origins: [Fault] = [
    Name.addressFamiliesMixed.breaks(
      "R047", "It treats the loopback addresses of IPv4 and IPv6 as one origin."),
    Name.callersCookieFollowsBesideJar.breaks(
      "R042", "It sends the caller's Cookie to a redirect's target if it keeps cookies itself."),
    Name.callersLinesLostBehindProxy.breaks(
      "R147",
      "Behind a proxy it loses the caller's Authorization and Cookie on a redirect within the "
        + "origin."),
    Name.callersLinesLostOnRedirect.breaks(
      "R147", "It loses the caller's Authorization and Cookie on a redirect within the origin."),
    Name.callersProxyAuthorizationIgnored.breaks(
      "R134", "It does not send the caller's Proxy-Authorization to its proxy."),
    Name.caseMattersInHosts.breaks("R047", "It treats a host in other case as another origin."),
    Name.comparesPortsAlone.breaks(
      "R047", "It treats every server on an origin's port as that origin."),
    Name.cookieDomainsNotCompared.breaks(
      "R139", "It keeps a cookie for its host whose Domain is another host."),
    Name.cookiePathsByLetters.breaks(
      "R139", "It sends a cookie to every path that begins with the letters of the cookie's path."),
    Name.cookiePathsIgnored.breaks("R139", "It sends a cookie to every path of its host."),
    Name.cookiesByPrefix.breaks(
      "R139", "It sends a cookie to every host whose name begins with that of its host."),
    Name.cookiesBySuffix.breaks(
      "R139", "It sends a cookie to every host whose name ends in that of its host."),
    Name.cookiesForSubdomains.breaks(
      "R139", "It sends a cookie without a Domain to the hosts below its own."),
    Name.defaultPortIsAnotherOrigin.breaks(
      "R047", "It treats an origin with an explicit default port as another."),
    Name.loginLostBehindProxy.breaks(
      "R044", "Behind a proxy it loses its login on a redirect within the origin."),
    Name.netrcBySuffix.breaks("R133", "It finds netrc entries by the end of the host name."),
    Name.originTakenForProxy.breaks(
      "R035", "It answers an origin's 407 with the login for the proxy, although it uses none."),
    Name.originsBehindProxyMixed.breaks(
      "R041", "Behind a proxy it treats every origin as the first one."),
    Name.parentTakenForOrigin.breaks(
      "R047",
      "It treats the parent domain of an origin as that origin, and sends it the same "
        + "credentials."),
    Name.portsOfIPv6Ignored.breaks("R047", "It ignores the port after an IPv6 address."),
    Name.prefixTakenForOrigin.breaks(
      "R047", "It treats every host whose name begins with that of an origin as that origin."),
    Name.siblingTakenForOrigin.breaks(
      "R047", "It treats a name with the same parent domain as the same origin."),
    Name.spacesByAddress.breaks(
      "R047", "It remembers an accepted login by the address and port that a name leads to."),
    Name.spacesSharedByLogin.breaks(
      "R106", "It sends credentials with their nonce to another origin that has the same login."),
    Name.suffixTakenForOrigin.breaks(
      "R047", "It treats every host whose name ends in that of an origin as that origin."),
    Name.tunnelTakenForProxy.breaks(
      "R032", "It answers a 407 through an older tunnel with the login for the proxy."),
    Name.unknownSchemeTakenForPath.breaks(
      "R476", "It takes a Location of another scheme than http and https for a path."),
    Name.userinfoComparedAsHost.breaks(
      "R047", "It compares the text before the @ of a Location with the first host."),
    Name.proxyDigestKeepsFirstTarget.breaks(
      "R043", "After a redirect it computes a proxy's Digest for the first request's target."),
  ]
}
