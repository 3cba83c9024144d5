// SPDX-License-Identifier: Apache-2.0

import Testing
import Transcripts

@testable import Reporting
@testable import ScenarioFiles
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
        == "TODO: Other requests come than expected (RFC 7616 3.4, R083)")
    #expect(entry.evidence.contains("observed nc=00000002"))
    #expect(entry.expires == CalendarDate("2027-05-31"))
    #expect(baseline.added.map(\.cases) == [3])
  }

  @Test("A second run of the same changes nothing, and comments stay")
  func stable() throws {
    let collector = try collected(Self.partly.map { result($0.0, $0.1, $0.2) })
    let first = Baseline(nil, after: collector, over: [], expires: nil).text
    let edited =
      "# mine\n\n" + first.replacing("TODO: Other", with: "Known: Other") + "# end\n"
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

  @Test(
    "An entry loses the cases that pass, and stays as it is otherwise",
    arguments: [
      (
        """
        - { case: "digest/x[*]", check: "*", verdict: fail, reason: "é", evidence: d } # mine
        """,
        """
        - { case: ["digest/x[scheme=Basic,side=*]", "digest/x[scheme=*,side=origin]"], check: "*", \
        verdict: fail, reason: "é", evidence: d } # mine
        """
      ),
      (
        """
        - { reason: "é", case: [other, "digest/x[*side=proxy]", 'digest/x[*Digest*]' ], \
        check: "*", verdict: fail, evidence: d }
        """,
        """
        - { reason: "é", case: [other, "digest/x[scheme=Basic,side=proxy]", \
        "digest/x[scheme=Digest,side=origin]" ], check: "*", verdict: fail, evidence: d }
        """
      ),
      (
        """
        - case: # a
            - digest/x[scheme=Basic,side=origin] # b
            # c
            - "digest/x[scheme=Digest,side=*]" # d
            - "digest/x[*=Digest,side=proxy]" # e
            # f
          check: "*"
          verdict: fail
          reason: |
            Long,
            and mine
          evidence: d
        """,
        """
        - case: # a
            - digest/x[scheme=Basic,side=origin] # b
            # c
            - "digest/x[scheme=Digest,side=origin]" # d
            # f
          check: "*"
          verdict: fail
          reason: |
            Long,
            and mine
          evidence: d
        """
      ),
      (
        """
        - check: "*"
          case:
            digest/x[*]
          verdict: fail
          reason: a
          evidence: d
        """,
        """
        - check: "*"
          case:
            ["digest/x[scheme=Basic,side=*]", "digest/x[scheme=*,side=origin]"]
          verdict: fail
          reason: a
          evidence: d
        """
      ),
    ])
  func narrowed(old: String, new: String) throws {
    let collector = try collected(Self.partly.map { result($0.0, $0.1, $0.2) })
    for ending in ["\n", "\r\n"] {
      let text = "# first\n\(old)\n# last\n".replacing("\n", with: ending)
      let baseline = Baseline(
        try loaded(text), after: collector, over: [], expires: nil)
      #expect(baseline.narrowed.map(\.fixed) == [1] && baseline.dropped.isEmpty)
      #expect(baseline.text == "# first\n\(new)\n# last\n" + addedText(baseline))
      let again = Baseline(
        try loaded(baseline.text), after: collector, over: [], expires: nil)
      #expect(again.text == baseline.text && again.narrowed.isEmpty)
    }
  }

  /// The checks that an entry names in several forms, and the same without those that no case
  /// breaks.
  @Test(
    "A pattern of checks that no case needs is taken out",
    arguments: [
      ("check: [\"1.origin.2.nc\", \"1.never.*\"]", "check: [\"1.origin.2.nc\"]"),
      ("check: [\"1.never.*\", 1.origin.2.nc]  # a", "check: [1.origin.2.nc]  # a"),
      ("check:\n    - 1.never.1\n    - \"*.nc\" # b", "check:\n    - \"*.nc\" # b"),
      ("check: \"*\"", "check: \"*\""),
    ])
  func checks(old: String, new: String) throws {
    let cases = "case: [\"digest/x[scheme=Basic,side=*]\", \"digest/x[scheme=*,side=origin]\"]"
    let collector = try collected(Self.partly.map { result($0.0, $0.1, $0.2) })
    let others = [result("Basic", "other", .pass).played]
    for isFirst in [true, false] {
      func text(_ check: String) -> String {
        "- \(isFirst ? check : cases)\n  \(isFirst ? cases : check)\n"
          + "  verdict: fail\n  reason: a\n  evidence: b\n"
      }
      let baseline = Baseline(try loaded(text(old)), after: collector, over: [], expires: nil)
      #expect(baseline.text == text(new) && baseline.dropped.isEmpty)
      #expect(baseline.narrowed.map(\.fixed) == (old == new ? [] : [0]))
      // A case that was not played may need each of them.
      let partly = Baseline(
        try loaded(text(old)), after: collector, besides: others, over: [], expires: nil)
      #expect(partly.text == text(old) && partly.narrowed.isEmpty)
    }
  }

  @Test("Fixed cases and checks of one entry are taken out together")
  func casesAndChecks() throws {
    let text = """
      - { check: [1.never.1, 1.origin.2.nc], case: ["digest/x[*]"], verdict: fail, reason: a, evidence: b }

      """
    let collector = try collected(Self.partly.map { result($0.0, $0.1, $0.2) })
    let baseline = Baseline(try loaded(text), after: collector, over: [], expires: nil)
    let entries = try loaded(baseline.text).entries
    #expect(entries.map { $0.checks.map(\.pattern) } == [["1.origin.2.nc"]])
    #expect(!entries.contains { $0.covers(case: "digest/x[scheme=Digest,side=proxy]") })
    #expect(baseline.narrowed.map(\.checks) == [["1.never.1"]] && baseline.added.isEmpty)
  }

  @Test("What a wide pattern is narrowed to is not written twice")
  func once() throws {
    let text = """
      - case:
          - "digest/x[*]"
          - "digest/x[scheme=*,side=origin]"
        check: "*"
        verdict: fail
        reason: a
        evidence: b

      """
    let collector = try collected(Self.partly.map { result($0.0, $0.1, $0.2) })
    let baseline = Baseline(try loaded(text), after: collector, over: [], expires: nil)
    let patterns = try loaded(baseline.text).entries.map { $0.cases.map(\.pattern) }
    #expect(patterns == [["digest/x[scheme=Basic,side=*]", "digest/x[scheme=*,side=origin]"]])
  }

  /// What follows the entries that were there.
  private func addedText(_ baseline: Baseline) -> String {
    baseline.text.split(separator: "# last\n").dropFirst().joined()
  }

  @Test("Cases that were not played, or were flaky, keep their patterns")
  func unsettled() throws {
    let text = """
      - { case: "digest/*", check: "*", verdict: fail, reason: a, evidence: b }
      - { case: ["digest/x[*]", gone], check: "*", verdict: fail, reason: a, evidence: b }

      """
    let passed = result("Basic", "origin", .pass)
    let other = result("Basic", "proxy", .pass).played
    func baseline(_ results: [CaseResult], besides others: [Case], areAll: Bool) throws
      -> Baseline
    {
      Baseline(
        try loaded(text), after: try collected(results), besides: others, areAll: areAll,
        over: [], expires: nil)
    }
    // A case that the selection leaves out may still fail.
    #expect(try baseline([passed], besides: [other], areAll: false).text == text)
    let partly = try baseline([passed], besides: [], areAll: false)
    #expect(partly.dropped == ["digest/*"] && partly.text.contains("case: [gone]"))
    #expect(try baseline([passed], besides: [], areAll: true).kept == 0)
    var flaky = passed
    let failed = result("Basic", "origin", .fail)
    flaky.checks = failed.checks
    flaky.checks[1].verdict = .inconclusive
    flaky.flakiness = Flakiness([failed, passed])
    #expect(try baseline([flaky], besides: [], areAll: false).text == text)
    var skipped = passed
    skipped.verdict = .skipped
    #expect(try baseline([skipped], besides: [], areAll: false).text == text)
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
