// SPDX-License-Identifier: Apache-2.0

extension Octets {
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
    // Each "%" that was decoded makes the value two octets shorter.
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
