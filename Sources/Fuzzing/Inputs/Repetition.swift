// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

// Long values have a short form, as in scenarios: `${4097*a}` stands for 4,097 times `a`. So a long
// input is a few octets in a corpus, and a minimiser can reduce the number.

extension Octets {
  /// The most octets of a value with written-out repetitions.
  private static var longestWritten: Int { 1 << 16 }

  /// The octets with each `${N*text}` written out, except those that would make them too long.
  var written: Octets {
    let repetitions = repetitionsToWrite
    guard !repetitions.isEmpty else { return self }
    var octets: [UInt8] = []
    var copied = bytes.startIndex
    for repetition in repetitions {
      octets += bytes[copied..<repetition.start]
      repetition.write(to: &octets)
      copied = repetition.start + repetition.length
    }
    return Octets(octets + bytes[copied...])
  }

  /// The count of `written`.
  var writtenCount: Int {
    repetitionsToWrite.reduce(count) { $0 + $1.writtenCount - $1.length }
  }

  /// The repetitions that are written out, in order.
  private var repetitionsToWrite: [Repetition] {
    guard var place = firstIndex(of: UInt8(ascii: "$")) else { return [] }
    var found: [Repetition] = []
    // The octets before `end`, and their number when they are written out.
    var length = 0
    var end = bytes.startIndex
    while true {
      if let repetition = Repetition(bytes[place...]) {
        let written = length + place - end + repetition.writtenCount
        if written <= Octets.longestWritten {
          found.append(repetition)
          length = written
          end = place + repetition.length
        }
      }
      let start = Swift.max(end, place + 1)
      guard let next = Octets(bytes[start...]).firstIndex(of: UInt8(ascii: "$")) else {
        return found
      }
      place = next
    }
  }

  var repetition: Repetition? {
    var rest = self
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      if let repetition = Repetition(bytes[start...]) { return repetition }
      rest = self[(start + 1)...]
    }
    return nil
  }

  /// The octets with the first repetition made `count` octets long.
  func repeating(_ count: Int) -> Octets {
    guard let repetition else { return self }
    let place = repetition.start
    return Octets(
      Array(bytes[..<place])
        + Repetition.text(repetition.unit, count: Swift.max(1, count / repetition.unit.count))
        + bytes[(place + repetition.length)...])
  }
}

/// `${N*text}` at the start of some octets.
struct Repetition {
  let count: Int
  /// The octets that are repeated.
  let unit: ArraySlice<UInt8>
  /// Its first index in the octets that it was read from.
  let start: Int
  /// The number of octets there.
  let length: Int

  /// Reads a repetition at the start of some octets.
  init?(_ octets: ArraySlice<UInt8>) {
    guard octets.starts(with: "${".utf8) else { return nil }
    let digits = octets.dropFirst(2).prefix(6).prefix { (0x30...0x39).contains($0) }
    let rest = octets[digits.endIndex...]
    guard let count = Int(String(decoding: digits, as: UTF8.self)),
      rest.first == UInt8(ascii: "*"),
      let end = rest.prefix(64).firstIndex(of: UInt8(ascii: "}")), end > rest.startIndex + 1
    else { return nil }
    self.count = count
    unit = octets[(rest.startIndex + 1)..<end]
    start = octets.startIndex
    length = end + 1 - octets.startIndex
  }

  /// The number of octets when it is written out.
  var writtenCount: Int { count * unit.count }

  /// Appends the octets that it stands for.
  func write(to octets: inout [UInt8]) {
    if let octet = unit.first, unit.count == 1 {
      octets += repeatElement(octet, count: count)
      return
    }
    octets.reserveCapacity(octets.count + writtenCount)
    // Several units at once: a call takes longer than copying one.
    let together = 64
    let block = Array(repeatElement(unit, count: min(count, together)).joined())
    for _ in 0..<(count / together) { octets += block }
    octets += block.prefix(count % together * unit.count)
  }

  /// The text of a repetition.
  static func text(_ unit: some Sequence<UInt8>, count: Int) -> [UInt8] {
    Array("${\(count)*".utf8) + Array(unit) + [UInt8(ascii: "}")]
  }
}
