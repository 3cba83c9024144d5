// SPDX-License-Identifier: Apache-2.0

import Testing
import Transcripts

@testable import Reporting
@testable import Scenarios

@Suite("Baseline")
struct BaselineTests {
  private static let cause = FailureCause(.qop)

  /// A case of a scenario with two axes, bad or good.
  private func result(_ scheme: String, _ side: String, _ verdict: Verdict) -> CaseResult {
    var result = Sample.result(0, "digest/x", verdict)
    result.played = Case(
      scenario: result.played.scenario,
      coordinates: [
        Case.Coordinate(key: "scheme", value: scheme), Case.Coordinate(key: "side", value: side),
      ], servers: [], client: ClientSettings(), steps: [], location: result.played.location)
    if verdict.isBad { result.cause = Self.cause }
    return result
  }

  private func collected(_ results: [CaseResult]) throws -> BaselineCollector {
    let collector = BaselineCollector()
    let bad = results.filter { $0.cause != nil }
    var groups: [FailureGroup] = []
    if let first = bad.first {
      groups = [FailureGroup(Self.cause, shownBy: first.checks[1], of: first)]
    }
    Sample.feed(collector, results) { $0.groups = groups }
    return collector
  }

  private func loaded(_ text: String) throws -> (entries: [ExpectedFailure], text: String) {
    let (failures, diagnostics) = ExpectedFailures.load(text: Array(text.utf8), file: "x.yaml")
    try #require(diagnostics.isEmpty, "\(diagnostics)")
    return (failures.entries, text)
  }

  private static let partly: [(String, String, Verdict)] = [
    ("Basic", "origin", .fail), ("Basic", "proxy", .fail), ("Digest", "origin", .fail),
    ("Digest", "proxy", .pass),
  ]

  @Test("New entries cover the cases that fail and no others, and can be loaded")
  func new() throws {
    let collector = try collected(Self.partly.map { result($0.0, $0.1, $0.2) })
    let baseline = Baseline(
      nil, after: collector, over: [], requirements: Sample.context.requirements,
      expires: CalendarDate("2027-05-31"))
    let entry = try #require(try loaded(baseline.text).entries.first)
    for (scheme, side, verdict) in Self.partly {
      #expect(entry.covers(case: "digest/x[scheme=\(scheme),side=\(side)]") == verdict.isBad)
    }
    #expect(entry.covers(check: "1.origin.2.nc") && !entry.covers(check: "1.origin.exchanges"))
    #expect(
      entry.reason
        == "TODO: The Digest uses another qop than offered, or none (RFC 7616 3.4, R083)")
    #expect(entry.evidence.contains("observed nc=00000002"))
    #expect(entry.expires == CalendarDate("2027-05-31"))
    #expect(baseline.added.map(\.cases) == [3])
  }

  @Test("A second run of the same changes nothing, and comments stay")
  func stable() throws {
    let collector = try collected(Self.partly.map { result($0.0, $0.1, $0.2) })
    let first = Baseline(nil, after: collector, over: [], expires: nil).text
    let edited =
      "# mine\n\n" + first.replacing("TODO: The Digest", with: "Known: The Digest") + "# end\n"
    let again = Baseline(
      try loaded(edited), after: collector, over: [], expires: nil)
    #expect(again.text == edited)
    #expect(again.kept == 1 && again.added.isEmpty && again.dropped.isEmpty)
  }

  @Test("What is fixed is dropped, what was not played is kept")
  func fixed() throws {
    let text = """
      # mine
      - { case: "digest/x[*]", check: "*", verdict: fail, reason: a, evidence: b }

      - { case: "digest/other", check: "*", verdict: fail, reason: c, evidence: d }

      """
    let collector = try collected([result("Basic", "origin", .pass)])
    let baseline = Baseline(try loaded(text), after: collector, over: [], expires: nil)
    #expect(baseline.dropped == ["digest/x[*]"])
    #expect(
      baseline.text == """
        # mine
        - { case: "digest/other", check: "*", verdict: fail, reason: c, evidence: d }

        """)
  }

  @Test("Of the values of a client nothing leaves its quotes")
  func quotes() throws {
    var bad = result("Basic", "origin", .fail)
    bad.checks[1].finding = Finding(
      expected: "a \"b\" \\ ${name} # c", observed: "\u{1B}[2J: \n- x", exchange: 0)
    let baseline = Baseline(nil, after: try collected([bad]), over: [], expires: nil)
    let entry = try #require(try loaded(baseline.text).entries.first)
    #expect(entry.evidence.contains(#"a "b" \ ${name} # c"#))
    #expect(entry.evidence.contains(#"\x1b[2J: \x0a- x"#))
  }

  @Test("A date is a day of the calendar")
  func dates() {
    #expect(CalendarDate("2028-02-29") != nil && CalendarDate("2027-02-29") == nil)
    #expect(CalendarDate("2027-13-01") == nil && CalendarDate("27-01-01") == nil)
    #expect(CalendarDate("2027-1-001") == nil && CalendarDate("2027/01/01") == nil)
    #expect(CalendarDate(seconds: 1_800_000_000).description == "2027-01-15")
  }
}
