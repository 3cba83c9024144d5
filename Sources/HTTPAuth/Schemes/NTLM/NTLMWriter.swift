// SPDX-License-Identifier: Apache-2.0

/// Writes a message: fixed fields, then the fields of variable length (MS-NLMP 2.2.1).
struct NTLMWriter {
  /// A field of variable length.
  struct Field {
    /// The offset of its length and offset in the message.
    var place: Int
    var value: [UInt8]
  }

  /// An integer, little-endian.
  static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private var octets: [UInt8]

  /// Begins a message with `fixed` octets of fixed fields, which are zero after the type.
  init(type: UInt32, fixed: Int) {
    octets = NTLMMessageReader.signature + NTLMWriter.little(type)
    octets += [UInt8](repeating: 0, count: max(0, fixed - octets.count))
  }

  /// Overwrites octets of the fixed fields.
  mutating func put(_ value: [UInt8], at place: Int) {
    guard place >= 0, place + value.count <= octets.count else { return }
    octets.replaceSubrange(place..<place + value.count, with: value)
  }

  /// Appends fields in that order, and returns the message. An empty field has an offset, too.
  consuming func message(_ fields: [Field]) -> [UInt8] {
    for field in fields {
      let length = NTLMWriter.little(UInt16(truncatingIfNeeded: field.value.count))
      put(length + length + NTLMWriter.little(UInt32(octets.count)), at: field.place)
      octets += field.value
    }
    return octets
  }
}
