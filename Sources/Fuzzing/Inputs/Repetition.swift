import HTTPAuth

// Long values are written short, as scenarios write them: `${4097*a}` stands for so many letters. So an input that is all
// about length is a few octets in a corpus, and a minimiser can make the number less.

extension Octets {
  /// Octets of a value at most, once its repetitions are written out.
  private static var longestWritten: Int { 1 << 16 }

  /// The octets with `${N*text}` written out; anything else stays as it is, and so does what would be too long.
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

  /// How many octets they are once they are written out.
  var writtenCount: Int {
    repetitionsToWrite.reduce(count) { $0 + $1.writtenCount - $1.length }
  }

  /// Those that are written out, in order.
  private var repetitionsToWrite: [Repetition] {
    guard var place = firstIndex(of: UInt8(ascii: "$")) else { return [] }
    var found: [Repetition] = []
    // How long what stands before `behind` is, once it is written out.
    var length = 0
    var behind = bytes.startIndex
    while true {
      if let repetition = Repetition(bytes[place...]) {
        let written = length + place - behind + repetition.writtenCount
        if written <= Octets.longestWritten {
          found.append(repetition)
          length = written
          behind = place + repetition.length
        }
      }
      let start = Swift.max(behind, place + 1)
      guard let next = Octets(bytes[start...]).firstIndex(of: UInt8(ascii: "$")) else {
        return found
      }
      place = next
    }
  }

  /// The first repetition in them.
  var repetition: Repetition? {
    var rest = self
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      if let repetition = Repetition(bytes[start...]) { return repetition }
      rest = self[(start + 1)...]
    }
    return nil
  }

  /// The same with so many octets in the first repetition.
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
  /// How often.
  let count: Int
  /// What.
  let unit: ArraySlice<UInt8>
  /// Where it begins, an index of the octets it was read from.
  let start: Int
  /// How many octets it is written in.
  let length: Int

  /// Reads one; nil where there is none at the very start.
  init?(_ octets: ArraySlice<UInt8>) {
    guard octets.starts(with: "${".utf8) else { return nil }
    let digits = octets.dropFirst(2).prefix(6, while: { (0x30...0x39).contains($0) })
    let behind = octets[digits.endIndex...]
    guard let count = Int(String(decoding: digits, as: UTF8.self)),
      behind.first == UInt8(ascii: "*"),
      let end = behind.prefix(64).firstIndex(of: UInt8(ascii: "}")), end > behind.startIndex + 1
    else { return nil }
    self.count = count
    unit = octets[(behind.startIndex + 1)..<end]
    start = octets.startIndex
    length = end + 1 - octets.startIndex
  }

  /// How many octets it is once it is written out.
  var writtenCount: Int { count * unit.count }

  /// Puts it behind other octets, written out.
  func write(to octets: inout [UInt8]) {
    if let octet = unit.first, unit.count == 1 {
      octets += repeatElement(octet, count: count)
      return
    }
    octets.reserveCapacity(octets.count + writtenCount)
    // Many at once: each call takes longer than the few octets that it copies.
    let together = 64
    let block = Array(repeatElement(unit, count: min(count, together)).joined())
    for _ in 0..<(count / together) { octets += block }
    octets += block.prefix(count % together * unit.count)
  }

  /// How a repetition is written.
  static func text(_ unit: some Sequence<UInt8>, count: Int) -> [UInt8] {
    Array("${\(count)*".utf8) + Array(unit) + [UInt8(ascii: "}")]
  }
}

extension ArraySlice<UInt8> {
  /// The first octets that are of a kind, so many at most.
  fileprivate func prefix(_ most: Int, while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    prefix(most).prefix(while: isWanted)
  }
}
