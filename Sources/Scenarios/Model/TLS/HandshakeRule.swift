// SPDX-License-Identifier: Apache-2.0

/// A rule for handshakes. A server uses its first rule that is not used up.
package struct HandshakeRule: Hashable, Sendable {
  /// The maximum number of uses in a step; `nil` for no limit.
  package var times: Int?
  package var plan: HandshakePlan
  /// Its location in the file.
  package var location: SourceLocation

  package init(times: Int?, plan: HandshakePlan, location: SourceLocation) {
    self.times = times
    self.plan = plan
    self.location = location
  }
}

/// What a server does in one handshake.
package struct HandshakePlan: Hashable, Sendable {
  /// The way in which a server ends a handshake.
  package enum End: Hashable, Sendable {
    /// The server closes the connection.
    case close
    /// The server resets the connection.
    case reset
    /// The server sends nothing more and does not close the connection.
    case stall
    /// The server sends octets that are not a TLS message.
    case garbage
    /// The server sends a fatal alert (RFC 8446 6.2) and closes the connection.
    case alert(TLSAlert)
    /// The server replies without TLS.
    case http
  }

  /// The server's message in whose place it ends the handshake.
  package enum Message: String, Hashable, Sendable, CaseIterable {
    /// The first message, after the ClientHello.
    case hello = "server-hello"
    case certificate
    case finished
    /// None: the server ends the connection after the handshake, when the client has presented its
    /// certificate.
    case complete
  }

  /// The certificate; `nil` for that of the server's settings.
  package var certificate: CertificateDefinition?
  /// The way in which the server ends the handshake; `nil` if it completes it.
  package var end: End?
  package var message = Message.hello
  /// `true` if the server requests the client's certificate after the first octets of a request: by
  /// post-handshake authentication (RFC 8446 4.6.2), or by renegotiation in TLS 1.2.
  package var asksAfterwards = false

  package init() {}
}
