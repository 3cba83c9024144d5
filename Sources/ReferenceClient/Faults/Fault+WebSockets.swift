// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in the handshakes and frames of websockets.
  static let webSockets: [Fault] = [
    Fault(
      .webSocketAcceptComparedWithoutCase, "R404",
      "It compares Sec-WebSocket-Accept without regard to case."),
    Fault(
      .webSocketAcceptNotChecked, "R404",
      "It opens a websocket whatever Sec-WebSocket-Accept says."),
    Fault(
      .webSocketAcceptNotDemanded, "R404",
      "It opens a websocket without Sec-WebSocket-Accept."),
    Fault(
      .webSocketCloseNotAnswered, "R410",
      "It does not answer a Close."),
    Fault(
      .webSocketConnectionLostOnRetry, "R400",
      "It leaves Connection out of a handshake with credentials."),
    Fault(
      .webSocketConnectionNotChecked, "R405",
      "It opens a websocket without Connection: Upgrade in the response."),
    Fault(
      .webSocketDataAfterClose, "R410",
      "It sends a message after its Close."),
    Fault(
      .webSocketExtensionTaken, "R406",
      "It takes an extension that it did not offer."),
    Fault(
      .webSocketFailuresKeptAfterLogin, "R161",
      "It counts the logins that an earlier handshake was refused with before it succeeded."),
    Fault(
      .webSocketFailuresKeptAfterRefusal, "R161",
      "It counts the logins of an earlier handshake that was given up."),
    Fault(
      .webSocketFirstFramesLost, "R417",
      "It loses frames that arrive together with the server's handshake."),
    Fault(
      .webSocketForwardedByProxy, "R407",
      "It asks a proxy for a websocket, and not for a tunnel."),
    Fault(
      .webSocketInClear, "R408",
      "It opens a websocket for a wss URL in clear."),
    Fault(.webSocketFramesNotRead, "R417", "It reports none of the messages of the server."),
    Fault(
      .webSocketNotReopened, "R402",
      "It opens no second websocket and says that the connection failed, without a request."),
    Fault(
      .webSocketHandshakeBare, "R400",
      "It sends no Upgrade, no key and no version in any handshake of a websocket."),
    Fault(
      .webSocketNotAsked, "R402",
      "It opens no websocket and says that the connection failed, without a request."),
    Fault(
      .webSocketKeyConstant, "R401",
      "It sends the same Sec-WebSocket-Key on all connections."),
    Fault(
      .webSocketKeyKeptForRetry, "R401",
      "It sends the key of a refused handshake again on a new connection."),
    Fault(
      .webSocketKeyShort, "R400",
      "It sends a Sec-WebSocket-Key of eight octets."),
    Fault(
      .webSocketLoginFollowsToSameHost, "R414",
      "It takes credentials along when a redirect of a handshake leads to another port."),
    Fault(
      .webSocketLoginFollowsToSamePort, "R414",
      "It takes credentials along when a redirect of a handshake leads to another host."),
    Fault(
      .webSocketLongLengthNotRead, "R475",
      "It reads a frame of more than 125 octets as one of 126 or 127."),
    Fault(
      .webSocketLongPingAnswered, "R411",
      "It answers a Ping of more than 125 octets with such a Pong."),
    Fault(
      .webSocketMaskConstant, "R409",
      "It masks all frames with the same key."),
    Fault(
      .webSocketMaskedFrameTaken, "R413",
      "It takes masked frames of a server."),
    Fault(
      .webSocketNotMasked, "R409",
      "It does not mask its frames."),
    Fault(
      .webSocketPingEndsMessage, "R419",
      "It takes a message for complete when a Ping comes between its fragments."),
    Fault(
      .webSocketPingNotAnswered, "R412",
      "It does not answer a Ping."),
    Fault(
      .webSocketPongWithoutData, "R412",
      "It sends a Pong without the data of the Ping."),
    Fault(
      .webSocketProtocolTaken, "R406",
      "It takes a subprotocol that it did not offer."),
    Fault(
      .webSocketReservedBitsSent, "R411",
      "It sets a reserved bit in messages of more than 125 octets."),
    Fault(
      .webSocketReservedBitsTaken, "R413",
      "It takes frames with reserved bits."),
    Fault(
      .webSocketServerNotVerified, "R408",
      "It opens a websocket over TLS to any server."),
    Fault(
      .webSocketSpeaksAfterRefusal, "R403",
      "It sends its message although the handshake was refused."),
    Fault(
      .webSocketSpeaksBeforeAnswer, "R403",
      "It sends its message before the server has answered the handshake."),
    Fault(
      .webSocketTriedAgainAfterRefusal, "R026",
      "It tries a handshake again that was refused."),
    Fault(
      .webSocketUpgradeLostOnRetry, "R400",
      "It leaves Upgrade out of a handshake with credentials."),
    Fault(
      .webSocketUpgradeNotChecked, "R405",
      "It opens a websocket without Upgrade in the response."),
    Fault(
      .webSocketVersionLostOnRetry, "R400",
      "It leaves Sec-WebSocket-Version out of a handshake with credentials."),
  ]
}
