// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in what goes over TLS, what does not, and in certificates of the client.
  static let security: [Fault] = [
    Name.addressNamed.breaks("R232", "It names an address in its first message."),
    Name.callersAuthorizationFollowsIntoClear.breaks(
      "R042", "It sends the caller's Authorization after a redirect from https to http on one host."
    ),
    Name.certificateRequestRefused.breaks(
      "R225", "It gives up if a server asks for a certificate and it has none."),
    Name.clearAfterTLSFailure.breaks(
      "R220", "It makes an https request in clear once TLS has failed."),
    Name.clearResponseTaken.breaks(
      "R220", "It goes on in clear where a server answers TLS with HTTP."),
    Name.clientCertificateByHostOnly.breaks(
      "R226", "It shows its certificate on every port of the host that it is for."),
    Name.clientCertificateFollows.breaks(
      "R226", "It shows the certificate for the first origin to the target of a redirect."),
    Name.clientCertificateOfProxyToOrigin.breaks(
      "R226", "It shows its certificate for the proxy to the origin server."),
    Name.clientCertificateToEveryServer.breaks(
      "R226", "It shows its certificate to every server that asks for one."),
    Name.clientCertificateToProxy.breaks(
      "R226", "It shows its certificate for the origin server to a proxy."),
    Name.clientCertificateWithheld.breaks(
      "R224", "It shows no certificate, though it has the one that is asked for."),
    Name.closureAlertAlwaysDemanded.breaks(
      "R244", "It takes no body for complete without a closure alert."),
    Name.closureAlertLeftOut.breaks("R230", "It closes connections without a closure alert."),
    Name.connectionSharedByIdentities.breaks(
      "R226", "It goes on over a connection on which it has shown another certificate."),
    Name.connectionSharedByNames.breaks(
      "R245", "It uses a connection for another host at the same address."),
    Name.credentialsFollowIntoClear.breaks(
      "R221", "It sends what https accepted to http after a redirect."),
    Name.endWithoutClosureTaken.breaks(
      "R223", "It takes a body for whole that ends with the connection, without a closure alert."),
    Name.finalDotNamed.breaks("R232", "It names a host with its final dot in its first message."),
    Name.httpsForwardedByProxy.breaks(
      "R220", "It has its proxy forward https requests, without a tunnel."),
    Name.laterCertificateRequestRefused.breaks(
      "R248", "It ends a connection on which it is asked for a certificate after the handshake."),
    Name.loginOfSessionSent.breaks(
      "R134", "It goes on with the last login of a TLS session when it resumes it."),
    Name.misdirectedRequestRepeatedInPlace.breaks(
      "R243", "It repeats a misdirected request on the same connection."),
    Name.oldVersionsSpoken.breaks("R233", "It speaks TLS 1.0 and 1.1."),
    Name.proxyAuthorizationInsideTLS.breaks(
      "R222", "It sends Proxy-Authorization inside the TLS that a tunnel leads to."),
    Name.refererInClear.breaks("R240", "It sends the URL of an https page as Referer in clear."),
    Name.refusedServerTriedAgain.breaks(
      "R210", "It connects again and again to a server with which TLS fails."),
    Name.replacedCertificatesKept.breaks(
      "R226", "It goes on showing a certificate that the caller has replaced."),
    Name.schemesNotCompared.breaks("R221", "It takes https and http on one host for one origin."),
    Name.secureCookieInClear.breaks("R241", "It sends a cookie for secure connections in clear."),
    Name.secureCookieReplacedInClear.breaks(
      "R242", "It lets a server in clear replace a cookie for secure connections."),
    Name.secureCookieTakenInClear.breaks(
      "R242", "It takes a cookie for secure connections from a server in clear."),
    Name.serverNameLeftOut.breaks("R231", "It does not name the host in its first message."),
    Name.serverNameOfFirstHop.breaks(
      "R231", "After a redirect it names the host of the first URL in its first message."),
    Name.sessionOfAnotherUserResumed.breaks(
      "R226", "It resumes a session in which it has shown another certificate."),
    Name.shorterBodyTakenOverTLS.breaks(
      "R246", "It takes a body for complete that TLS has cut short."),
    Name.tlsFailureTakenForLoss.breaks(
      "R237", "It reports a server that it refuses as a connection that was lost."),
    Name.tokenFollowsIntoClear.breaks(
      "R115", "It sends the token of an https server to http after a redirect."),
  ]
}
