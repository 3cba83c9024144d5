// SPDX-License-Identifier: Apache-2.0

/// The handshakes of one server in one step, in order and complete.
package struct ServerHandshakes: Hashable, Sendable {
  /// The server.
  package var server: String
  /// Its handshakes.
  package var handshakes: [HandshakeExpectation]
  /// Where it stands.
  package var location: SourceLocation
}

/// One handshake, or several alike. What is `nil` is not looked at.
///
/// The client's alert is no part of it: RFC 8446 6.2 leaves open whether one is sent.
package struct HandshakeExpectation: Hashable, Sendable {
  /// What became of the connection.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// A request came on it.
    case used
    /// No request came on it, and the server did not end it: the handshake failed, or the client
    /// completed it and went away.
    case refused
    /// The server ended the handshake, as its rule says.
    case ended
    /// What the client sent is no TLS.
    case clear
  }

  /// What became of the connection.
  package var outcome: Outcome?
  /// If the client closes the connection, it ends TLS with close_notify (RFC 8446 6.1) or another
  /// alert before; or it has sent no close_notify.
  package var hasClosureAlert: Bool?
  /// What is agreed on, and what the client shows.
  package var pattern = TLSPattern()
  /// How often.
  package var count = 1...1
  /// How binding, where it is not the scenario's level.
  package var level: Level?
  /// The requirement, where it is one of its own.
  package var requirement: String?
  /// The behaviour as a sentence, where it is not the scenario's title.
  package var title: String?
  /// Where it stands.
  package var location: SourceLocation
}

/// What TLS on a connection is to be. What is `nil` is not looked at.
package struct TLSPattern: Hashable, Sendable {
  /// Something that may be missing.
  package enum Value: Hashable, Sendable {
    case absent
    case present
    case equals(String)
  }

  /// The version.
  package var version: TLSVersion?
  /// The host that the client named (RFC 6066 3).
  package var serverName: Value?
  /// The protocol that was agreed on (RFC 7301).
  package var `protocol`: Value?
  /// The certificate that the client shows, by its name in the scenario.
  package var certificate: Value?
  /// The handshake resumes an earlier session, or does not (RFC 8446 2.2).
  package var isResumed: Bool?

  /// `true` if nothing is looked at.
  package var isEmpty: Bool { self == TLSPattern() }
}
