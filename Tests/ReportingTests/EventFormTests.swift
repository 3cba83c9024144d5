// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Scenarios
import Testing
import Transcripts

@testable import Reporting

@Suite("Results in files of events")
struct EventFormTests {
  /// A value that was written and read again.
  private func again<Value: JSONFormed>(_ value: Value) throws -> Value {
    let text = try #require(value.json).text
    return try Value.form.read(try JSONParser.value(of: Array(text.utf8)), "value")
  }

  @Test("Each kind of check has a word of its own, and is read again")
  func kinds() throws {
    let simple: [CheckKind] = [
      .exchanges, .repeats, .handshakes, .prohibition(nil), .order, .alternatives, .outcome,
      .response, .questions, .question, .stored, .observation,
    ]
    let all =
      simple + CheckKind.Detail.allCases.flatMap { [.detail($0), .prohibition($0)] }
      + InvariantName.allCases.map { .invariant($0) }
    for kind in all { #expect(try again(kind) == kind) }
    #expect(Set(all.map { $0.json?.text }).count == all.count)
    #expect(throws: JSONValue.Mistake.self) { try CheckKind.form.read(.string("none"), "kind") }
  }

  @Test("A finding keeps everything that reports and causes take from it")
  func finding() throws {
    var finding = Finding(
      expected: "a", observed: "b", diagnosis: "c", exchange: 3,
      rule: BrokenRule("R083", .should, isTopic: true), mistake: .qopDropped,
      deviation: .otherScheme)
    finding.nearest = .prohibition(.cookie)
    #expect(try again(finding) == finding)
    #expect(try again(Finding(expected: "", observed: "")) == Finding(expected: "", observed: ""))
    #expect(try again(BrokenRule(nil, .robust)) == BrokenRule(nil, .robust))
  }

  @Test("A result keeps its checks and what is known of them")
  func results() throws {
    for result in Sample.all() {
      let other = try again(result)
      #expect(other.verdict == result.verdict && other.reason == result.reason)
      #expect(other.flakiness == result.flakiness && other.dismissed == result.dismissed)
      #expect(other.expected == result.expected)
      #expect(other.unexpectedPasses == result.unexpectedPasses)
      #expect(other.checks.count == result.checks.count)
      for (one, two) in zip(other.checks, result.checks) {
        #expect(one.json == two.json && one.finding == two.finding)
        #expect(one.descriptor.location == two.descriptor.location)
        #expect(one.title == two.title && one.isConsequence == two.isConsequence)
      }
    }
  }
}
