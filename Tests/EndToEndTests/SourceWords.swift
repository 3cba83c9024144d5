// SPDX-License-Identifier: Apache-2.0

/// The words of a source of Swift, without those of comments and strings.
struct SourceWords {
  private(set) var words: Set<String> = []
  private let octets: [UInt8]
  private var place = 0

  init(_ source: String) {
    octets = Array(source.utf8)
    while place < octets.count { take() }
  }

  private func has(_ text: String) -> Bool { octets[place...].starts(with: text.utf8) }

  /// Takes a word, a comment, a string or an octet.
  private mutating func take() {
    switch octets[place] {
    case UInt8(ascii: "/") where has("//"):
      skip { $0 != UInt8(ascii: "\n") }
    case UInt8(ascii: "/") where has("/*"):
      while place < octets.count, !has("*/") { place += 1 }
    case let octet where SourceWords.isOfWord(octet):
      let start = place
      skip(SourceWords.isOfWord)
      words.insert(String(decoding: octets[start..<place], as: UTF8.self))
    case UInt8(ascii: "#"), UInt8(ascii: "\""):
      let start = place
      skip { $0 == UInt8(ascii: "#") }
      let hashes = String(repeating: "#", count: place - start)
      if has("\"\"\"") { return takeString(between: "\"\"\"", hashes) }
      if has("\"") { takeString(between: "\"", hashes) }
    default: place += 1
    }
  }

  private static func isOfWord(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while place < octets.count, isSkipped(octets[place]) { place += 1 }
  }

  /// Takes a string from its first quotation mark: nothing of its text, but the words of its
  /// interpolations. A quotation mark in a regular expression begins no string; a string between
  /// single marks ends on its line.
  private mutating func takeString(between mark: String, _ hashes: String) {
    place += mark.utf8.count
    let escape = "\\" + hashes
    while place < octets.count, !has(mark + hashes) {
      if has(escape + "(") {
        place += escape.utf8.count + 1
        takeInterpolation()
      } else if has(escape) {
        place += escape.utf8.count + 1
      } else if mark.utf8.count == 1, octets[place] == UInt8(ascii: "\n") {
        return
      } else {
        place += 1
      }
    }
    place += mark.utf8.count + hashes.utf8.count
  }

  private mutating func takeInterpolation() {
    var depth = 1
    while depth > 0, place < octets.count {
      if octets[place] == UInt8(ascii: "(") { depth += 1 }
      if octets[place] == UInt8(ascii: ")") { depth -= 1 }
      if depth > 0 { take() } else { place += 1 }
    }
  }
}
