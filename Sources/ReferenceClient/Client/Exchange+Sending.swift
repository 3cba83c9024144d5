// SPDX-License-Identifier: Apache-2.0

import Transcripts
import HTTPAuth
import Platform

extension Exchange {
  /// Sends CONNECT or the request.
  func send(on connection: Connection) {
    do throws(CredentialsError) {
      if case .tunnel(_, let origin) = connection.route, !connection.isTunnelOpen {
        try sendConnect(to: origin, on: connection)
      } else {
        try sendRequest(on: connection)
      }
    } catch {
      fail(.credentials, error.message)
    }
  }

  // MARK: CONNECT

  private func sendConnect(to origin: Origin, on connection: Connection) throws(CredentialsError) {
    let target = origin.authorityWithPort
    var writer = RequestWriter(method: "CONNECT", target: target, faults)
    writer.append("Host", Octets(target))
    if let proxy = proxyPeer {
      if let own = hop.callers("Proxy-Authorization") {
        writer.append("Proxy-Authorization", own)
      } else if let value = try credentials(for: proxy, method: "CONNECT", target: target, body: "")
      {
        writer.append("Proxy-Authorization", value)
        if faults.has(.credentialsInBothFields) { writer.append("Authorization", value) }
      }
    }
    if let value = originsCredentialsOnConnect, faults.has(.authorizationOnConnect) {
      writer.append("Authorization", value)
    }
    if attempts[originPeer]?.next != nil, let value = originsCredentialsOnConnect,
      faults.has(.originChallengeOnConnectAnswered)
    {
      writer.append("Authorization", value)
    }
    if let own = hop.callers("Cookie"), faults.has(.cookiesOnConnect) {
      writer.append("Cookie", own)
    }
    writeFurtherLines(to: &writer, on: connection, isConnect: true)
    writer.finish()
    phase = .tunnelling
    connection.expectResponse(to: "CONNECT")
    connection.send(writer)
  }

  /// The origin's credentials on CONNECT: a fault.
  private var originsCredentialsOnConnect: Octets? {
    if let own = hop.callers("Authorization") { return own }
    return book.logins(at: originPeer, realm: nil, scheme: .basic).first.flatMap { login in
      try? BasicCredentials.value(login, wantsUTF8: false, faults)
    }
  }

  // MARK: The request

  /// request-target (RFC 9112 3.2): absolute-form to a proxy, otherwise origin-form.
  private func target(on connection: Connection) -> String {
    if hop.address.path != hop.address.target, faults.has(.queryLeftOut) {
      return hop.address.path
    }
    if let token = book.logins(at: originPeer, realm: nil, scheme: .bearer).first?.token,
      faults.has(.tokenInQuery) || faults.has(.tokenInQueryAlone)
        || (isUnaskedPUT
          && (faults.has(.tokenInQueryWithPUT) || faults.has(.tokenInQueryAloneWithPUT)))
    {
      let sign = hop.address.target.contains("?") ? "&" : "?"
      return hop.address.target + sign + "access_token=" + token.latin1
    }
    if let info = chain.userinfo?.userinfo, faults.has(.userinfoInTarget) {
      let login = "\(info.user.latin1):\(info.password?.latin1 ?? "")"
      return "http://\(login)@\(hop.address.origin.authority)\(hop.address.target)"
    }
    let whole = hop.address.origin.url + hop.address.target
    if case .forwarded = connection.route { return whole }
    return isRetry && faults.has(.absoluteTargetOnRetry) ? whole : hop.address.target
  }

  private var isUnaskedPUT: Bool { hop.method == "PUT" && settings.preemptive }

  /// The body to send; faults change it.
  func body(isUnasked: Bool) -> Octets? {
    let half = { (body: Octets?) in body.map { Octets($0.bytes.prefix($0.count / 2)) } }
    var body = hop.body
    if isRetry {
      body = faults.alter(body, .bodyDroppedOnRetry) { $0.map { _ in "" } }
      body = faults.alter(body, .bodyCutOnRetry, half)
    } else if isUnasked {
      body = faults.alter(body, .bodyCutUnasked, half)
    }
    if sendsNegotiateToken {
      body = faults.alter(body, .negotiateBodyForgotten) { $0.map { _ in "" } }
    }
    return faults.alter(body, .bodyInvented) { $0 == nil || $0 == "" ? "nothing" : $0 }
  }

