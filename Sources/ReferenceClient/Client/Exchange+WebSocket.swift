// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Transcripts

/// Opens a websocket (RFC 6455 4.1).
extension Exchange {
  /// The state of the websocket that an exchange opens.
  struct WebSocketState {
    /// The message to send once it is open.
    var message: Octets?
    /// The key of the current handshake.
    var key: Octets = ""
    /// Its frames once it is open.
    var channel: WebSocketChannel?
    var fields = FieldSection()
  }

  // MARK: The client's handshake

  /// Writes the fields of the opening handshake, also with credentials.
  func writeWebSocketLines(to writer: inout RequestWriter) {
    guard webSocket != nil, !faults.has(.webSocketHandshakeBare) else { return }
    writer.append("Upgrade", "websocket")
    writer.append("Connection", "Upgrade")
    let key = newWebSocketKey()
    webSocket?.key = key
    writer.append("Sec-WebSocket-Key", key)
    writer.append("Sec-WebSocket-Version", "13")
  }

  /// "a nonce consisting of a randomly selected 16-byte value that has been base64-encoded", which
  /// "MUST be selected randomly for each connection"
  private func newWebSocketKey() -> Octets {
    if faults.has(.webSocketKeyConstant) { return "dGhlIHNhbXBsZSBub25jZQ==" }
    let nonce = faults.alter(Octets.random(16), .webSocketKeyShort) { Octets($0.bytes.prefix(8)) }
    return nonce.base64
  }

  /// Sends the message before the server has answered the handshake: a fault.
  func speaksBeforeAnswer(on connection: Connection) {
    guard let message = webSocket?.message, faults.has(.webSocketSpeaksBeforeAnswer) else { return }
    connection.send(WebSocketChannel(faults).message(message))
  }

  // MARK: The server's handshake

  /// Takes a response with the status 101; `false` if the exchange opens no websocket.
  func takesUpgrade(_ response: Response, on connection: Connection) -> Bool {
    guard webSocket != nil, response.head.status == 101, phase != .tunnelling else { return false }
    if let flaw = webSocketFlaw(in: response.head.fields) {
      connection.close()
      self.connection = nil
      fail(.protocol, flaw)
      return true
    }
    guard heedInfo(response, from: originPeer) else {
      fail(.authentication, "the server does not know the password")
      return true
    }
    noteAcceptance(by: originPeer)
    session.faultState.hasOpenedWebSocket = true
    phase = .upgraded
    let channel = WebSocketChannel(faults)
    webSocket?.channel = channel
    webSocket?.fields = response.head.fields
    connection.isUpgraded = true
    if let message = webSocket?.message { connection.send(channel.message(message)) }
    // Frames may arrive together with the server's handshake (RFC 6455 4.1: the connection is then
    // established).
    self.connection(connection, received: connection.takeRest())
    return true
  }

  /// The reason why "the client MUST _Fail the WebSocket Connection_" (RFC 6455 4.1); `nil` if
  /// there is none.
  private func webSocketFlaw(in fields: FieldSection) -> String? {
    let upgrades = fields.values(of: "Upgrade")
    if !(upgrades.count == 1 && upgrades[0].equalsIgnoringCase("websocket")),
      !faults.has(.webSocketUpgradeNotChecked)
    {
      return "the server's handshake lacks Upgrade: websocket"
    }
    let options = fields.values(of: "Connection").flatMap { $0.listElements }
    if !options.contains(where: { $0.equalsIgnoringCase("Upgrade") }) {
      return "the server's handshake lacks Connection: Upgrade"
    }
    if let flaw = acceptFlaw(fields.values(of: "Sec-WebSocket-Accept")) { return flaw }
    if fields.first("Sec-WebSocket-Extensions") != nil {
      return "the server uses an extension that was not offered"
    }
    if fields.first("Sec-WebSocket-Protocol") != nil, !faults.has(.webSocketProtocolTaken) {
      return "the server uses a subprotocol that was not offered"
    }
    return nil
  }

  /// "the base64-encoded SHA-1 of the concatenation of the |Sec-WebSocket-Key| (as a string, not
  /// base64-decoded) with the string "258EAFA5-E914-47DA-95CA-C5AB0DC85B11""
  private func acceptFlaw(_ values: [Octets]) -> String? {
    let wanted = WebSocketHandshake.accept(for: webSocket?.key ?? "")
    guard let value = values.first, values.count == 1 else {
      return faults.has(.webSocketAcceptNotDemanded)
        ? nil : "the server's handshake lacks an accept"
    }
    if value == wanted || faults.has(.webSocketAcceptNotChecked) { return nil }
    return "the server's handshake is for another key"
  }

  // MARK: Frames

  /// Processes octets of an open websocket.
  func connection(_ connection: Connection, received octets: [UInt8]) {
    guard phase == .upgraded, var channel = webSocket?.channel else { return }
    let actions = channel.take(octets)
    webSocket?.channel = channel
    for action in actions {
      switch action {
      case .send(let frame): connection.send(frame)
      case .end: return webSocketEnded()
      case .fail(let reason):
        connection.close()
        self.connection = nil
        return fail(.protocol, reason)
      }
    }
    // "the client SHOULD wait for the server to close the connection but MAY close the connection
    // at any time" (RFC 6455 5.5.1).
  }

  /// Called when the connection of an open websocket has ended.
  func webSocketEnded() {
    guard let state = webSocket, let channel = state.channel else { return }
    guard channel.isClosed else {
      return fail(.connection, "the connection ended without a Close")
    }
    finish(
      .response(
        ClientResponse(
          status: 101, fields: state.fields,
          messages: faults.alter(channel.messages, .webSocketFramesNotRead) { _ in [] })))
  }
}
