// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import TestThreads
import Testing

/// A command line is split by the rules of POSIX (2.2, 2.3), and what would need a shell is
/// refused.
@Suite(.onOwnThreads) struct CommandWordsTests {
  @Test(arguments: [
    ("curl --anyauth {url}", ["curl", "--anyauth", "{url}"]),
    ("  a\tb\nc  ", ["a", "b", "c"]),
    ("a 'b c'\"d e\"f", ["a", "b cd ef"]),
    ("''", [""]), ("a \"\" b", ["a", "", "b"]),
    (#"a\ b \\ \' \""#, ["a b", #"\"#, "'", "\""]),
    (#"'a\b' "a\b" "\$\`\"\\""#, [#"a\b"#, #"a\b"#, "$`\"\\"]),
    ("'$HOME `x` | & ; < > ( )'", ["$HOME `x` | & ; < > ( )"]),
    ("a\\\nb \"c\\\nd\"", ["ab", "cd"]),
    ("a#b '#' x=~ * ?", ["a#b", "#", "x=~", "*", "?"]),
    ("grüße 'ß'", ["grüße", "ß"]),
  ])
  func splits(_ line: String, _ words: [String]) throws {
    #expect(try CommandWords(line).words == words)
    #expect(try CommandWords(CommandWords.line(words)).words == words)
  }

  @Test(arguments: [
    ("", 0), ("   ", 0), ("a 'b", 2), ("a \"b", 2), ("a \\", 2), ("a | b", 2), ("a; b", 1),
    ("a $HOME", 2), ("a \"$HOME\"", 3), ("a `b`", 2), ("a > b", 2), ("a & b", 2), ("(a)", 0),
    ("a #b", 2),
  ])
  func refuses(_ line: String, _ offset: Int) {
    let mistake = #expect(throws: CommandWords.Mistake.self) { try CommandWords(line) }
    #expect(mistake?.offset == offset)
  }

  /// sh splits every line that we split into the same words.
  @Test func agreesWithTheShell() throws {
    let pieces = [
      "a", "'b c'", "\"d\\\"e\"", " ", "\\ ", "''", "\"\\x\"", "f\\\\", "\t", "{url}", "=", "%",
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      let line = (0..<6).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }
        .joined()
      guard let words = try? CommandWords(line).words else { continue }
      let shown = try Shell.output("for word in \(line); do printf '[%s]' \"$word\"; done")
      #expect(shown == words.map { "[\($0)]" }.joined(), "\(line)")
    }
  }
}
