// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Playing
import ReferenceClient
@testable import Platform
@testable import Publishing
@testable import Reporting
@testable import Storage
import Foundation
import Testing
import Trials

@Suite("The own faults of requirements in the catalogue")
struct OwnFaultsTests {
  private static let fault = ClientChange(
    .fault(hangs: false), "staleIgnored", "It ignores stale.", source: "R083")

  /// A scenario of R083, one of R084, and one of both.
  private static let index = CatalogueIndex(
    [("a", ["R083"]), ("b", ["R084"]), ("c", ["R084", "R083"])].map { id, requirements in
      var played = Sample.played(id)
      played.scenario.requirements = requirements
      return played
    })

  @Test(
    "A fault is a requirement's own if only scenarios that name the requirement notice it",
    arguments: [
      ("a", true), ("a c", true), ("c", true), ("a b", false), ("a | b", false), ("a | c", true),
      ("| a", false), ("", false),
    ])
  func own(_ noticed: String, _ isOwn: Bool) {
    let own = OwnFaults(
      [Self.fault], Self.index, FaultCatches(text: "staleIgnored: \(noticed)\n"))
    #expect(own.faults(of: "R083") == (isOwn ? ["staleIgnored"] : []))
    #expect(own.faults(of: "R084") == [])
    #expect(own.catches.faults == (isOwn ? ["staleIgnored"] : []))
  }

  @Test("What notices a fault is written and read again")
  func text() {
    let lines = ["one: a b | c", "three: | a", "two: a"].joined(separator: "\n") + "\n"
    let written = FaultCatches(text: lines).text
    #expect(written.hasPrefix("# "))
    #expect(written.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n" == lines)
    #expect(FaultCatches(text: lines).faults(caughtBy: "c") == [])
  }

  @Test("Each requirement has a fault of its own, or says why it has none")
  func catalogue() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let catalogue = try Catalogue([], in: root.appending(path: "Scenarios").path)
    try #require(catalogue.isValid)
    // The lines of own faults, out of a whole self-test's list: make caught-faults writes them.
    let fixture = root.appending(path: "Tests/ReferenceClientTests/Fixtures/own-faults.txt")
    let text = try String(contentsOf: fixture, encoding: .utf8)
    let faults = Fault.allCases.map {
      ClientChange(
        .fault(hangs: $0.hangs), $0.name.rawValue, $0.sentence, source: $0.requirement)
    }
    let own = OwnFaults(faults, CatalogueIndex(catalogue.cases), FaultCatches(text: text))
    let broken = Set(faults.map(\.source))
    var without: [String] = []
    var withReason: [String] = []
    var brokenObservations: [String] = []
    for requirement in catalogue.requirements.values.sorted(by: { $0.id < $1.id }) {
      if requirement.observation != nil {
        if broken.contains(requirement.id) { brokenObservations.append(requirement.id) }
      } else if own.faults(of: requirement.id).isEmpty != (requirement.sharedFaults != nil) {
        if requirement.sharedFaults == nil {
          without.append(requirement.id)
        } else {
          withReason.append(requirement.id)
        }
      }
    }
    #expect(without == [], "no fault of their own, and no reason")
    #expect(withReason == [], "a reason, though they have a fault of their own")
    #expect(brokenObservations == [], "observations that faults break")
  }
}
