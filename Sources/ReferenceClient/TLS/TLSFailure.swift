// SPDX-License-Identifier: Apache-2.0

/// The reason why TLS failed on a connection.
enum TLSFailure: Error, Hashable, Sendable {
  /// The client refuses the server.
  case refused(ServerRefusal)
  /// The server sent an alert.
  case alert(String)
  /// The server sent something that is not allowed.
  case library(String)
  /// The connection ended during the handshake.
  case ended

  /// A description for people.
  var message: String {
    switch self {
    case .refused(let refusal): refusal.message
    case .alert(let name): "the server has sent the TLS alert \"\(name)\""
    case .library(let words): "TLS failed: \(words)"
    case .ended: "the connection ended within the TLS handshake"
    }
  }
}
