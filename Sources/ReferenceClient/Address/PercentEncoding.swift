// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// pct-encoded = "%" HEXDIG HEXDIG (RFC 3986 2.1).
enum PercentEncoding {
  /// The decoded octets; `nil` if a percent sign begins no valid encoding.
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

  /// The text with encodings of unreserved characters decoded: ALPHA / DIGIT / "-" / "." / "_" /
  /// "~" (RFC 3986 2.3).
  static func withoutNeedless(_ text: String) -> String {
    eachEncoding(text) { octet, spelled in
      switch octet {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [octet]
      default: spelled
      }
    }
  }

  /// The text with the hexadecimal digits of encodings in lower case (RFC 3986 2.1).
  static func lowerCased(_ text: String) -> String {
    eachEncoding(text) { _, spelled in spelled.map(\.asciiLowercased) }
  }

  private static func eachEncoding(
    _ text: String, _ change: (UInt8, [UInt8]) -> [UInt8]
  ) -> String {
    let octets = Array(text.utf8)
    var changed: [UInt8] = []
    var index = 0
    while index < octets.count {
      if octets[index] == UInt8(ascii: "%"), octets.count - index > 2,
        let high = digit(octets[index + 1]), let low = digit(octets[index + 2])
      {
        changed += change(high << 4 | low, Array(octets[index..<(index + 3)]))
        index += 3
      } else {
        changed.append(octets[index])
        index += 1
      }
    }
    return String(decoding: changed, as: UTF8.self)
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
