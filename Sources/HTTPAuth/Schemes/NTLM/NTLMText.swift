// SPDX-License-Identifier: Apache-2.0

/// Converts texts of messages, which are UTF-16, little-endian, or in a code page (MS-NLMP
/// 2.2.2.5).
package enum NTLMText {
  /// A text in UTF-16, little-endian.
  package static func utf16(_ text: Octets) -> [UInt8] {
    String(decoding: text.bytes, as: UTF8.self).utf16.flatMap { unit in
      [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
    }
  }

  /// Each octet as one unit of UTF-16, as clients do that handle only ASCII.
  static func widened(_ text: Octets) -> [UInt8] { text.bytes.flatMap { [$0, 0] } }

  /// UTF-16 as UTF-8. A last odd octet is left out, and an unpaired surrogate becomes U+FFFD.
  package static func decoded(utf16 octets: some Collection<UInt8>) -> Octets {
    let octets = Array(octets)
    let units = stride(from: 0, to: octets.count - octets.count % 2, by: 2).map { place in
      UInt16(octets[place]) | UInt16(octets[place + 1]) << 8
    }
    return Octets(String(decoding: units, as: UTF16.self))
  }

  /// The text in upper case, scalar by scalar: a letter whose upper case is more than one scalar
  /// stays as it is, as in the tables of Windows.
  package static func uppercased(_ text: Octets) -> Octets {
    if !text.contains(where: { $0 >= 0x80 }) { return text.asciiUppercased }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: text.bytes, as: UTF8.self).unicodeScalars {
      let upper = scalar.properties.uppercaseMapping.unicodeScalars
      result.append(upper.count == 1 ? upper.first ?? scalar : scalar)
    }
    return Octets(String(result))
  }
}
