// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The number of requests with a nonce, including the current one (RFC 7616 3.4). Counts are kept
/// for each nonce of each server until the session ends, because a server may repeat a nonce.
struct NonceCounts {
  private struct Key: Hashable {
    var peer: Peer?
    var nonce: Octets
  }

  private var counts: [Key: UInt32] = [:]
  private var sessionNonces: [Key: Octets] = [:]
  private let faults: FaultSet

  init(_ faults: FaultSet) { self.faults = faults }

  /// The count for the current request; `isOneOfSeveral` if other requests are running.
  mutating func next(_ nonce: Octets, at peer: Peer, isOneOfSeveral: Bool = false) -> UInt32 {
    let key: Key =
      faults.has(.countNotReset)
      ? Key(peer: nil, nonce: "")
      : Key(peer: faults.has(.countsShared) ? nil : peer, nonce: nonce)
    let first: UInt32 = faults.has(.ncFromZero) ? 0 : 1
    let count = counts[key].map { $0 &+ (faults.has(.ncByTwo) ? 2 : 1) } ?? first
    if isOneOfSeveral, faults.has(.ncNotRaisedAtOnce) { return count }
    if !faults.has(.ncNotRaised) { counts[key] = count }
    return count
  }

  /// cnonce-prime: "cnonce value from the request by the client following receipt of a
  /// WWW-Authenticate challenge from the server" (RFC 7616 3.4.2). It is part of the session's key,
  /// also for later requests with other cnonces.
  mutating func sessionNonce(_ clientNonce: Octets, with nonce: Octets, at peer: Peer) -> Octets {
    let key = Key(peer: peer, nonce: nonce)
    if let first = sessionNonces[key] {
      return faults.alter(first, .sessionKeyMadeAnew) { _ in clientNonce }
    }
    sessionNonces[key] = clientNonce
    return clientNonce
  }

  /// Forgets all counts and sessions.
  mutating func forgetAll() {
    counts = [:]
    sessionNonces = [:]
  }
}
