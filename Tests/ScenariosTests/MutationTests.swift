// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
import Foundation
import Testing

/// Valid files with random damage: the loader ends with cases or with diagnostics, never with both
/// or neither.
@Suite struct MutationTests {
  static let seed: UInt64 = 20_260_101

  private static let pieces: [[UInt8]] = [
    "\"", "'", "[", "]", "{", "}", ": ", "- ", ",", "\n", "\t", "#", "&a ", "*a", "!!str ", "${",
    "}",
    "${algorithm}", "${9*x}", "${origin.url}", "${xFF}", "0", "99999999999999999999", "-1", "true",
    "null", "~", "|\n", ">", "? ", "<<: ", "--- ", "\r", "\0", "origin", "proxy", "expect",
    "except",
  ].map { Array($0.utf8) }

  @Test(arguments: ["everything", "minimal"]) func damagedFilesEndWell(_ name: String) throws {
    let file = Repository.fixtures.appending(path: "valid/\(name).yaml")
    let original = try [UInt8](Data(contentsOf: file))
    var random = SeededRandom(seed: Self.seed)
    var loaded = 0
    var refused = 0
    for round in 0..<400 {
      var bytes = original
      for _ in 0...Int.random(in: 0...3, using: &random) { Self.damage(&bytes, &random) }
      let result = ScenarioLoader.load(text: bytes, id: "m/\(round)", file: "m.yaml")
      let text = result.diagnostics.map(\.description).joined(separator: "\n")
      if result.cases.isEmpty == text.isEmpty {
        Issue.record("seed \(Self.seed), round \(round): cases \(result.cases.count), \(text)")
      }
      for diagnostic in result.diagnostics
      where diagnostic.location.line < 1 || diagnostic.location.column < 1 {
        Issue.record("seed \(Self.seed), round \(round): no place in \(diagnostic)")
      }
      if result.cases.isEmpty { refused += 1 } else { loaded += 1 }
    }
    #expect(loaded > 0, "some damage is harmless")
    #expect(refused > 0, "most is not")
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.remove(at: place)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
    case 3:
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
      bytes.removeSubrange(place..<end)
    default:
      let end = min(bytes.count, place + Int.random(in: 1...80, using: &random))
      let target = Int.random(in: 0..<bytes.count, using: &random)
      bytes.insert(contentsOf: Array(bytes[place..<end]), at: target)
    }
  }
}
