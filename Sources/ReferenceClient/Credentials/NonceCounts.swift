internal import HTTPAuth

/// How many requests with a nonce the client has sent, the present one included (RFC 7616 3.4): for each nonce of each
/// server, as long as the session lasts, since a nonce may come back.
struct NonceCounts {
  private struct Key: Hashable {
    var peer: Peer?
    var nonce: Octets
  }

  private var counts: [Key: UInt32] = [:]
  private let faults: FaultSet

  init(_ faults: FaultSet) { self.faults = faults }

  /// The count for the request that is sent now.
  mutating func next(_ nonce: Octets, at peer: Peer) -> UInt32 {
    let key: Key =
      faults.has(.countNotReset)
      ? Key(peer: nil, nonce: "")
      : Key(peer: faults.has(.countsShared) ? nil : peer, nonce: nonce)
    let first: UInt32 = faults.has(.ncFromZero) ? 0 : 1
    let count = counts[key].map { $0 &+ (faults.has(.ncByTwo) ? 2 : 1) } ?? first
    if !faults.has(.ncNotRaised) { counts[key] = count }
    return count
  }

  /// Forgets how often a nonce was used.
  mutating func forgetAll() { counts = [:] }
}
