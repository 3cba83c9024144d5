// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A 64-bit hash of what a target did, which is the same in every process.
package struct BehaviourHash: Hashable, Sendable {
  private var hash = FNV1a()
  package var bits: UInt64 { hash.bits }

  package init() {}

  mutating func add(octet: UInt8) { hash.add(octet) }

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
  /// A hash of the input alone.
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
