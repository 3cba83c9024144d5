// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in comparing origins, and in sending the data of one origin to another.
  static let origins: [Fault] = [
    Name.callersLinesLostBehindProxy.breaks(
      "R147",
      "Behind a proxy it loses the caller's Authorization and Cookie on a redirect within the "
        + "origin."),
    Name.callersLinesLostOnRedirect.breaks(
      "R147", "It loses the caller's Authorization and Cookie on a redirect within the origin."),
    Name.callersProxyAuthorizationIgnored.breaks(
      "R134", "It does not send the caller's Proxy-Authorization to its proxy."),
    Name.comparesPortsAlone.breaks(
      "R047", "It treats every server on an origin's port as that origin."),
    Name.cookieDomainsNotCompared.breaks(
      "R139", "It keeps a cookie for its host whose Domain is another host."),
    Name.cookiePathsIgnored.breaks("R139", "It sends a cookie to every path of its host."),
    Name.cookiesBySuffix.breaks(
      "R139", "It sends a cookie to every host whose name ends in that of its host."),
    Name.cookiesForSubdomains.breaks(
      "R139", "It sends a cookie without a Domain to the hosts below its own."),
    Name.defaultPortIsAnotherOrigin.breaks(
      "R047", "It treats an origin with an explicit default port as another."),
    Name.loginLostBehindProxy.breaks(
      "R044", "Behind a proxy it loses its login on a redirect within the origin."),
    Name.originsBehindProxyMixed.breaks(
      "R041", "Behind a proxy it treats every origin as the first one."),
    Name.spacesSharedByLogin.breaks(
      "R106", "It sends credentials with their nonce to another origin that has the same login."),
    Name.suffixTakenForOrigin.breaks(
      "R047", "It treats every host whose name ends in that of an origin as that origin."),
    Name.tunnelTakenForProxy.breaks(
      "R032", "It answers a 407 through an older tunnel with the login for the proxy."),
    Name.unknownSchemeTakenForPath.breaks(
      "R476", "It takes a Location of another scheme than http and https for a path."),
    Name.proxyDigestKeepsFirstTarget.breaks(
      "R043", "After a redirect it computes a proxy's Digest for the first request's target."),
  ]
}
