import HTTPAuth

/// 64 bits that tell apart what targets do. Unlike Swift's own hashes they are the same in every
/// process (FNV-1a).
package struct BehaviourHash: Hashable, Sendable {
  package private(set) var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  mutating func add(octet: UInt8) {
    bits = (bits ^ UInt64(octet)) &* 0x100_0000_01b3
  }

  mutating func add(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    repeat {
      add(octet: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    } while rest != 0
    add(octet: 0xFE)
  }

  mutating func add(_ text: String) {
    for octet in text.utf8 { add(octet: octet) }
    add(octet: 0xFF)
  }

  mutating func add(_ octets: Octets?) {
    guard let octets else { return add(octet: 0xFD) }
    for octet in octets.bytes { add(octet: octet) }
    add(octet: 0xFF)
  }
}

extension FuzzInput {
  /// Bits that depend on the input alone.
  var bits: UInt64 {
    var hash = BehaviourHash()
    for reply in replies {
      hash.add(reply.statusLine)
      for line in reply.lines {
        hash.add(line.name)
        hash.add(line.value)
      }
    }
    return hash.bits
  }
}
