// SPDX-License-Identifier: Apache-2.0

@testable import ScenarioFiles
@testable import Scenarios
import Testing

@Suite struct DiagnosticTests {
  @Test func isRenderedWithACaret() {
    let line = "    - { replyed: 200 }"
    let diagnostic = Diagnostic(
      file: "Scenarios/digest/x.yaml", location: .init(line: 12, column: 9), length: 7,
      message: "unknown key \"replyed\" in a rule", hint: "did you mean \"reply\"?",
      excerpt: .init(line: line, column: 9, length: 7))
    #expect(
      diagnostic.description == """
        Scenarios/digest/x.yaml:12:9: error: unknown key "replyed" in a rule
           12 |     - { replyed: 200 }
              |         ^^^^^^^
              = did you mean "reply"?
        """)
  }

  @Test func longLinesAreCut() {
    let line = String(repeating: "x", count: 5000) + "!" + String(repeating: "y", count: 5000)
    let excerpt = Diagnostic.Excerpt(line: line, column: 5001, length: 1)
    #expect(excerpt.text.count == 102)
    let mark = excerpt.marks.firstIndex(of: "^").map {
      excerpt.marks.distance(from: excerpt.marks.startIndex, to: $0)
    }
    #expect(mark == 31)
    #expect(Array(excerpt.text)[31] == "!")
  }

  @Test func marksFollowTabsAndCombinedCharacters() {
    #expect(Diagnostic.Excerpt(line: "\tab", column: 3, length: 1).marks == "\t ^")
    #expect(Diagnostic.Excerpt(line: "e\u{301}b", column: 3, length: 1).marks == " ^")
    #expect(Diagnostic.Excerpt(line: "ab", column: 9, length: 3).marks == "  ^")
  }

  @Test func placesAreFoundInTheFile() {
    let source = SourceText(file: "x", bytes: Array("a\nböc\r\n".utf8))
    #expect(source.location(ofOctet: 0) == SourceLocation(line: 1, column: 1))
    #expect(source.location(ofOctet: 5) == SourceLocation(line: 2, column: 3))
    #expect(source.line(2) == "böc")
    #expect(source.line(9) == "")
  }

  @Test(arguments: [
    ("replyed", ["reply"]), ("Requst", ["request"]), ("rqeuest", ["request"]),
    ("cred", ["credentials"]),
    ("zzzzzzz", []), ("", []),
  ])
  func namesThatAreNearAreSuggested(_ word: String, _ near: [String]) {
    let names = ["request", "reply", "credentials"]
    #expect(NearestName.to(word, among: names) == near)
  }

  @Test func theNearestNameComesFirst() {
    let names = ["digest/stale-bb", "digest/stale-a", "digest/stale-c", "digest/stale-b"]
    let near = NearestName.to("digest/stale-b", among: names)
    #expect(near == ["digest/stale-b", "digest/stale-bb", "digest/stale-a"])
    #expect(NearestName.to("digest/stale-b", among: names, limit: 1) == ["digest/stale-b"])
  }

  @Test(arguments: [("abc", "abc", 0), ("abc", "acb", 1), ("", "ab", 2), ("kitten", "sitting", 3)])
  func distanceCountsWhatHasToBeChanged(_ left: String, _ right: String, _ distance: Int) {
    #expect(NearestName.distance(Array(left.utf8), Array(right.utf8)) == distance)
  }
}
