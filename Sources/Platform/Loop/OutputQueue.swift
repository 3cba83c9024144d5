// SPDX-License-Identifier: Apache-2.0

/// The octets to be sent, and how many of them may be sent now.
package struct OutputQueue {
  private var octets: [UInt8] = []
  private var start = 0
  /// The number of octets that may be sent; `nil` for all.
  private var allowance: Int?
  /// The system did not take all octets.
  package private(set) var isBlocked = false
  /// The connection is closed once everything was sent.
  package var closesWhenEmpty = false

  /// A queue without octets.
  package init() {}

  /// `true` if everything was sent.
  package var isEmpty: Bool { start == octets.count }

  /// Adds octets of a text.
  package mutating func append(_ text: String) { octets.append(contentsOf: text.utf8) }

  /// Adds the octets that `write` appends.
  package mutating func append(_ write: (inout [UInt8]) -> Void) {
    if start > OutputQueue.much, start >= octets.count / 2 {
      octets.removeSubrange(..<start)
      start = 0
    }
    write(&octets)
  }

  /// The number of octets that were sent and are kept until everything is.
  private static let much = 1 << 18

  /// The number of octets that are still to be sent.
  package var count: Int { octets.count - start }

  /// Takes all octets, for another queue.
  package mutating func takeAll() -> [UInt8] {
    defer { (octets, start) = ([], 0) }
    return start == 0 ? octets : Array(octets[start...])
  }

  /// Sends nothing until `allow(_:)` is called.
  package mutating func holdBack() { allowance = 0 }

  /// Allows that many more octets to be sent.
  package mutating func allow(_ count: Int) {
    let (sum, isTooMuch) = (allowance ?? 0).addingReportingOverflow(max(1, count))
    allowance = isTooMuch ? Int.max : sum
  }

  /// `true` while octets wait that may not be sent yet.
  package var isHeldBack: Bool { !isEmpty && allowance == 0 }

  /// Sends as much as the system takes; returns `false` if the connection is broken.
  package mutating func flush(to descriptor: Int32) -> Bool {
    flush { StreamSocket.send(descriptor, $0) }
  }

  /// Sends as much as `send` takes; returns `false` if the connection is broken.
  package mutating func flush(_ send: (ArraySlice<UInt8>) -> StreamSocket.Dispatch) -> Bool {
    isBlocked = false
    while start < octets.count {
      let end = min(octets.count, allowance.map { start + min($0, octets.count - start) } ?? .max)
      guard end > start else { return true }
      switch send(octets[start..<end]) {
      case .octets(let count):
        start += count
        if let allowed = allowance { allowance = allowed - count }
      case .none:
        isBlocked = true
        return true
      case .broken:
        return false
      }
    }
    octets.removeAll(keepingCapacity: octets.capacity <= 1 << 16)
    start = 0
    allowance = nil
    return true
  }
}
