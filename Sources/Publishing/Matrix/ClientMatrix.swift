// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Scenarios
import Transcripts

/// The results of many clients by scenario, from which the page and its summary are made.
package struct ClientMatrix: Sendable {
  /// A client and its results.
  struct Client: Sendable {
    var results: ClientResults
    /// Whether its results are of the present scenarios.
    var isCurrent: Bool
    /// The number of its cases that are not in the matrix because scenarios have changed since.
    var strays: Int
    /// Its name in the folder of clients, by which `make clients` installs it; `nil` for a client
    /// that is a part of authspec, or if it was played with other files than those of that folder.
    var folder: String?
    /// Whether its name is that of a client that needs no files.
    var isBuiltIn: Bool

    /// The name that selects it on a command line; `nil` if it is not known.
    var selection: String? { folder ?? (isBuiltIn ? results.client.name : nil) }
  }

  /// A scenario, and the results of its cases.
  struct Row: Sendable {
    var scenario: Scenario
    /// The first part of its id.
    var topic: String
    /// Its cases, in the file's order; never empty.
    var cases: [Case]
    /// The lines of its file, with the values of the first case.
    var lines: [String]
    /// Of each case, whether http and https have one port number in it.
    var hasOnePort: [Bool]
    /// By client, the result of each case; `nil` if it was not played.
    var outcomes: [[ClientResults.Outcome?]]
  }

  /// How many cases have each verdict.
  struct Counts: Hashable, Sendable {
    private var byVerdict: [Verdict: Int] = [:]
    private var byLevel: [Level: Int] = [:]
    /// Cases that the client was not played.
    var missing = 0

    subscript(verdict: Verdict) -> Int { byVerdict[verdict] ?? 0 }

    /// How many have a gravest broken check of that level.
    subscript(broken level: Level) -> Int { byLevel[level] ?? 0 }

    /// How many were broken: failed, timed out, crashed, or at fault.
    var bad: Int { Verdict.allCases.filter(\.isBad).reduce(0) { $0 + self[$1] } }

    /// How many were conclusive: passed, with or without notes and warnings, or broken.
    var concluded: Int { self[.pass] + self[.note] + self[.warn] + bad }

    /// Counts a case.
    mutating func add(_ outcome: ClientResults.Outcome?) {
      guard let outcome else {
        missing += 1
        return
      }
      byVerdict[outcome.verdict, default: 0] += 1
      if let level = outcome.brokenLevel { byLevel[level, default: 0] += 1 }
    }
  }

  /// In the order of their names.
  let clients: [Client]
  /// In the order of their ids.
  let rows: [Row]
  /// In alphabetical order.
  let topics: [String]
  /// authspec's version.
  let version: String
  /// The fingerprint of the scenarios.
  let fingerprint: String
  /// The requirements, by id, and how a case is played again.
  let context: ReportContext

  private let counts: [[String: Counts]]

  /// The matrix of these clients and cases, which are in the order of their scenarios. `lines` has
  /// the lines of scenarios' files by their ids, `folders` the names of clients' folders by the
  /// fingerprints of their files, and `builtIn` the names of clients that need no files.
  package init(
    _ results: [ClientResults], cases: [Case], version: String, fingerprint: String,
    context: ReportContext, lines: [String: [String]] = [:], folders: [String: String] = [:],
    builtIn: [String] = []
  ) {
    let results = results.sorted {
      ($0.displayName.lowercased(), $0.name) < ($1.displayName.lowercased(), $1.name)
    }
    let outcomes = results.map { results in
      Dictionary(results.outcomes.map { ($0.id, $0.outcome) }) { $1 }
    }
    rows = cases.grouped(by: \.scenario.id).map { id, first, cases in
      Row(
        scenario: first.scenario, topic: ClientResults.topic(of: id), cases: cases,
        lines: lines[id] ?? [], hasOnePort: cases.map(\.hasOnePortForBothSchemes),
        outcomes: outcomes.map { outcomes in cases.map { outcomes[$0.id] } })
    }
    var counts: [[String: Counts]] = results.map { _ in [:] }
    var found = results.map { _ in 0 }
    for row in rows {
      for (client, outcomes) in row.outcomes.enumerated() {
        for outcome in outcomes {
          counts[client][row.topic, default: Counts()].add(outcome)
          if outcome != nil { found[client] += 1 }
        }
      }
    }
    clients = results.enumerated().map { client, results in
      Client(
        results: results, isCurrent: results.basis.catalogue == fingerprint,
        strays: results.caseCount - found[client], folder: folders[results.basis.definition],
        isBuiltIn: builtIn.contains(results.client.name))
    }
    self.counts = counts
    topics = Set(rows.map(\.topic)).sorted()
    self.version = version
    self.fingerprint = fingerprint
    self.context = context
  }

  /// The counts of a client for a topic; for all topics if none is named.
  func counts(client: Int, topic: String? = nil) -> Counts {
    if let topic { return counts[client][topic] ?? Counts() }
    var all = Counts()
    for row in rows {
      for outcome in row.outcomes[client] { all.add(outcome) }
    }
    return all
  }

  /// How many cases a topic has.
  func cases(in topic: String) -> Int {
    rows.filter { $0.topic == topic }.reduce(0) { $0 + $1.cases.count }
  }

  /// How many cases there are.
  var caseCount: Int { rows.reduce(0) { $0 + $1.cases.count } }

  /// How many clients there are but authspec's own, as a phrase.
  var clientCount: String {
    let others = clients.filter { !$0.isOwn }
    let names = Set(others.map(\.results.client.name)).count
    return Phrases.count(names, "client")
      + (names == others.count ? "" : " in \(others.count) versions")
  }
}
