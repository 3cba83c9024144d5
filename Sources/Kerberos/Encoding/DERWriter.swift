// SPDX-License-Identifier: Apache-2.0

import Platform

/// Encodes elements in DER (X.690).
enum DER {
  /// An element with an identifier octet and content.
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag] + length(content.count) + content
  }

  static func sequence(_ elements: [[UInt8]]) -> [UInt8] { element(0x30, Array(elements.joined())) }

  /// `[number]` around an element.
  static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    element(0xA0 | number, content)
  }

  /// `[APPLICATION number]` around an element.
  static func application(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    element(0x60 | number, content)
  }

  /// An INTEGER that is not negative.
  static func integer(_ value: UInt32) -> [UInt8] {
    var writer = OctetWriter()
    writer.add(UInt64(value))
    let digits = Array(writer.octets.drop { $0 == 0 })
    let isPadded = digits.first.map { $0 & 0x80 != 0 } ?? true
    return element(0x02, isPadded ? [0] + digits : digits)
  }

  static func octets(_ content: some Sequence<UInt8>) -> [UInt8] { element(0x04, Array(content)) }

  /// A GeneralString, as KerberosString is (RFC 4120 5.2.1).
  static func text(_ text: String) -> [UInt8] { element(0x1B, Array(text.utf8)) }

  /// A BIT STRING of 32 bits, of which the highest is the first.
  static func bits(_ bits: UInt32) -> [UInt8] {
    var writer = OctetWriter()
    writer.add(UInt8(0))
    writer.add(bits)
    return element(0x03, writer.octets)
  }

  /// A GeneralizedTime without fractions, as KerberosTime is (RFC 4120 5.2.3).
  static func time(_ seconds: Int64) -> [UInt8] {
    element(0x18, Array(CalendarTime(secondsSince1970: seconds).digits.utf8) + [0x5A])
  }

  private static func length(_ count: Int) -> [UInt8] {
    if count < 0x80 { return [UInt8(count)] }
    var writer = OctetWriter()
    writer.add(UInt32(clamping: count))
    let digits = Array(writer.octets.drop { $0 == 0 })
    return [0x80 | UInt8(digits.count)] + digits
  }
}
