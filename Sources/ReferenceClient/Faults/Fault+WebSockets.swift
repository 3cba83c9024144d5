// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in the handshakes and frames of websockets.
  static let webSockets: [Fault] = [
    Name.webSocketAcceptNotChecked.breaks(
      "R404", "It opens a websocket without comparing Sec-WebSocket-Accept."),
    Name.webSocketAcceptNotDemanded.breaks(
      "R404", "It opens a websocket without Sec-WebSocket-Accept."),
    Name.webSocketDataAfterClose.breaks("R410", "It sends a message after its Close."),
    Name.webSocketForwardedByProxy.breaks(
      "R407", "It asks a proxy for a websocket, and not for a tunnel."),
    Name.webSocketInClear.breaks("R408", "It opens a websocket for a wss URL in clear."),
    Name.webSocketFramesNotRead.breaks("R417", "It reports none of the messages of the server."),
    Name.webSocketNotReopened.breaks(
      "R402", "It opens no second websocket and says that the connection failed, without a request."
    ),
    Name.webSocketHandshakeBare.breaks(
      "R400", "It sends no Upgrade, no key and no version in any handshake of a websocket."),
    Name.webSocketNotAsked.breaks(
      "R402", "It opens no websocket and says that the connection failed, without a request."),
    Name.webSocketKeyConstant.breaks(
      "R401", "It sends the same Sec-WebSocket-Key on all connections."),
    Name.webSocketKeyShort.breaks("R400", "It sends a Sec-WebSocket-Key of eight octets."),
    Name.webSocketLoginFollowsToSamePort.breaks(
      "R414", "It takes credentials along when a redirect of a handshake leads to another host."),
    Name.webSocketLongLengthNotRead.breaks(
      "R475", "It reads a frame of more than 125 octets as one of 126 or 127."),
    Name.webSocketLongPingAnswered.breaks(
      "R411", "It answers a Ping of more than 125 octets with such a Pong."),
    Name.webSocketMaskedFrameTaken.breaks("R413", "It takes masked frames of a server."),
    Name.webSocketNotMasked.breaks("R409", "It does not mask its frames."),
    Name.webSocketPingEndsMessage.breaks(
      "R419", "It takes a message for complete when a Ping comes between its fragments."),
    Name.webSocketPongWithoutData.breaks("R412", "It sends a Pong without the data of the Ping."),
    Name.webSocketProtocolTaken.breaks("R406", "It takes a subprotocol that it did not offer."),
    Name.webSocketReservedBitsTaken.breaks("R413", "It takes frames with reserved bits."),
    Name.webSocketServerNotVerified.breaks("R408", "It opens a websocket over TLS to any server."),
    Name.webSocketSpeaksBeforeAnswer.breaks(
      "R403", "It sends its message before the server has answered the handshake."),
    Name.webSocketUpgradeNotChecked.breaks(
      "R405", "It opens a websocket without Upgrade in the response."),
  ]
}
