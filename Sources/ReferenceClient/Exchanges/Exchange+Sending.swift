internal import ClientDrivers
internal import HTTPAuth
internal import Polling

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
    var writer = RequestWriter(method: "CONNECT", target: target)
    writer.append("Host", Octets(target))
    if let proxy = proxyPeer {
      if let own = hop.callers("Proxy-Authorization") {
        writer.append("Proxy-Authorization", own)
      } else if let value = try credentials(for: proxy, method: "CONNECT", target: target, body: "")
      {
        writer.append("Proxy-Authorization", value)
      }
    }
    if let value = originsCredentialsOnConnect, faults.has(.authorizationOnConnect) {
      writer.append("Authorization", value)
    }
    if let own = hop.callers("Cookie"), faults.has(.cookiesOnConnect) {
      writer.append("Cookie", own)
    }
    writer.finish()
    phase = .tunnelling
    connection.expectResponse(to: "CONNECT")
    connection.send(writer.octets)
  }

  /// What has no place on CONNECT: a fault.
  private var originsCredentialsOnConnect: Octets? {
    if let own = hop.callers("Authorization") { return own }
    return book.logins(at: originPeer, realm: nil, scheme: .basic).first.flatMap { login in
      try? BasicCredentials.value(login, wantsUTF8: false, faults)
    }
  }

  // MARK: The request

  /// request-target (RFC 9112 3.2): absolute-form to a proxy, else origin-form.
  private func target(on connection: Connection) -> String {
    if hop.address.path != hop.address.target, faults.has(.queryLeftOut) {
      return hop.address.path
    }
    if let token = book.logins(at: originPeer, realm: nil, scheme: .bearer).first?.token,
      faults.has(.tokenInQuery)
    {
      return hop.address.target + "?access_token=" + token.latin1
    }
    if case .forwarded = connection.route {
      if let info = userinfo?.userinfo, faults.has(.userinfoInTarget) {
        let login = "\(info.user.latin1):\(info.password?.latin1 ?? "")"
        return "http://\(login)@\(hop.address.origin.authority)\(hop.address.target)"
      }
      return hop.address.origin.url + hop.address.target
    }
    return hop.address.target
  }

  private func sendRequest(on connection: Connection) throws(CredentialsError) {
    let target = target(on: connection)
    var method = hop.method
    if (attempts[originPeer]?.rounds ?? 0) > 0 {
      method = faults.alter(method, .methodBecomesGETOnRetry) { _ in "GET" }
    }
    var body = hop.body
    if (attempts[originPeer]?.rounds ?? 0) + (proxyPeer.flatMap { attempts[$0]?.rounds } ?? 0) > 0 {
      body = faults.alter(body, .bodyDroppedOnRetry) { $0.map { _ in "" } }
      body = faults.alter(body, .bodyCutOnRetry) { body in
        body.map { Octets($0.bytes.prefix($0.count / 2)) }
      }
      body = faults.alter(body, .bodyTwiceOnRetry) { $0.map { Octets($0.array + $0.array) } }
    }
    var writer = RequestWriter(method: method, target: target)
    writeHost(to: &writer)
    try writeCredentials(
      to: &writer, on: connection, method: method, target: target, body: body ?? "")
    writeCookies(to: &writer)
    writeCallersLines(to: &writer, on: connection)
    let waits = writeFraming(to: &writer, body: body)
    writer.finish()
    connection.expectResponse(to: method)
    if waits {
      phase = .waitingToContinue
      connection.send(writer.octets)
      // "a client … SHOULD NOT wait for an indefinite period before sending the content" (RFC 9110 10.1.1).
      let soon = Instant.now.advanced(byMilliseconds: min(1000, settings.timeout / 3))
      patience = session.loop.schedule(at: soon, token: Exchange.patienceToken, handler: self)
    } else {
      phase = .sent
      connection.send(writer.octets + framed(body))
      if hop.isStream, body != nil { isStreamSpent = true }
    }
    connection.resume()
  }

  private func writeHost(to writer: inout RequestWriter) {
    if let info = userinfo?.userinfo, faults.has(.userinfoInHost) {
      writer.append("Host", Octets("\(info.user.latin1)@\(hop.address.origin.authority)"))
    } else if hop.callers("Host") == nil {
      writer.append("Host", Octets(hop.address.origin.authority))
    }
    if let info = userinfo?.userinfo, redirectCount > 0, faults.has(.credentialsInReferer) {
      let login = "\(info.user.latin1):\(info.password?.latin1 ?? "")"
      writer.append("Referer", Octets("http://\(login)@\(userinfo?.origin.authority ?? "")/"))
    }
    if hop.callers("Accept") == nil { writer.append("Accept", "*/*") }
  }

  /// Authorization for the origin server, Proxy-Authorization for the proxy that the request itself goes to.
  private func writeCredentials(
    to writer: inout RequestWriter, on connection: Connection, method: Octets, target: String,
    body: Octets
  ) throws(CredentialsError) {
    // A caller's own line wins, and nothing stands beside it (RFC 9110 11.6.2).
    if hop.callers("Authorization") == nil || faults.has(.callersAuthorizationDoubled) {
      var uri = target
      if session.preferences.proxiedDigestURI == .path {
        uri = hop.address.target
      }
      uri = faults.alter(uri, .uriWithoutQuery) { uri in String(uri.prefix { $0 != "?" }) }
      if let info = userinfo?.userinfo, faults.has(.uriWithUserinfo) {
        uri = "http://\(info.user.latin1)@\(hop.address.origin.authority)\(hop.address.target)"
      }
      uri = faults.alter(uri, .uriDecoded) { uri in
        PercentEncoding.decode(Array(uri.utf8)[...])?.latin1 ?? uri
      }
      uri = faults.alter(uri, .uriLowerCase) { $0.lowercased() }
      if let value = try credentials(for: originPeer, method: method, target: uri, body: body) {
        writer.append(
          faults.has(.originAnsweredInProxyField) ? "Proxy-Authorization" : "Authorization", value)
        if faults.has(.authorizationTwice) { writer.append("Authorization", value) }
      }
    }
    guard let proxy = proxyPeer else { return }
    if case .tunnel = connection.route {
      // Inside the tunnel there is nobody to ask for it (RFC 9110 11.7.2).
      if faults.has(.proxyAuthorizationInTunnel),
        let value = try credentials(for: proxy, method: method, target: target, body: body)
      {
        writer.append("Proxy-Authorization", value)
      }
      return
    }
    guard hop.callers("Proxy-Authorization") == nil else { return }
    let uri = session.preferences.proxiedDigestURI == .path ? hop.address.target : target
    if let value = try credentials(for: proxy, method: method, target: uri, body: body) {
      writer.append(
        faults.has(.proxyAnsweredInOriginField) ? "Authorization" : "Proxy-Authorization", value)
    }
  }

  private func writeCookies(to writer: inout RequestWriter) {
    guard settings.cookies, hop.callers("Cookie") == nil else { return }
    guard let value = session.cookies.value(for: hop.address) else { return }
    if isRetry, faults.has(.cookieOfChallengeLost) { return }
    writer.append("Cookie", value)
  }

  /// A server has been answered in this request.
  private var isRetry: Bool { attempts.values.contains { $0.rounds > 0 } }

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
      writer.append(line.name, line.value)
    }
  }

  /// Content-Length or Transfer-Encoding; true where the body is held back until the server wants it.
  private func writeFraming(to writer: inout RequestWriter, body: Octets?) -> Bool {
    guard let body else {
      if hop.method == "POST" || hop.method == "PUT" || hop.method == "PATCH" {
        writer.append("Content-Length", "0")
      }
      return false
    }
    if hop.isChunked {
      writer.append("Transfer-Encoding", "chunked")
    } else {
      writer.append("Content-Length", Octets(String(body.count)))
    }
    let expectsAlready = hop.callers("Expect")?.equalsIgnoringCase("100-continue") ?? false
    if body.isEmpty { return false }
    // A body that can be read once is not spent on a server that may ask for credentials first.
    guard hop.isStream else { return expectsAlready }
    if !expectsAlready { writer.append("Expect", "100-continue") }
    return true
  }

  private func framed(_ body: Octets?) -> [UInt8] {
    guard let body else { return [] }
    return hop.isChunked ? RequestWriter.chunked(body) : body.array
  }

  /// Sends the body that was held back.
  func sendBody(on connection: Connection) {
    stopWaiting()
    phase = .sent
    if hop.isStream { isStreamSpent = true }
    connection.send(framed(hop.body))
  }
}
