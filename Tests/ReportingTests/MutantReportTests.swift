// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Publishing
@testable import Reporting
@testable import Storage
@testable import Transcripts
@testable import Trials
import Testing

@Suite("What is told of mutants")
struct MutantReportTests {
  /// The outcome of a mutant that was played three cases.
  static func outcome(
    _ number: Int, _ name: String, _ reasons: [MutantReason], killedBy check: String? = nil,
    crash: String? = nil
  ) throws -> TrialOutcome {
    let list = "\(number)\tPlace.swift\t\(number)\tconstant\t\(name)"
    let change = try #require(MutantSet(list: list, reasons: reasons).mutants.first)
    var outcome = TrialOutcome(change, planned: 3)
    outcome.cases = ["a/b[c=d]", "a/b[c=e]", "a/b[c=f]"]
    if let check { outcome.objections = [Objection(killer, check: check, .fail)] }
    outcome.crash = crash
    return outcome
  }

  /// The case `a/b[c=d]`.
  private static var killer: Case {
    var played = Sample.played("a/b")
    played.coordinates = [.init(key: "c", value: "d")]
    return played
  }

  static func result(_ reasons: [MutantReason] = []) throws -> TrialResult {
    let outcomes = [
      try outcome(1, "Place.one: 1 [1→+1]", reasons, killedBy: "1.origin.exchanges"),
      try outcome(2, "Place.two: 2 [2→+1]", reasons),
      try outcome(3, "Place.three: 3 [3→+1]", reasons, crash: "a/b[c=e]"),
    ]
    var result = TrialResult(outcomes.map(\.change))
    result.cases = 3
    result.outcomes = outcomes
    return result
  }

  static func reasons(_ mutants: String) -> [MutantReason] {
    let text = "- { claim: equal, reason: It is the same., mutants: [\(mutants)] }\n"
    let (reasons, diagnostics) = MutantReason.load(
      text: Array(text.utf8), file: "survivors.yaml")
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    return reasons
  }

  @Test("A mutant that survives without a reason is told of, and fails")
  func survived() throws {
    let report = TrialReport(try Self.result(), of: .mutants)
    #expect(
      report.text.hasPrefix(
        "SURVIVED  Place.two: 2 [2→+1] (Place.swift:2) 3 cases.\n3 cases, 0 failed without a change; "
      ))
    #expect(
      report.text.contains(
        "3 mutants, 2 killed, 0 equal over the wire, 0 allowed as well, 0 not shown"))
    #expect(report.status == .failures)
  }

  @Test("With a reason it is good")
  func explained() throws {
    let reasons = Self.reasons("'Place.two: *'")
    let report = TrialReport(try Self.result(reasons), of: .mutants, reasons: reasons)
    #expect(
      report.text.contains(
        "2 killed, 1 equal over the wire, 0 allowed as well, 0 not shown for a reason, 0 survived"
      ))
    #expect(report.status == .good)
  }

  @Test("A reason for a mutant that is killed is wrong, one that no mutant has is stale")
  func wrong() throws {
    let reasons = Self.reasons("'Place.two: *', 'Place.one: *', 'Gone: *'")
    let report = TrialReport(try Self.result(reasons), of: .mutants, reasons: reasons)
    #expect(
      report.text.contains(
        "WRONG     survivors.yaml:1 says that it survives: Place.one: 1 [1→+1] is killed by a/b[c=d]\n"
      ))
    #expect(report.text.contains("STALE     survivors.yaml:1: no mutant is named Gone: *\n"))
    #expect(report.status == .failures)
    // Where not all were played, nobody knows what is stale.
    let part = TrialReport(try Self.result(reasons), of: .mutants)
    #expect(!part.text.contains("STALE"))
  }

  @Test("The list comes back as it was written, with the cases that killed")
  func list() throws {
    var set = MutantSet(list: "0\tPlace.swift\t1\tWords.\tPlace.four: 4")
    let list = MutantList(try Self.result(Self.reasons("'Place.two: *'")), set)
    #expect(list.entries.map(\.word) == [.killed, .equal, .killed, .leftOut])
    #expect(MutantList(text: list.text) == list)
    #expect(
      list.witnesses == [
        Witness(change: "Place.one: 1 [1→+1]", played: "a/b[c=d]"),
        Witness(change: "Place.three: 3 [3→+1]", played: "a/b[c=e]"),
      ])
    #expect(list.mutants == 3)
    set = MutantSet(list: "")
    #expect(MutantList(try Self.result(), set).count(.survived) == 1)
  }
}
