// SPDX-License-Identifier: Apache-2.0

import Platform

/// Does needless work, as a fault, until any request has run out of time. It stops by itself,
/// because the work cannot be stopped from outside.
struct StallFault {
  private static let milliseconds = 4_000
  private var deadline: Instant?

  /// Reads a quoted-string from its start to a quoted-pair once more, with the same result.
  mutating func readAgain(_ octets: ArraySlice<UInt8>, _ value: inout [UInt8]) {
    let deadline = deadline ?? Instant.now.advanced(byMilliseconds: StallFault.milliseconds)
    self.deadline = deadline
    guard Instant.now < deadline else { return }
    var read: [UInt8] = []
    var isEscaped = false
    for octet in octets.dropLast() {
      if octet == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        isEscaped = false
        read.append(octet)
      }
    }
    value = read
  }
}
