internal import HTTPAuth

/// pct-encoded = "%" HEXDIG HEXDIG (RFC 3986 2.1).
enum PercentEncoding {
  /// The octets with each encoding undone; nil where a percent sign begins none.
  static func decode(_ octets: ArraySlice<UInt8>) -> Octets? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(octets.count)
    var index = octets.startIndex
    while index < octets.endIndex {
      let octet = octets[index]
      index += 1
      guard octet == UInt8(ascii: "%") else {
        decoded.append(octet)
        continue
      }
      guard octets.endIndex - index >= 2, let high = digit(octets[index]),
        let low = digit(octets[index + 1])
      else { return nil }
      decoded.append(high << 4 | low)
      index += 2
    }
    return Octets(decoded)
  }

  private static func digit(_ octet: UInt8) -> UInt8? {
    switch octet {
    case 0x30...0x39: octet - 0x30
    case 0x41...0x46: octet - 0x37
    case 0x61...0x66: octet - 0x57
    default: nil
    }
  }
}
