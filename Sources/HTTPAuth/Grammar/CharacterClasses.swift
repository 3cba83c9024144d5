// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
  /// tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / "`" / "|" /
  /// "~"
  ///         / DIGIT / ALPHA                                                    (RFC 9110 5.6.2)
  @inline(__always)
  package var isTokenCharacter: Bool {
    // Bit n of the first number is octet n, of the second octet 64 + n: faster than comparisons.
    let members: UInt64 = self & 0x40 == 0 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
    return self < 0x80 && members &>> UInt64(self & 0x3F) & 1 != 0
  }

  /// token68 = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="     (RFC 9110 11.2)
  ///
  /// `true` for the characters before the equals signs.
  @inline(__always)
  var isToken68Character: Bool {
    switch self {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
    case 0x2B, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: true
    default: false
    }
  }

  /// qdtext = HTAB / SP / %x21 / %x23-5B / %x5D-7E / obs-text                   (RFC 9110 5.6.4)
  @inline(__always)
  var isQuotedText: Bool {
    switch self {
    case 0x22, 0x5C, 0x7F: false
    case 0x09, 0x20...: true
    default: false
    }
  }

  /// quoted-pair = "\" ( HTAB / SP / VCHAR / obs-text )                         (RFC 9110 5.6.4)
  ///
  /// `true` for the characters after the backslash.
  @inline(__always)
  var isQuotedPairCharacter: Bool { self == 0x09 || (self >= 0x20 && self != 0x7F) }

  /// OWS = *( SP / HTAB )                                                       (RFC 9110 5.6.3)
  @inline(__always)
  var isWhiteSpace: Bool { self == 0x20 || self == 0x09 }

  /// ALPHA = %x41-5A / %x61-7A                                          (RFC 5234 appendix B.1)
  @inline(__always)
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// DIGIT = %x30-39                                                    (RFC 5234 appendix B.1)
  @inline(__always)
  package var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// CTL = %x00-1F / %x7F                                               (RFC 5234 appendix B.1)
  @inline(__always)
  var isControl: Bool { self < 0x20 || self == 0x7F }

  /// LHEX = DIGIT / %x61-66                                                    (RFC 7616 3.2)
  @inline(__always)
  package var isLowercaseHexDigit: Bool { isASCIIDigit || (0x61...0x66).contains(self) }

  /// The value of a HEXDIG of either case; `nil` for any other octet.
  @inline(__always)
  package var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}
