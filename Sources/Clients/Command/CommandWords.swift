// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The words of a command line, split by the rules of POSIX (2.2 Quoting, 2.3 Token Recognition).
///
/// Spaces separate words; `'…'` quotes everything, `"…"` everything but `\` before `$`, `` ` ``,
/// `"`, `\` and a line's end, and `\` the character after it. Everything that takes a shell is
/// refused, since there is none.
package struct CommandWords: Hashable, Sendable {
  /// At least one word.
  package private(set) var words: [String] = []

  package struct Mistake: Error, Hashable, Sendable {
    package var reason: String
    /// The number of characters before the error.
    package var offset: Int
  }

  /// Splits a line.
  package init(_ line: String) throws(Mistake) {
    var splitter = Splitter(Array(line))
    words = try splitter.split()
    if words.isEmpty { throw Mistake(reason: "there is no program", offset: 0) }
  }

  /// The words quoted, as a line that is split into the same words.
  package static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "-_./:=@%+,{}".unicodeScalars.contains($0)
    }
    if isPlain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

private struct Splitter {
  let line: [Character]
  var index = 0
  var words: [String] = []
  /// The current word; `nil` between words, so that `''` is a word.
  var word: String?

  init(_ line: [Character]) { self.line = line }

  mutating func split() throws(CommandWords.Mistake) -> [String] {
    while index < line.count {
      let character = line[index]
      switch character {
      case " ", "\t", "\n", "\r\n": finish()
      case "'": try takeSingleQuoted()
      case "\"": try takeDoubleQuoted()
      case "\\": try takeEscaped()
      case "|", "&", ";", "<", ">", "(", ")", "$", "`":
        throw mistake("\"\(character)\" would need a shell, and none reads this: put it in '…'")
      case "#" where word == nil:
        throw mistake("\"#\" would begin a comment in a shell: put it in '…'")
      default: append(character)
      }
      index += 1
    }
    finish()
    return words
  }

  private mutating func append(_ character: Character) { word = (word ?? "") + String(character) }

  private mutating func finish() {
    if let word { words.append(word) }
    word = nil
  }

  private mutating func takeSingleQuoted() throws(CommandWords.Mistake) {
    let start = index
    word = word ?? ""
    index += 1
    while index < line.count, line[index] != "'" {
      append(line[index])
      index += 1
    }
    guard index < line.count else { throw mistake("a ' is not closed", at: start) }
  }

  private mutating func takeDoubleQuoted() throws(CommandWords.Mistake) {
    let start = index
    word = word ?? ""
    index += 1
    while index < line.count, line[index] != "\"" {
      switch line[index] {
      case "\\":
        let next = index + 1 < line.count ? line[index + 1] : "\\"
        if "$`\"\\".contains(next) {
          append(next)
          index += 1
        } else if next == "\n" {
          index += 1
        } else {
          append("\\")
        }
      case "$", "`":
        throw mistake("\"\(line[index])\" would need a shell, and none reads this: put it in '…'")
      default: append(line[index])
      }
      index += 1
    }
    guard index < line.count else { throw mistake("a \" is not closed", at: start) }
  }

  private mutating func takeEscaped() throws(CommandWords.Mistake) {
    index += 1
    guard index < line.count else { throw mistake("nothing follows the \\", at: index - 1) }
    // A backslash before a line feed is removed with it (2.2.1).
    if line[index] != "\n" { append(line[index]) }
  }

  private func mistake(_ reason: String, at place: Int? = nil) -> CommandWords.Mistake {
    CommandWords.Mistake(reason: reason, offset: place ?? index)
  }
}
