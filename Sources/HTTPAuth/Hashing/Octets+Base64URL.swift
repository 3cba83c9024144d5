// SPDX-License-Identifier: Apache-2.0

extension Octets {
  /// Base 64 with the alphabet for URLs and without padding (RFC 4648 5, RFC 7515 2).
  package var base64URL: Octets {
    let standard = base64.bytes.prefix { $0 != UInt8(ascii: "=") }
    return Octets(
      standard.map { octet in
        switch octet {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: octet
        }
      })
  }

  /// Decodes base 64 with the alphabet for URLs and without padding; `nil` for any other text.
  package init?(base64URL text: Octets) {
    guard !text.bytes.contains(where: { $0 == 0x2B || $0 == 0x2F || $0 == 0x3D }) else {
      return nil
    }
    var standard = text.bytes.map { octet in
      switch octet {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: octet
      }
    }
    while !standard.count.isMultiple(of: 4) { standard.append(UInt8(ascii: "=")) }
    self.init(base64: Octets(standard))
  }
}