  private func sendRequest(on connection: Connection) throws(CredentialsError) {
    let target = target(on: connection)
    var method = hop.method
    if isRetry { method = faults.alter(method, .methodBecomesGETOnRetry) { _ in "GET" } }
    let isUnasked = [originPeer, proxyPeer].contains { $0.flatMap(answer(for:)) != nil }
    // Message 1 proves nothing, so the request is made without its body (RFC 4559 6 has it so for
    // all logins of connections).
    let opensLogin = opensLogin && !faults.takes(.ntlmBodyWithMessage1)
    let body = opensLogin && hop.body != nil ? "" : body(isUnasked: isUnasked)
    var writer = RequestWriter(method: method, target: target, faults)
    writeHost(to: &writer, on: connection)
    try writeCredentials(
      to: &writer, on: connection, method: method, target: target, body: body ?? "")
    writeCookies(to: &writer)
    writeWebSocketLines(to: &writer)
    writeCallersLines(to: &writer, on: connection)
    writeFurtherLines(to: &writer, on: connection)
    let waits = writeFraming(to: &writer, body: body)
    writer.finish()
    connection.expectResponse(to: method)
    sending.tries += 1
    if waits {
      phase = .waitingToContinue
      sending.heldBack = body
      connection.send(writer)
      // A client does not wait for a 100 without limit (RFC 9110 10.1.1).
      wait(milliseconds: min(1000, settings.timeout / 3))
    } else {
      phase = .sent
      connection.send(writer, body: body, framed: framed(body))
      if hop.isStream, body != nil, !opensLogin { sending.isStreamSpent = true }
      speaksBeforeAnswer(on: connection)
      watchForSlowness()
    }
    connection.resume()
  }

  private func writeHost(to writer: inout RequestWriter, on connection: Connection) {
    if let info = chain.userinfo?.userinfo,
      faults.has(.userinfoInHost)
        || (connection is StreamConnection && faults.has(.userinfoInAuthority))
    {
      let login = "\(info.user.latin1):\(info.password?.latin1 ?? "")"
      writer.append("Host", Octets("\(login)@\(hop.address.origin.authority)"))
    } else if hop.callers("Host") == nil {
      writer.append("Host", Octets(hop.address.origin.authority))
    }
    if let info = chain.userinfo?.userinfo, chain.length > 0, faults.has(.credentialsInReferer) {
      let login = "\(info.user.latin1):\(info.password?.latin1 ?? "")"
      writer.append("Referer", Octets("http://\(login)@\(chain.userinfo?.origin.authority ?? "")/"))
    }
    if let info = chain.userinfo?.userinfo, chain.length > 0, faults.has(.userNameInReferer) {
      writer.append(
        "Referer", Octets("http://\(info.user.latin1)@\(chain.userinfo?.origin.authority ?? "")/"))
    }
    if hop.callers("Accept") == nil, !faults.takes(.noAccept) { writer.append("Accept", "*/*") }
  }

  /// Writes Authorization for the origin server, and Proxy-Authorization for a proxy that forwards
  /// the request.
  private func writeCredentials(
    to writer: inout RequestWriter, on connection: Connection, method: Octets, target: String,
    body: Octets
  ) throws(CredentialsError) {
    let origins = try writeOriginsCredentials(
      to: &writer, method: method, target: target, body: body)
    if let value = passwordForAnybody, faults.has(.unaskedInProxyField) {
      writer.append("Proxy-Authorization", value)
    }
    let proxys = try writeProxysCredentials(
      to: &writer, on: connection, method: method, target: target, body: body)
    switch (origins, proxys) {
    case (let value?, nil) where faults.has(.credentialsInBothFields):
      writer.append("Proxy-Authorization", value)
    case (nil, let value?) where faults.has(.credentialsInBothFields):
      writer.append("Authorization", value)
    default: break
    }
  }

