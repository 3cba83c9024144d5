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
  static func outcome(
    _ number: Int, _ name: String, _ end: MutantOutcome.End, witness: String? = nil
  ) -> MutantOutcome {
    var outcome = MutantOutcome(
      CodeMutant(number: number, name: name, place: "Place.swift:\(number)", kind: "constant"),
      planned: 3)
    outcome.played = 3
    outcome.end = end
    outcome.witness = witness
    return outcome
  }

  static var result: MutantResult {
    var result = MutantResult()
    result.cases = 3
    result.outcomes = [
      outcome(1, "Place.one: 1 [1→+1]", .killed(check: "1.origin.exchanges"), witness: "a/b[c=d]"),
      outcome(2, "Place.two: 2 [2→+1]", .survived),
      outcome(3, "Place.three: 3 [3→+1]", .crashed, witness: "a/b[c=e]"),
    ]
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
  func survived() {
    let report = MutantReport(Self.result, [], isWhole: true)
    #expect(
      report.text.hasPrefix("SURVIVED  Place.two: 2 [2→+1] (Place.swift:2) 3 cases.\n3 cases; "))
    #expect(
      report.text.contains(
        "3 mutants, 2 killed, 0 equal over the wire, 0 allowed as well, 0 not shown"))
    #expect(report.status == .failures)
  }

  @Test("With a reason it is good")
  func explained() {
    let report = MutantReport(Self.result, Self.reasons("'Place.two: *'"), isWhole: true)
    #expect(
      report.text.contains(
        "2 killed, 1 equal over the wire, 0 allowed as well, 0 not shown for a reason, 0 survived"
      ))
    #expect(report.status == .good)
  }

  @Test("A reason for a mutant that is killed is wrong, one that no mutant has is stale")
  func wrong() {
    let reasons = Self.reasons("'Place.two: *', 'Place.one: *', 'Gone: *'")
    let report = MutantReport(Self.result, reasons, isWhole: true)
    #expect(
      report.text.contains(
        "WRONG     survivors.yaml:1 says that it survives: Place.one: 1 [1→+1] is killed by a/b[c=d]\n"
      ))
    #expect(report.text.contains("STALE     survivors.yaml:1: no mutant is named Gone: *\n"))
    #expect(report.status == .failures)
    // Where not all were played, nobody knows what is stale.
    let part = MutantReport(Self.result, reasons, isWhole: false)
    #expect(!part.text.contains("STALE"))
  }

  @Test("The list comes back as it was written, with the cases that killed")
  func list() {
    var set = MutantSet(list: "0\tPlace.swift\t1\tWords.\tPlace.four: 4")
    let list = MutantList(Self.result, set, Self.reasons("'Place.two: *'"))
    #expect(list.entries.map(\.word) == [.killed, .equal, .killed, .leftOut])
    #expect(MutantList(text: list.text) == list)
    #expect(
      list.witnesses == ["Place.one: 1 [1→+1]": "a/b[c=d]", "Place.three: 3 [3→+1]": "a/b[c=e]"])
    #expect(list.mutants == 3)
    set = MutantSet(list: "")
    #expect(MutantList(Self.result, set, []).count(.survived) == 1)
  }
}
