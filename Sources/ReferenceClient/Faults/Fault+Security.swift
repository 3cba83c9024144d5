// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in what goes over TLS, what does not, and in certificates of the client.
  static let security: [Fault] = [
    Fault(.addressNamed, "R232", "It names an address in its first message."),
    Fault(
      .callersAuthorizationFollowsIntoClear, "R221",
      "It sends the caller's Authorization after a redirect from https to http on one host."),
    Fault(
      .certificateRequestRefused, "R225",
      "It gives up if a server asks for a certificate and it has none."),
    Fault(
      .clearAfterTLSFailure, "R220",
      "It makes an https request in clear once TLS has failed."),
    Fault(
      .clearResponseTaken, "R220",
      "It goes on in clear where a server answers TLS with HTTP."),
    Fault(
      .clientCertificateByHostOnly, "R226",
      "It shows its certificate on every port of the host that it is for."),
    Fault(
      .clientCertificateFollows, "R226",
      "It shows the certificate for the first origin to the target of a redirect."),
    Fault(
      .clientCertificateOfProxyToOrigin, "R226",
      "It shows its certificate for the proxy to the origin server."),
    Fault(
      .clientCertificateToEveryServer, "R226",
      "It shows its certificate to every server that asks for one."),
    Fault(
      .clientCertificateToProxy, "R226",
      "It shows its certificate for the origin server to a proxy."),
    Fault(
      .clientCertificateWithheld, "R224",
      "It shows no certificate, though it has the one that is asked for."),
    Fault(
      .closureAlertAlwaysDemanded, "R244",
      "It takes no body for complete without a closure alert."),
    Fault(.closureAlertLeftOut, "R230", "It closes connections without a closure alert."),
    Fault(
      .connectionSharedByIdentities, "R226",
      "It goes on over a connection on which it has shown another certificate."),
    Fault(
      .connectionSharedByNames, "R245",
      "It uses a connection for another host at the same address."),
    Fault(
      .cookiePrefixesIgnored, "R247",
      "It stores cookies whose names promise attributes that they do not have."),
    Fault(
      .credentialsFollowIntoClear, "R221",
      "It sends what https accepted to http after a redirect."),
    Fault(
      .endWithoutClosureTaken, "R223",
      "It takes a body for whole that ends with the connection, without a closure alert."),
    Fault(
      .finalDotNamed, "R232", "It names a host with its final dot in its first message."),
    Fault(
      .httpsForwardedByProxy, "R220",
      "It has its proxy forward https requests, without a tunnel."),
    Fault(
      .laterCertificateRequestRefused, "R248",
      "It ends a connection on which it is asked for a certificate after the handshake."),
    Fault(
      .loginOfSessionSent, "R134",
      "It goes on with the last login of a TLS session when it resumes it."),
    Fault(
      .misdirectedRequestRepeatedInPlace, "R243",
      "It repeats a misdirected request on the same connection."),
    Fault(
      .nonceCountOfSessionBegunAgain, "R087",
      "It counts the requests with a nonce from one again when it resumes a TLS session."),
    Fault(.oldVersionsSpoken, "R233", "It speaks TLS 1.0 and 1.1."),
    Fault(
      .proxyAuthorizationInsideTLS, "R222",
      "It sends Proxy-Authorization inside the TLS that a tunnel leads to."),
    Fault(.refererInClear, "R240", "It sends the URL of an https page as Referer in clear."),
    Fault(
      .refusedServerTriedAgain, "R210",
      "It connects again and again to a server with which TLS fails."),
    Fault(
      .replacedCertificatesKept, "R226",
      "It goes on showing a certificate that the caller has replaced."),
    Fault(.schemesNotCompared, "R221", "It takes https and http on one host for one origin."),
    Fault(.secureCookieInClear, "R241", "It sends a cookie for secure connections in clear."),
    Fault(
      .secureCookieReplacedInClear, "R242",
      "It lets a server in clear replace a cookie for secure connections."),
    Fault(
      .secureCookieTakenInClear, "R242",
      "It takes a cookie for secure connections from a server in clear."),
    Fault(.serverNameLeftOut, "R231", "It does not name the host in its first message."),
    Fault(
      .serverNameOfFirstHop, "R231",
      "After a redirect it names the host of the first URL in its first message."),
    Fault(
      .sessionOfAnotherUserResumed, "R226",
      "It resumes a session in which it has shown another certificate."),
    Fault(
      .shorterBodyTakenOverTLS, "R246",
      "It takes a body for complete that TLS has cut short."),
    Fault(
      .spacesWithoutScheme, "R221",
      "It remembers an accepted login by host and port, and forgets the scheme."),
    Fault(
      .tlsFailureTakenForLoss, "R237",
      "It reports a server that it refuses as a connection that was lost."),
    Fault(
      .tokenFollowsIntoClear, "R115",
      "It sends the token of an https server to http after a redirect."),
  ]
}
