import Platform

/// Does work that nobody needs, as a fault, until it has taken so long that any request has run out of time: nobody could
/// stop it from outside.
struct StallFault {
  private static let milliseconds = 4_000
  private var deadline: Instant?

  /// Reads a quoted-string from its start to a quoted-pair once more; what comes of it is what was read already.
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
