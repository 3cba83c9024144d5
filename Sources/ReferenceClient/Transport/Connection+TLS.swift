// SPDX-License-Identifier: Apache-2.0

/// TLS between the socket and HTTP: one layer, or two for a tunnel through a proxy with TLS.
extension Connection {
  /// Begins TLS with a server, inside the TLS layers that the connection already has. Once the
  /// server is accepted, the user learns that the connection is open.
  func secure(for peer: TLSPeer) {
    // In a TLS handshake the client sends first.
    guard !reader.hasMore else { return fail(.malformed(.statusLine)) }
    var peer = peer
    peer.offersHTTP2 = http2Parties.contains(peer.identity.isProxy ? .proxy : .origin)
    guard let layer = TLSLayer(peer, verifier, sessions, faults) else {
      return fail(.insecure(.library("the client's certificate cannot be used")))
    }
    layers.append(layer)
    reader.isSecured = true
    advance(layers.count - 1)
  }

  /// `true` if the server speaks HTTP/2: with TLS if both agreed on it, without TLS if the client
  /// knows so of the origin server (RFC 9113 3.2, 3.3).
  var isAgreedOnHTTP2: Bool {
    guard let layer = layers.last else {
      return route.proxy == nil && http2Parties.contains(.origin)
    }
    return layer.isEstablished && layer.selectedProtocol == "h2"
  }

  /// Fails if a handshake is not complete.
  func failsHandshake() -> Bool {
    guard layers.contains(where: { !$0.isEstablished }) else { return false }
    fail(.insecure(.ended))
    return true
  }

  /// Takes octets of TLS from the socket.
  func takeEncrypted(_ octets: [UInt8]) {
    if layers.count == 1, !layers[0].isEstablished, octets.starts(with: "HTTP/".utf8),
      faults.has(.clearResponseTaken)
    {
      layers = []
      user?.opened(self)
      return take(octets)
    }
    layers[0].take(octets)
    advance(0)
  }

  /// Continues the handshake of a layer, then passes on the octets that it decrypts.
  private func advance(_ index: Int) {
    let layer = layers[index]
    if !layer.isEstablished {
      let progress = layer.shakeHands()
      sendOutgoing(of: index)
      switch progress {
      case .needsMore: return
      case .failed(let failure): return fail(.insecure(failure))
      case .completed: hasOpened()
      }
    }
    while isOpen {
      let reception = layer.receive()
      // Alerts and the answers to requests for certificates.
      sendOutgoing(of: index)
      switch reception {
      case .none: return
      case .octets(let octets):
        if index + 1 < layers.count {
          layers[index + 1].take(octets)
          advance(index + 1)
        } else {
          take(octets)
        }
      case .end:
        if index + 1 < layers.count { readEndWithoutClosure() } else { readEnd() }
        return
      case .failed(let failure): return fail(.insecure(failure))
      }
    }
  }

  /// Sends the octets of a layer for its server through the layers around it.
  private func sendOutgoing(of index: Int) {
    let octets = layers[index].takeOutgoing()
    if !octets.isEmpty { sendRaw(encrypted(octets, from: index)) }
  }

  /// The octets of HTTP, encrypted.
  func encrypted(_ octets: [UInt8]) -> [UInt8] { encrypted(octets, from: layers.count) }

  private func encrypted(_ octets: [UInt8], from index: Int) -> [UInt8] {
    layers[..<index].reversed().reduce(octets) { octets, layer in
      layer.send(octets)
      return layer.takeOutgoing()
    }
  }

  /// Called when the connection has ended without close_notify.
  ///
  /// "A response that has neither chunked transfer coding nor Content-Length is complete only if a
  /// valid closure alert has been received." (RFC 9112 9.8)
  func readEndWithoutClosure() {
    if failsHandshake() { return }
    if heldBack != nil { return fail(.malformed(.truncated)) }
    if user != nil, reader.isReadingUntilClose, !faults.has(.endWithoutClosureTaken) {
      return fail(.malformed(.truncated))
    }
    readEnd()
  }

  /// Holds a complete response back until the connection has ended in order: a fault.
  ///
  /// "When encountering an incomplete close, a client SHOULD treat as completed all requests for
  /// which it has received either […] as much data as specified in the Content-Length header field
  /// or […] the terminal zero-length chunk" (RFC 9112 9.8).
  func awaitsClosure(after event: ResponseReader.Event) -> Bool {
    guard !layers.isEmpty, case .complete(let response) = event, !response.isReusable,
      faults.has(.closureAlertAlwaysDemanded)
    else { return false }
    heldBack = event
    return true
  }

  /// `true` if an idle connection is open after the server has sent octets: they belong to TLS, and
  /// are no closure.
  func isAlive(after octets: [UInt8]) -> Bool {
    var octets = octets
    for layer in layers {
      layer.take(octets)
      octets = []
      reading: while true {
        switch layer.receive() {
        case .octets(let more): octets += more
        case .none: break reading
        case .end, .failed: return false
        }
      }
    }
    return octets.isEmpty
  }

  /// "Clients MUST send a closure alert before closing the connection." (RFC 9112 9.8)
  func sendClosures() {
    if faults.has(.closureAlertLeftOut) { return }
    for index in layers.indices.reversed() {
      layers[index].sendClosure()
      let octets = layers[index].takeOutgoing()
      if !octets.isEmpty { sendLast(encrypted(octets, from: index)) }
    }
  }

  /// A refusal that was not reported before the request was sent: a fault.
  var lateRefusal: ServerRefusal? { layers.lazy.compactMap(\.lateRefusal).first }
}

extension Connection {
  /// The TLS through which a party receives requests; `nil` if it receives them without TLS.
  func layer(to peer: Peer) -> TLSLayer? {
    guard let security else { return nil }
    switch (route, peer.side) {
    case (.direct, .origin): return security.first == nil ? nil : layers.first
    case (.forwarded, .proxy), (.tunnel, .proxy):
      return security.first == nil ? nil : proxyLayer ?? layers.first
    case (.tunnel, .origin): return security.inner == nil ? nil : layers.last
    case (.direct, .proxy), (.forwarded, .origin): return nil
    }
  }
}
