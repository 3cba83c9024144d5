// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
import Testing

@Suite struct CatalogueTests {
  @Test func requirementsAreFoundByID() {
    let text = """
      - { id: R083, level: should, source: RFC 7616 3.3, text: "A stale nonce is no reason to ask." }
      - { id: R024, level: robust, source: RFC 9110 15.5.2, text: "A bare 401 is delivered." }
      """
    let (catalogue, diagnostics) = Requirement.load(text: Array(text.utf8), file: "r.yaml")
    #expect(diagnostics == [])
    #expect(catalogue.map(\.id) == ["R083", "R024"])
    #expect(catalogue.first?.level == .should)
    #expect(catalogue.first?.source == "RFC 7616 3.3")
    #expect(catalogue.last?.text == "A bare 401 is delivered.")
    #expect(catalogue.last?.location == SourceLocation(line: 2, column: 3))
  }

  @Test func aRequirementSaysWhyItHasNoFaultOfItsOwn() {
    let text = """
      - { id: R016, level: may, source: RFC 9110 11.4, text: One., observation: no rule }
      - { id: R017, level: must, source: RFC 9110 5.5, text: Two., shared-faults: seen everywhere }
      - { id: R018, level: must, source: RFC 9112 5.2, text: Three. }
      - { id: R020, level: may, source: RFC 9110 5.4, text: Five., observation: a, shared-faults: b }
      """
    let (catalogue, diagnostics) = Requirement.load(text: Array(text.utf8), file: "r.yaml")
    #expect(catalogue.prefix(3).map(\.observation) == ["no rule", nil, nil])
    #expect(catalogue.prefix(3).map(\.sharedFaults) == [nil, "seen everywhere", nil])
    #expect(diagnostics.map(\.location.line) == [4])
    #expect(diagnostics.map(\.message) == ["an observation has no shared-faults"])
  }

