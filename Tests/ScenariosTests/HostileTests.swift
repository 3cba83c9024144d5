// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import ScenarioFiles
import Scenarios
import Foundation
import Testing

/// Files made to hurt: each must end soon, in little memory, with an error that says why.
@Suite(.serialized) struct HostileTests {
  private func load(_ bytes: [UInt8]) -> LoadResult {
    let start = Self.processorSeconds()
    let result = ScenarioLoader.load(text: bytes, id: "hostile/x", file: "x.yaml")
    // A debug build on a busy machine needs a second at most; a quadratic one needs minutes.
    #expect(Self.processorSeconds() - start < 5)
    #expect(result.cases.isEmpty != result.diagnostics.isEmpty)
    #expect(result.diagnostics.count <= 101)
    for diagnostic in result.diagnostics { #expect(diagnostic.description.utf8.count < 3000) }
    return result
  }

  /// Of this thread, so that a busy machine does not count.
  private static func processorSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func message(_ text: String) -> String? {
    load(Array(text.utf8)).diagnostics.first?.message
  }

  private let head = "title: t\nlevel: must\n"
  private let steps = "steps: [{ request: {} }]\n"

  @Test func aliasBomb() {
    var text = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for (letter, before) in zip("bcdefghi", "abcdefgh") {
      text +=
        "\(letter): &\(letter) [" + Array(repeating: "*\(before)", count: 9).joined(separator: ", ")
        + "]\n"
    }
    let messages = load(Array(text.utf8)).diagnostics.map(\.message)
    #expect(messages.contains("anchors are not used here: \"&a\""))
    #expect(messages.contains("aliases are not used here: \"*a\""))
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "a:\n"])
  func aMillionLevels(_ opening: String) {
    let count = (1 << 20) / opening.utf8.count - 1
    let text = String(repeating: opening, count: count)
    #expect(!load(Array(text.utf8)).diagnostics.isEmpty)
  }

  @Test func tooManyCombinations() {
    let values = (0..<1000).map(String.init).joined(separator: ", ")
    let keys = (0..<10).map { "  k\($0): [\(values)]\n" }.joined()
    let text = head + "matrix:\n" + keys + steps
    #expect(message(text)?.hasPrefix("this matrix has 1000 × 1000 × ") == true)
  }

  @Test func aMatrixOfAGigabyte() {
    let values = (0..<4000).map(String.init).joined(separator: ", ")
    let steps = "steps: [" + String(repeating: "{request: {}}, ", count: 60_000) + "]\n"
    let text = head + "matrix: { k: [\(values)] }\n" + steps
    #expect(
      message(text)
        == "4000 cases of 180003 keys and values each are more than 1000000")
  }

  @Test func substitutionOfAGigabyte() {
    let big = String(repeating: "x", count: 100_000)
    let matrix = head + "matrix: { v: [{ id: a, text: \(big) }] }\nsteps:\n"
    let uses = String(repeating: "${v.text}", count: 20_000)
    #expect(
      message(matrix + "- request: { body: \"\(uses)\" }\n") == "a text of more than 16 MB")
    let some = String(repeating: "${v.text}", count: 100)
    let many = String(repeating: "- request: { body: \"\(some)\" }\n", count: 20)
    #expect(message(matrix + many)?.contains("64 MB") == true)
  }

  @Test func repetitionOfAGigabyte() {
    let text = head + #"steps: [{ request: { body: "${1000000000*x}" } }]"#
    #expect(message(text) == "${1000000000*x} is more than 16 MB")
    let many = (0..<200).map { "- request: { body: \"\($0)${10000000*x}\" }\n" }.joined()
    #expect(message(head + "steps:\n" + many)?.contains("64 MB") == true)
    let overflow = head + #"steps: [{ request: { body: "${9223372036854775807*xx}" } }]"#
    #expect(message(overflow) == "${9223372036854775807*xx} is more than 16 MB")
  }

  @Test func atTheLimitItStillLoads() throws {
    let text = head + #"steps: [{ request: { body: "${16777216*x}" } }]"#
    let result = load(Array(text.utf8))
    let body = result.cases.first?.steps.first?.requests.first?.body
    #expect(body?.constant?.count == 16 << 20)
    #expect(body?.pieces == [.repetition("x", count: 16 << 20)])
  }

  @Test func aLongRepetitionBetweenOtherOctets() throws {
    let text = head + #"steps: [{ request: { body: "a${40000*bc}d" } }]"#
    let body = load(Array(text.utf8)).cases.first?.steps.first?.requests.first?.body
    #expect(body?.pieces == [.literal("a"), .repetition("bc", count: 40_000), .literal("d")])
    let repeated = Array(repeating: Array("bc".utf8), count: 40_000).joined()
    #expect(body?.constant?.array == Array("a".utf8) + repeated + Array("d".utf8))
  }

  @Test func moreThanAMegabyte() {
    let text = head + "# " + String(repeating: "x", count: 1 << 20) + "\n" + steps
    #expect(message(text)?.hasSuffix("1 MB (1048576) is the limit") == true)
  }

  @Test func aMegabyteOfJunk() {
    var random = SeededRandom(seed: 7)
    let bytes = (0..<1_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(!load(bytes).diagnostics.isEmpty)
    let printable = bytes.map { $0 % 95 + 32 }
    #expect(!load(printable).diagnostics.isEmpty)
  }

  @Test func aMegabyteOfMistakes() {
    let keys = (0..<80_000).map { "k\($0): x\n" }.joined()
    let result = load(Array((head + steps + keys).utf8))
    #expect(result.diagnostics.count == 101)
    #expect(result.diagnostics.last?.message == "and 79900 more errors")
    let oneLine = "{" + (0..<80_000).map { "k\($0): x" }.joined(separator: ", ") + "}"
    #expect(load(Array(oneLine.utf8)).diagnostics.count == 101)
  }

  @Test func aMegabyteOfDuplicateKeys() {
    let text = String(repeating: "k: x\n", count: 200_000)
    #expect(message(text) == "the key \"k\" occurs twice in this mapping")
  }

  @Test func aMegabyteOfAliases() {
    let text = "a: [" + String(repeating: "*b ,", count: 200_000) + "]"
    #expect(message(text) == "aliases are not used here: \"*b\"")
  }

  @Test func aMegabyteOfPlaces() {
    let text =
      head + "steps: [{ request: { body: \"" + String(repeating: "${x41}", count: 150_000)
      + "\" } }]"
    let result = load(Array(text.utf8))
    #expect(result.cases.first?.steps.first?.requests.first?.body?.constant?.count == 150_000)
    let open =
      head + "steps: [{ request: { body: \"" + String(repeating: "$${", count: 300_000)
      + "${\" } }]"
    #expect(message(open) == "\"${\" without \"}\"")
  }
}

/// The same numbers for the same seed (splitmix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
