// SPDX-License-Identifier: Apache-2.0

/// All handshakes of one server in one step, in order.
package struct ServerHandshakes: Hashable, Sendable {
  package var server: String
  package var handshakes: [HandshakeExpectation]
  /// Its location in the file.
  package var location: SourceLocation

  package init(server: String, handshakes: [HandshakeExpectation], location: SourceLocation) {
    self.server = server
    self.handshakes = handshakes
    self.location = location
  }
}

/// An expected handshake, or several of the same kind in sequence. Parts that are `nil` match any.
///
/// The client's alert is not part of it, because RFC 8446 6.2 does not require one.
package struct HandshakeExpectation: Hashable, Sendable {
  /// The use of the connection.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The client sent a request.
    case used
    /// The client sent no request, and the server did not end the handshake: the handshake failed,
    /// or the client completed it and closed the connection.
    case refused
    /// The server ended the handshake by a rule.
    case ended
    /// The client did not send TLS.
    case clear
  }

  package var outcome: Outcome?
  /// `true` if a client that closes the connection must send close_notify (RFC 8446 6.1) or another
  /// alert before; `false` if it must not have sent close_notify.
  package var hasClosureAlert: Bool?
  /// The conditions for TLS on the connection.
  package var pattern = TLSPattern()
  /// The number of handshakes.
  package var count = 1...1
  /// The level; `nil` for the default.
  package var level: Level?
  /// The requirement; `nil` for the default.
  package var requirement: String?
  /// The behaviour as a sentence; `nil` for the scenario's title.
  package var title: String?
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }
}

/// Conditions for TLS on a connection. Parts that are `nil` match any.
package struct TLSPattern: Hashable, Sendable {
  /// A condition for an optional value.
  package enum Value: Hashable, Sendable {
    case absent
    case present
    case equals(String)
  }

  package var version: TLSVersion?
  /// The client's server_name (RFC 6066 3).
  package var serverName: Value?
  /// The negotiated protocol (RFC 7301).
  package var `protocol`: Value?
  /// The certificate that the client presents, by its name in the scenario.
  package var certificate: Value?
  /// `true` if the handshake must resume an earlier session (RFC 8446 2.2), `false` if it must not.
  package var isResumed: Bool?

  package init() {}

  /// `true` if it has no conditions.
  package var isEmpty: Bool { self == TLSPattern() }
}