  @Test func wrongRequirementsAreLeftOutAndSaid() {
    let text = """
      - { id: R1, level: should, source: RFC 7616, text: once }
      - { id: R1, level: should, source: RFC 7616, text: twice }
      - { id: X1, level: shall, source: RFC7616, txt: none }
      - nothing
      """
    let (catalogue, diagnostics) = Requirement.load(text: Array(text.utf8), file: "r.yaml")
    #expect(catalogue.map(\.text) == ["once"])
    #expect(
      diagnostics.map { "\($0.location.line): \($0.message)" } == [
        "2: the requirement R1 is listed twice",
        "3: a requirement needs text:",
        "3: \"X1\" is not a requirement",
        "3: \"shall\" is not a level",
        "3: \"RFC7616\" is not a specification",
        "3: unknown key \"txt\" in a requirement",
        "4: expected a mapping for a requirement, found \"nothing\"",
      ])
  }

  @Test func behavioursAreReadInOrder() {
    let text = """
      - { id: B21, text: It renews a stale nonce. }
      - { id: B65, text: Two origins. }
      - { id: B21, text: twice }
      - { id: R21, text: no behaviour }
      """
    let (catalogue, diagnostics) = Behaviour.load(text: Array(text.utf8), file: "b.yaml")
    #expect(catalogue.map(\.id) == ["B21", "B65"])
    #expect(catalogue.first?.text == "It renews a stale nonce.")
    #expect(
      diagnostics.map { "\($0.location.line): \($0.message)" } == [
        "3: the behaviour B21 is listed twice", "4: \"R21\" is not a peers' behaviour",
      ])
  }

  @Test func leaksAreReadInOrder() {
    let text = """
      - { id: CVE-2018-18074, client: requests, versions: "2.19.1, mended in 2.20.0", text: It leaks. }
      - { id: GHSA-rqf5-2wxv-rjf4, client: AsyncHttpClient, text: It leaks., unshown: for a reason }
      - { id: CVE-18-1, client: curl, text: no id }
      - { id: GHSA-RQF5-2wxv-rjf4, client: curl, text: no id }
      - { id: CVE-2018-18074, client: requests, text: twice }
      - { id: CVE-2018-18075, text: whose }
      """
    let (catalogue, diagnostics) = Leak.load(text: Array(text.utf8), file: "l.yaml")
    #expect(catalogue.map(\.tag) == ["cve-2018-18074", "ghsa-rqf5-2wxv-rjf4"])
    #expect(catalogue.map(\.versions) == ["2.19.1, mended in 2.20.0", nil])
    #expect(catalogue.map(\.unshown) == [nil, "for a reason"])
    #expect(
      diagnostics.map { "\($0.location.line): \($0.message)" } == [
        "3: \"CVE-18-1\" is not a leak's id", "4: \"GHSA-RQF5-2wxv-rjf4\" is not a leak's id",
        "5: the leak CVE-2018-18074 is listed twice", "6: a leak needs client:",
      ])
  }

  @Test(arguments: [
    ("cve-2018-18074", true), ("ghsa-rqf5-2wxv-rjf4", true), ("leak", false), ("CVE-2018-1", false),
  ])
  func tagsOfLeaksAreKnownByTheirBeginning(_ tag: String, _ isOne: Bool) {
    #expect(Leak.isTag(tag) == isOne)
  }

  @Test func expectedFailuresCoverChecks() throws {
    let text = """
      - case: digest/stale*[algorithm=MD5,*]
        check: "*"
        verdict: fail
        reason: It asks again.
        evidence: curl 7.88.1
        versions: before 8
      """
    let (failures, diagnostics) = ExpectedFailures.load(text: Array(text.utf8), file: "e.yaml")
    #expect(diagnostics == [])
    let id = "digest/stale-nonce[algorithm=MD5,side=proxy]"
    let entry = try #require(failures.entries.first)
    #expect(entry.covers(case: id) && entry.covers(check: "exchange 2"))
    #expect(!entry.covers(case: "digest/stale-nonce"))
    #expect(entry.covers(check: "exchange 3"))
    #expect(failures.entries.first?.verdict == .fail)
    #expect(failures.entries.first?.versions == "before 8")
    #expect(failures.entries.first?.location == SourceLocation(line: 1, column: 3))
  }

  @Test func someFailuresAreExpectedOverTLSOnly() {
    let text = """
      - { case: a, check: b, verdict: fail, reason: c, evidence: d, over: tls }
      - { case: e, check: f, verdict: fail, reason: c, evidence: d }
      - { case: g, check: h, verdict: fail, reason: c, evidence: d, over: http }
      """
    let (failures, diagnostics) = ExpectedFailures.load(text: Array(text.utf8), file: "e.yaml")
    #expect(diagnostics.map(\.location.line) == [3])
    func isExpected(_ id: String, overTLS: Bool) -> Bool {
      failures.expected(over: overTLS ? [.tls] : []).entries.contains { $0.covers(case: id) }
    }
    #expect(isExpected("a", overTLS: true) && !isExpected("a", overTLS: false))
    #expect(isExpected("e", overTLS: true) && isExpected("e", overTLS: false))
  }

  @Test func wrongExpectedFailuresAreSaid() {
    let text = "- { case: a, check: b, verdict: pass, reason: c }\n"
    let (failures, diagnostics) = ExpectedFailures.load(text: Array(text.utf8), file: "e.yaml")
    #expect(failures.entries.isEmpty)
    #expect(
      diagnostics.map(\.message) == [
        "an expected failure needs evidence:", "\"pass\" is not a verdict",
      ])
  }

  @Test(arguments: [
    ("", "", true), ("abc", "abc", true), ("abc", "a*c", true), ("abc", "*", true),
    ("abc", "a*b", false), ("a[x=1]", "a[x=*]", true), ("aXbXc", "a*b*c", true),
    ("ab", "abc", false), ("abc", "ab", false), ("aab", "*ab", true),
  ])
  func starsStandForAnything(_ text: String, _ pattern: String, _ fits: Bool) {
    #expect(Glob(pattern, .text).matches(text) == fits)
  }

  @Test(arguments: [
    ("a/b", "a/*", true), ("a/b/c", "a/*", false), ("a/b/c", "a/**", true), ("a/b/c", "**/c", true),
    ("a/b/c", "*/c", false), ("ab", "a?", true), ("a/", "a?", false), ("", "**", true),
    ("a/bx/cy", "**b*/c*", true), ("a/b/x/cy", "**b*/c*", false), ("a/b/b/cy", "**b/c*", true),
    ("b/ab/c", "*b/c", false), ("bab/c", "*b/c", true),
  ])
  func starsOfPathsStopAtSlashes(_ text: String, _ pattern: String, _ fits: Bool) {
    #expect(Glob(pattern, .path).matches(text) == fits)
  }

  @Test(arguments: [Glob.Meaning.path, .text])
  func manyStarsTakeNoLongTime(_ meaning: Glob.Meaning) {
    let pattern = Glob(String(repeating: "*a", count: 200), meaning)
    #expect(!pattern.matches(String(repeating: "a", count: 2_000) + "b"))
    #expect(pattern.matches(String(repeating: "a", count: 2_000)))
  }
}
