// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The TLS of an exchange: what it demands of servers, and the certificate that it shows to them.
extension Exchange {
  /// Returns the URL if the client can secure a request for it: "This process requires that a
  /// client be configured with a set of trust anchors." (RFC 9110 4.3.4)
  func checked(_ address: WebAddress) throws(AddressError) -> WebAddress {
    guard address.origin.isSecure, settings.tls == nil else { return address }
    throw .noTLS
  }

  /// `true` if no server on the route has TLS, or the client has trust anchors.
  func hasAnchors(for route: Route) -> Bool {
    settings.tls != nil || !(route.first.isSecure || route.last?.isSecure ?? false)
  }

  /// An https request passes a proxy in a tunnel, in which TLS leads to the origin server.
  func needsTunnel(to origin: Origin) -> Bool {
    // "If the client is configured to use a proxy […], then the client SHOULD connect to that proxy
    // and ask it to open a TCP connection" (RFC 6455 4.1).
    if webSocket != nil, !faults.has(.webSocketForwardedByProxy) { return true }
    return origin.isSecure && !faults.has(.httpsForwardedByProxy)
  }

  /// `true` if the URL of the referring page may be sent to the hop's server.
  ///
  /// "A user agent MUST NOT send a Referer header field in an unsecured HTTP request if the
  /// referring resource was accessed with a secure protocol." (RFC 9110 10.1.3)
  func mayName(_ referrer: String) -> Bool {
    hop.address.origin.isSecure || !referrer.hasPrefix("https:")
  }

  /// The TLS of a route; `nil` for none.
  ///
  /// "A client MUST ensure that its HTTP requests for an "https" resource are secured, prior to
  /// being communicated, and that it only accepts secured responses to those requests." (RFC 9110
  /// 4.2.2)
  func security(for route: Route) -> ConnectionSecurity? {
    guard let tls = settings.tls, !faultState.isInClear else { return nil }
    var security = ConnectionSecurity()
    if route.first.isSecure { security.first = peer(route.first, on: route, tls) }
    if let last = route.last, last.isSecure {
      security.inner = peer(last, on: route, tls)
    }
    return security.first == nil && security.inner == nil ? nil : security
  }

  private func peer(_ server: Origin, on route: Route, _ tls: ClientTLS) -> TLSPeer {
    let isProxy = server == route.proxy
    let target: ClientCredentials.Target = isProxy ? .proxy : .origin
    var host = server.host
    if !isProxy, let proxy = route.proxy {
      // The origin server in a tunnel is verified by its own name.
      host = faults.alter(host, .hostOfProxyCheckedForOrigin) { _ in proxy.host }
    }
    var namedHost = server.host
    if let first = chain.firstHop?.address.origin.host, chain.length > 0, !isProxy {
      namedHost = faults.alter(namedHost, .serverNameOfFirstHop) { _ in first }
      host = faults.alter(host, .hostOfFirstHopChecked) { _ in first }
    }
    if !isProxy, hop.address.hostAsWritten.utf8.contains(where: { $0 >= 0x80 }) {
      host = faults.alter(host, .uLabelsCompared) { _ in hop.address.hostAsWritten }
    }
    let identity = TLSPeer.Identity(
      host: host, namedHost: namedHost, isProxy: isProxy, anchors: tls.caFile,
      revocationList: tls.crlFile, pins: pins(of: server, target, tls),
      certificate: certificate(for: server, target, tls))
    return TLSPeer(
      identity: identity, port: server.port, isRedirected: chain.length > 0,
      isInTunnel: !isProxy && route.proxy != nil, isRepeated: faultState.isUnverified,
      servesWebSocket: webSocket != nil)
  }

  /// The pins for a server.
  private func pins(
    of server: Origin, _ target: ClientCredentials.Target, _ tls: ClientTLS
  ) -> [String] {
    let own = tls.pins.filter { $0.target == target && isFor($0.url, server) }.map(\.hash)
    return faults.alter(own, .pinsOfEveryServerTaken) { own in
      own.isEmpty ? own : tls.pins.map(\.hash)
    }
  }

  /// The client's certificate for a server: that server's only, by scheme, host and port.
  private func certificate(
    for server: Origin, _ target: ClientCredentials.Target, _ tls: ClientTLS
  ) -> ClientCertificate? {
    guard !tls.certificates.isEmpty else { return nil }
    if let own = tls.certificates.first(where: { $0.target == target && isFor($0.url, server) }) {
      return faults.has(.clientCertificateWithheld) ? nil : own
    }
    return strangersCertificate(for: server, target, tls)
  }

  /// A certificate that is for another server: faults.
  private func strangersCertificate(
    for server: Origin, _ target: ClientCredentials.Target, _ tls: ClientTLS
  ) -> ClientCertificate? {
    let others = tls.certificates
    if let other = others.first(where: { $0.target != target }) {
      if target == .proxy, faults.has(.clientCertificateToProxy) { return other }
      if target == .origin, faults.has(.clientCertificateOfProxyToOrigin) { return other }
    }
    if let other = others.first(where: { $0.target == target && isAtHost($0.url, server) }),
      faults.has(.clientCertificateByHostOnly)
    {
      return other
    }
    if chain.length > 0, let first = chain.firstHop?.address.origin,
      let other = others.first(where: { isFor($0.url, first) }),
      faults.has(.clientCertificateFollows)
    {
      return other
    }
    return faults.has(.clientCertificateToEveryServer) ? others.first : nil
  }

  private func isFor(_ url: String, _ server: Origin) -> Bool {
    (try? WebAddress(url))?.origin == server
  }

  private func isAtHost(_ url: String, _ server: Origin) -> Bool {
    (try? WebAddress(url))?.origin.host == server.host
  }

  /// Called when TLS failed, or the client refuses the server: nothing of the request was sent.
  func takeTLSFailure(_ failure: TLSFailure) {
    if repeatsInsecurely() { return attempt() }
    let kind: ClientFailure.Kind = faults.has(.tlsFailureTakenForLoss) ? .connection : .tls
    fail(kind, failure.message)
  }
}
