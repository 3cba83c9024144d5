// SPDX-License-Identifier: Apache-2.0

/// Writes big-endian numbers, and octets after their count, as in the files of MIT Kerberos.
struct OctetWriter {
  private(set) var octets: [UInt8] = []

  /// Adds a number with all octets of its type.
  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      octets.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  /// Adds octets without their count.
  mutating func add(_ more: some Collection<UInt8>) { octets.append(contentsOf: more) }

  /// Adds the count of octets in 16 bits, and the octets.
  mutating func addShort(_ more: some Collection<UInt8>) {
    add(UInt16(clamping: more.count))
    add(more)
  }

  /// Adds the count of octets in 32 bits, and the octets.
  mutating func addLong(_ more: some Collection<UInt8>) {
    add(UInt32(clamping: more.count))
    add(more)
  }
}