  /// Writes the credentials for the origin server, and returns them.
  private func writeOriginsCredentials(
    to writer: inout RequestWriter, method: Octets, target: String, body: Octets
  ) throws(CredentialsError) -> Octets? {
    // A caller's own field takes precedence, and the client adds none (RFC 9110 11.6.2).
    guard hop.callers("Authorization") == nil || faults.has(.callersAuthorizationDoubled) else {
      return nil
    }
    var uri = target
    if session.preferences.proxiedDigestURI == .path {
      uri = hop.address.target
    }
    if connection is StreamConnection {
      uri = faults.alter(uri, .uriWithAuthorityOverHTTP2) { hop.address.origin.url + $0 }
    }
    uri = faults.alter(uri, .uriWithoutQuery) { uri in String(uri.prefix { $0 != "?" }) }
    uri = faults.alter(uri, .uriDecoded) { uri in
      PercentEncoding.decode(Array(uri.utf8)[...])?.latin1 ?? uri
    }
    uri = faults.alter(uri, .uriLowerCase) { $0.lowercased() }
    let value = try credentials(for: originPeer, method: method, target: uri, body: body)
    guard let value else { return nil }
    if attempts[originPeer]?.sent?.offer.scheme == .bearer,
      faults.has(.tokenInQueryAlone)
        || (isUnaskedPUT && faults.has(.tokenInQueryAloneWithPUT))
    {
      return nil
    }
    writer.append(
      faults.has(.originAnsweredInProxyField) ? "Proxy-Authorization" : "Authorization", value)
    if let proof = proofOfPossession(method: method) { writer.append("DPoP", proof) }
    if faults.has(.authorizationTwice) { writer.append("Authorization", value) }
    return value
  }

  /// Writes the credentials for a proxy that forwards the request, and returns them.
  private func writeProxysCredentials(
    to writer: inout RequestWriter, on connection: Connection, method: Octets, target: String,
    body: Octets
  ) throws(CredentialsError) -> Octets? {
    if let login = faultState.strangersLogin { writer.append("Proxy-Authorization", login) }
    guard let proxy = proxyPeer else { return nil }
    if case .tunnel = connection.route {
      // No proxy receives the request inside a tunnel (RFC 9110 11.7.2).
      if faults.has(.proxyAuthorizationInTunnel)
        || (!connection.layers.isEmpty && faults.has(.proxyAuthorizationInsideTLS)),
        let value = try credentials(for: proxy, method: method, target: target, body: body)
      {
        writer.append("Proxy-Authorization", value)
      }
      return nil
    }
    guard hop.callers("Proxy-Authorization") == nil else { return nil }
    let uri = session.preferences.proxiedDigestURI == .path ? hop.address.target : target
    let value = try credentials(for: proxy, method: method, target: uri, body: body)
    guard let value else { return nil }
    writer.append(
      faults.has(.proxyAnsweredInOriginField) ? "Authorization" : "Proxy-Authorization", value)
    return value
  }

  /// The first password of the client as Basic credentials, which no server may get this way.
  private var passwordForAnybody: Octets? {
    settings.credentials.first { $0.token == nil }.flatMap { entry in
      try? BasicCredentials.value(
        Login(user: entry.user, password: entry.password), wantsUTF8: false, faults)
    }
  }

  /// The password for a proxy as Basic credentials.
  var passwordForProxy: Octets? {
    settings.credentials.first { $0.target == .proxy && $0.token == nil }.flatMap { entry in
      try? BasicCredentials.value(
        Login(user: entry.user, password: entry.password), wantsUTF8: false, faults)
    }
  }

  private func writeCookies(to writer: inout RequestWriter) {
    guard settings.cookies, hop.callers("Cookie") == nil else { return }
    guard let value = session.cookies.value(for: hop.address) else { return }
    if isRetry, faults.has(.cookieOfChallengeLost) { return }
    writer.append("Cookie", value)
  }

  /// `true` if the client has made the hop's request before.
  private var isRetry: Bool { sending.tries > 0 }

  private func writeCallersLines(to writer: inout RequestWriter, on connection: Connection) {
    if isRetry, !hop.lines.isEmpty, faults.has(.callersLinesLostOnRetry) { return }
    for line in hop.lines {
      if line.name.equalsIgnoringCase("Content-Length")
        || line.name.equalsIgnoringCase("Transfer-Encoding")
      {
        continue
      }
      if line.name.equalsIgnoringCase("Proxy-Authorization"), case .tunnel = connection.route,
        !faults.has(.proxyAuthorizationInTunnel)
      {
        continue
      }
      if line.name.equalsIgnoringCase("Authorization"), faults.has(.callersAuthorizationIgnored) {
        continue
      }
      if line.name.equalsIgnoringCase("Proxy-Authorization"), case .forwarded = connection.route,
        faults.has(.callersProxyAuthorizationIgnored)
      {
        continue
      }
      writer.append(line.name, line.value)
    }
  }
}
