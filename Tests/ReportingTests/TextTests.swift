// SPDX-License-Identifier: Apache-2.0

import Transcripts
import HTTPAuth
@testable import Platform
@testable import Reporting
@testable import Storage
import Testing

@Suite("Texts")
struct TextTests {
  @Test("Lines are no wider than they may be, and nothing is lost")
  func wrapping() {
    #expect(Wrapping.lines("one two three", width: 7) == ["one two", "three"])
    #expect(Wrapping.lines("abcdefgh ij", width: 3) == ["abc", "def", "gh", "ij"])
    #expect(Wrapping.lines("", width: 3) == [""])
    #expect(Wrapping.lines("a\n\nb", width: 3) == ["a", "", "b"])
    #expect(Wrapping.lines("日本語", width: 4) == ["日本", "語"])
    let long = String(repeating: "x", count: 100_000)
    #expect(Wrapping.lines(long, width: 10).count == 10_000)
  }

  @Test("A text is cut by characters and says so")
  func cut() {
    #expect(Visible.cut("abc", to: 3) == "abc")
    #expect(Visible.cut("abcd", to: 3) == "ab…")
    #expect(Visible.abridged("abcd", to: 2) == "ab… (4 octets)")
    #expect(Visible.abridged("ab", to: 2) == "ab")
  }

  @Test("Controls are shown, text is kept")
  func visible() {
    #expect(Visible.line("a\tb\r\n\u{1B}ä") == "a\\x09b\\x0d\\x0a\\x1bä")
    #expect(Visible.text("a\tb\nc\r") == "a\tb\nc\\x0d")
    #expect(Visible.line("plain 日本") == "plain 日本")
  }

  @Test(
    "Seconds since 1970 are a date",
    arguments: [
      (0, "1970-01-01T00:00:00"), (951_782_400, "2000-02-29T00:00:00"),
      (1_767_268_800, "2026-01-01T12:00:00"), (4_107_542_399, "2100-02-28T23:59:59"),
      (4_107_542_400, "2100-03-01T00:00:00"), (-5, "1970-01-01T00:00:00"),
      (Int64.max, "9999-12-31T23:59:59"),
    ] as [(Int64, String)])
  func timestamp(_ seconds: Int64, _ text: String) {
    #expect(Phrases.timestamp(seconds) == text)
  }

  @Test("Numbers and times read well")
  func numbers() {
    #expect(Phrases.count(0) == "0")
    #expect(Phrases.count(999) == "999")
    #expect(Phrases.count(1_000) == "1,000")
    #expect(Phrases.count(1_234_567) == "1,234,567")
    #expect(Phrases.count(1, "case") == "1 case")
    #expect(Phrases.duration(731_000_000) == "731 ms")
    #expect(Phrases.duration(1_420_000_000) == "1.42 s")
    #expect(Phrases.duration(61_000_000_000) == "1 min 1 s")
    #expect(Phrases.seconds(47_000_000) == "0.047")
    #expect(Phrases.seconds(12_000_000_000) == "12.000")
    #expect(Phrases.seconds(-1) == "0.000")
  }

  @Test("A word is quoted where a shell would read more into it")
  func quoting() {
    #expect(Phrases.shellQuoted("digest/x") == "digest/x")
    #expect(Phrases.shellQuoted("x[a=b]") == "'x[a=b]'")
    #expect(Phrases.shellQuoted("it's") == "'it'\\''s'")
    #expect(Phrases.shellQuoted("") == "''")
  }

  @Test("Of recordings of one case each is judged again by its own file")
  func judgedAgain() {
    var context = ReportContext()
    context.recordings = ["a.json", "b c.json"]
    var result = Sample.all()[0]
    #expect(context.command(showing: result) == "authspec judge a.json")
    result.index = 1
    #expect(context.command(showing: result) == "authspec judge 'b c.json'")
  }

  @Test(
    "The command that shows a case again has the program's name and the options that decide its verdict"
  )
  func again() {
    var context = Sample.context
    context.program = "./my build/authspec"
    context.options += [
      CommandOption("no-expected").text,
      CommandOption("expected", value: "-x.yaml", place: 5).text,
    ]
    let result = Sample.all()[5]
    #expect(
      context.command(showing: result)
        == "'./my build/authspec' run --seed 7 --no-expected --expected=-x.yaml digest/fail")
    context.recordings = Array(repeating: "a.json", count: 9)
    #expect(
      context.command(showing: result).hasSuffix(
        "judge --seed 7 --no-expected --expected=-x.yaml a.json"))
  }

  @Test(
    "A command line with a login of its own is not repeated in a report",
    arguments: [
      ("curl -u alice:secret {url}", true), ("curl -u {user}:{password} {url}", false),
      ("curl --oauth2-bearer abc {url}", true), ("tool --password=x {url}", true),
      ("tool --password {password} {url}", false), ("tool --api-token x {url}", true),
      ("tool http://a:b@example.test/", true), ("tool http://{user}@example.test/", false),
      ("tool -H 'Authorization: Basic YTpi' {url}", true), ("python3 my_driver.py -u", false),
      ("TOKEN=abc python3 my_driver.py", true), ("a\u{7}b", true),
    ])
  func redacted(_ line: String, _ isRedacted: Bool) {
    let text = CommandOption("command", value: line, place: 3).text
    #expect((text == #"--command="$AUTHSPEC_ARG_3""#) == isRedacted, "\(text)")
  }

  @Test("Names of files are safe, and different names stay different")
  func fileNames() {
    #expect(FileName.safe("digest/x[a=b,c=d]") == "digest__x%5ba=b,c=d%5d")
    #expect(FileName.safe("../etc") == "%2e.__etc")
    let long = String(repeating: "a", count: 400)
    #expect(FileName.safe(long + "1") != FileName.safe(long + "2"))
    #expect(FileName.safe(long).utf8.count < 200)
  }

  @Test("Credentials are told without what only a verifier reads")
  func fields() {
    let summary = FieldSummary(limit: 12)
    #expect(
      summary.credentials(#"Digest username="a,b", response="66", nonce="0123456789", cnonce="c""#)
        == #"Digest username="a,… (14 octets), nonce="01234… (18 octets)"#)
    #expect(summary.credentials("Basic eDp5") == "Basic eDp5")
    #expect(summary.credentials("") == "")
    #expect(summary.challenge("Basic realm=\"x\\\", y\", Foo").hasSuffix(", Foo"))
  }
}
