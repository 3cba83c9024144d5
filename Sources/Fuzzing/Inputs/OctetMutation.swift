// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Alters octets, regardless of their meaning.
struct OctetMutation {
  let random: SeededRandom

  /// The octets with one alteration.
  func mutate(_ value: Octets) -> Octets {
    var octets = value.array
    let place = random.below(octets.count + 1)
    switch random.below(25) {
    case 0..<4:
      octets.insert(contentsOf: random.word(FuzzDictionary.delimiters).bytes, at: place)
    case 4..<8 where place < octets.count: octets.remove(at: place)
    case 8..<12 where place < octets.count: octets[place] = UInt8(random.below(256))
    case 12..<16 where place < octets.count: octets[place] ^= 1 << UInt8(random.below(8))
    case 16..<20:
      let end = min(octets.count, place + 1 + random.below(12))
      octets.removeSubrange(place..<end)
    case 20 where random.percent(25):
      let count = [200, 1_000, 3_000][random.below(3)]
      let run = random.word(FuzzDictionary.runs).bytes
      octets.insert(contentsOf: Repetition.text(run, count: count), at: place)
    default:
      let start = random.below(octets.count + 1)
      let piece = Array(octets[start..<min(octets.count, start + 1 + random.below(24))])
      octets.insert(contentsOf: piece, at: place)
    }
    // In the text of an input a line feed begins another line.
    octets.removeAll { $0 == 0x0A }
    return Octets(octets)
  }
}
