import HTTPAuth

/// What a target did, told apart by 64 bits: the same in every run, as Swift's own hashes are not. FNV-1a.
package struct Signature: Hashable, Sendable {
  /// The bits.
  package private(set) var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Nothing was done yet.
  package init() {}

  /// Takes an octet in.
  mutating func note(octet: UInt8) {
    bits = (bits ^ UInt64(octet)) &* 0x100_0000_01b3
  }

  /// Takes a number in.
  mutating func note(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    repeat {
      note(octet: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    } while rest != 0
    note(octet: 0xFE)
  }

  /// Takes a text in.
  mutating func note(_ text: String) {
    for octet in text.utf8 { note(octet: octet) }
    note(octet: 0xFF)
  }

  /// Takes octets in.
  mutating func note(_ octets: Octets?) {
    guard let octets else { return note(octet: 0xFD) }
    for octet in octets.bytes { note(octet: octet) }
    note(octet: 0xFF)
  }
}

extension FuzzInput {
  /// Bits that depend on the input alone.
  var bits: UInt64 {
    var signature = Signature()
    for reply in replies {
      signature.note(reply.statusLine)
      for line in reply.lines {
        signature.note(line.name)
        signature.note(line.value)
      }
    }
    return signature.bits
  }
}
