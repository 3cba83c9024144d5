// SPDX-License-Identifier: Apache-2.0

import Platform

/// Does needless work, as a fault, until any request has run out of time. It stops by itself,
/// because the work cannot be stopped from outside. Only the thread's own time counts, as it does
/// for the time limit of a request.
struct StallFault {
  private static let nanoseconds: Int64 = 4_000_000_000
  private var end: Int64?

  /// Reads a quoted-string from its start to a quoted-pair once more, with the same result.
  mutating func readAgain(_ octets: ArraySlice<UInt8>, _ value: inout [UInt8]) {
    let now = CPUTimer.threadTime
    let end = end ?? now + StallFault.nanoseconds
    self.end = end
    guard now < end else { return }
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
