// SPDX-License-Identifier: Apache-2.0

/// A rule for handshakes; of a server's rules the first that has not been used up is played.
package struct HandshakeRule: Hashable, Sendable {
  /// For how many connections of a step at most; `nil` for all.
  package var times: Int?
  /// What it does.
  package var plan: HandshakePlan
  /// Its location in the file.
  package var location: SourceLocation
}

/// What a server does in one handshake.
package struct HandshakePlan: Hashable, Sendable {
  /// How a server ends a handshake.
  package enum End: Hashable, Sendable {
    /// It closes the connection.
    case close
    /// It resets the connection.
    case reset
    /// It sends nothing more, and does not close.
    case stall
    /// It sends octets that are no TLS message.
    case garbage
    /// It sends a fatal alert (RFC 8446 6.2), and closes.
    case alert(TLSAlert)
    /// It answers in clear, as a server without TLS does.
    case http
  }

  /// The message in whose place the server does so.
  package enum Message: String, Hashable, Sendable, CaseIterable {
    /// All of the server's: it acts when the ClientHello has come.
    case hello = "server-hello"
    case certificate
    case finished
    /// None: it acts when the handshake is complete, and the client has shown its certificate.
    case complete
  }

  /// The certificate, where it is not the server's usual one.
  package var certificate: CertificateDefinition?
  /// How the server ends the handshake; `nil` where it completes it.
  package var end: End?
  /// In the place of which message it does that.
  package var message = Message.hello
  /// It asks for the client's certificate once the first octets of a request have come: by
  /// post-handshake authentication (RFC 8446 4.6.2), in TLS 1.2 by renegotiation.
  package var asksAfterwards = false

  package init() {}
}
