// SPDX-License-Identifier: Apache-2.0

extension Octets {
  /// The octets with each `%` HEXDIG HEXDIG turned into the octet it stands for (RFC 3986 2.1); any
  /// other `%` is kept.
  package var percentDecoded: Octets {
    guard bytes.contains(UInt8(ascii: "%")) else { return self }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), bytes.endIndex - index > 2,
        let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return Octets(decoded)
  }

  /// Decodes an extended value in UTF-8; `nil` if it is not one (RFC 8187 3.2.1).
  ///
  ///     ext-value     = charset  "'" [ language ] "'" value-chars
  ///     value-chars   = *( pct-encoded / attr-char )
  var extendedValue: Octets? {
    let parts = bytes.split(
      separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, Octets(parts[0]).matches("UTF-8") else { return nil }
    let value = Octets(parts[2])
    guard value.allSatisfy({ $0.isExtendedValueCharacter }) else { return nil }
    let decoded = value.percentDecoded
    // Every "%" was decoded.
    let signs = value.count(where: { $0 == UInt8(ascii: "%") })
    guard signs * 2 == value.count - decoded.count, decoded.utf8 != nil else { return nil }
    return decoded
  }
}

extension UInt8 {
  /// attr-char = ALPHA / DIGIT / "!" / "#" / "$" / "&" / "+" / "-" / "." / "^" / "_" / "`" / "|" /
  /// "~", and "%"
  fileprivate var isExtendedValueCharacter: Bool {
    isTokenCharacter && self != UInt8(ascii: "*") && self != UInt8(ascii: "'")
  }
}
