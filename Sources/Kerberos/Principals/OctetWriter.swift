// SPDX-License-Identifier: Apache-2.0

/// Writes numbers with the highest octet first, and octets with their count before them, as the
/// files of MIT Kerberos have them.
struct OctetWriter {
  private(set) var octets: [UInt8] = []

  /// Adds a number in as many octets as its type has.
  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      octets.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// Adds octets as they are.
  mutating func add(_ more: some Collection<UInt8>) { octets.append(contentsOf: more) }

  /// Adds octets and, before them, their count in 16 bits.
  mutating func addShort(_ more: some Collection<UInt8>) {
    add(UInt16(clamping: more.count))
    add(more)
  }

  /// Adds octets and, before them, their count in 32 bits.
  mutating func addLong(_ more: some Collection<UInt8>) {
    add(UInt32(clamping: more.count))
    add(more)
  }
}
