// SPDX-License-Identifier: Apache-2.0

/// A login that belongs to a connection: it is opened by one request, finished by a later one, and
/// holds for every request after that (RFC 4559 6, MS-NTHT 1.3).
struct ConnectionLogin: Hashable {
  /// Whose it is.
  enum Owner: Hashable {
    case login(Login)
    /// The owner of the tickets in a file.
    case tickets(String)
  }

  /// The party that asked for it.
  var peer: Peer
  /// Whose it is.
  var owner: Owner
  /// The token that opened it.
  var opening: [UInt8]
  /// `true` if the server has accepted it.
  var isFinished = false
}

extension Connection {
  /// `true` if a login was opened on it, and is not finished.
  var hasOpenLogin: Bool { !logins.isEmpty && logins.values.contains { !$0.isFinished } }
}
