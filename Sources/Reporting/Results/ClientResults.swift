// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios
import Transcripts

/// The results of a client, case by case, as they are kept and compared: without times and anything
/// else that changes from run to run.
package struct ClientResults: Hashable, Sendable {
  /// What was played, and by which version.
  package struct Basis: Hashable, Sendable {
    /// The version of authspec.
    package var authspec: String
    /// The fingerprint of the scenarios; empty if it is not known.
    package var catalogue: String
    /// The fingerprint of the client's own files; empty for a client that has none.
    package var definition: String

    package init(authspec: String, catalogue: String, definition: String = "") {
      self.authspec = authspec
      self.catalogue = catalogue
      self.definition = definition
    }
  }

  /// The cases of a scenario, in the order of the scenario's file.
  package struct Scenario: Hashable, Sendable {
    package var id: String
    package var cases: [Outcome]

    /// A letter for each case (`VerdictGlyph`).
    var letters: String { String(cases.map(\.verdict.glyph.letter)) }
  }

  /// The result of a case.
  package struct Outcome: Hashable, Sendable {
    /// The text between the brackets of the case's id; empty if the scenario has no matrix.
    package var coordinates: String
    /// The gravest verdict of its checks.
    package var verdict: Verdict
    /// Why it was not played, or not judged.
    package var reason: String?
    /// The checks that did not simply pass, without those that only followed from another.
    package var findings: [CheckFinding] = []
    /// The gravest cause of its broken checks, as a report of a run names it (`FailureCause`).
    package var cause: String?
    /// What was sent and received, one line each; `nil` if nothing was wrong.
    package var exchanges: String?

    /// The gravest of the causes that its findings name.
    var gravestCause: String? {
      findings.compactMap { $0.cause.flatMap(FailureCause.init(id:)) }.min()?.id
    }
  }

  /// A check that did not simply pass.
  package struct CheckFinding: Hashable, Sendable {
    /// The check's id: `1.origin.2.nc`.
    package var check: String
    package var verdict: Verdict
    /// What the check demands.
    package var title = ""
    /// How binding it is, a word of the scenario language.
    package var level = ""
    /// The ids of the requirements that it shows.
    package var requirements: [String] = []
    /// `true` if the requirement is what the scenario is about, and it is not known whether it is
    /// the one that is broken.
    package var isTopic = false
    package var expected: String?
    package var observed: String?
    /// The known mistake that explains it.
    package var diagnosis: String?
    /// The reason for which it is known to fail.
    package var known: String?
    /// What is wrong with the client if the check is broken, by its id (`FailureCause`).
    package var cause: String?
    /// The fact because of which a broken check about credentials shows no leak; `nil` if there is
    /// none, and in a report of `run --json`, which does not have it.
    package var mitigation: Mitigation?
  }

  package var client: ClientIdentity
  package var basis: Basis
  /// The day on which it was played, `2026-11-24` in UTC; empty if it is not known.
  package var date: String
  /// Sorted by id.
  package var scenarios: [Scenario] = []

  /// Results without scenarios. The client's name and version are made fit for one line.
  package init(client: ClientIdentity, basis: Basis, date: String = "") {
    self.client = client
    self.client.name = Visible.line(client.name)
    self.client.version = Visible.line(client.version)
    self.basis = basis
    self.date = date
  }
}

extension ClientResults {
  /// `libcurl-7.88.1`, `Go-net-http-1.19.8`: the name that its file and its links have.
  package var name: String {
    let words = Phrases.bareClient(client.name, client.version, separator: "-")
    return FileName.safe(String(words.map { $0 == " " || $0 == "/" ? "-" : $0 }))
  }

  /// `libcurl 7.88.1`.
  package var displayName: String {
    Visible.line(Phrases.bareClient(client.name, client.version, separator: " "))
  }

  /// All outcomes, with the ids of their scenarios and cases.
  package var outcomes: [(scenario: String, id: String, outcome: Outcome)] {
    scenarios.flatMap { scenario in
      scenario.cases.map { (scenario.id, ClientResults.id(scenario.id, $0.coordinates), $0) }
    }
  }

  /// How many cases have each verdict.
  package var counts: [Verdict: Int] {
    outcomes.reduce(into: [:]) { $0[$1.outcome.verdict, default: 0] += 1 }
  }

  /// How many cases there are.
  package var caseCount: Int { scenarios.reduce(0) { $0 + $1.cases.count } }

  /// The scenarios of each topic, in order.
  package var topics: [(topic: String, scenarios: [Scenario])] {
    scenarios.grouped { ClientResults.topic(of: $0.id) }.map { ($0.key, $0.elements) }
  }

  /// Takes over the results of scenarios that were played again.
  package mutating func take(_ newer: ClientResults) {
    let played = Set(newer.scenarios.map(\.id))
    scenarios.removeAll { played.contains($0.id) }
    scenarios += newer.scenarios
    sortScenarios()
    (basis, date) = (newer.basis, newer.date)
  }

  /// Brings the scenarios into the order of their ids.
  mutating func sortScenarios() {
    scenarios.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  /// Adds a case; the cases of a scenario come one after the other.
  mutating func add(_ outcome: Outcome, to scenario: String) {
    if scenarios.last?.id != scenario { scenarios.append(Scenario(id: scenario, cases: [])) }
    scenarios[scenarios.count - 1].cases.append(outcome)
  }

  /// The id of a case.
  private static func id(_ scenario: String, _ coordinates: String) -> String {
    coordinates.isEmpty ? scenario : "\(scenario)[\(coordinates)]"
  }

  /// The first part of a scenario's id; `other` for one in no folder.
  package static func topic(of id: String) -> String {
    id.firstIndex(of: "/").map { String(id[..<$0]) } ?? "other"
  }
}
