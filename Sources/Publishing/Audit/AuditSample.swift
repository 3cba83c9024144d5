// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import Reporting
import Scenarios
import Transcripts

/// Failures and causes drawn at random from kept results, for a person to compare with the text of
/// the RFC.
package struct AuditSample: Hashable, Sendable {
  /// A broken check of one client in one case.
  package struct Failure: Hashable, Sendable {
    /// The client: `libcurl 7.88.1`.
    package var client: String
    /// The scenario's id.
    package var scenario: String
    /// The case's id.
    package var played: String
    /// The check that was broken.
    package var finding: ClientResults.CheckFinding
    /// What was sent and received, one line each.
    package var exchanges: String
    /// Clients that pass the same case, in the order of their names.
    package var passing: [String]

    /// `true` if the check has level must.
    var isOfMust: Bool { finding.level == Level.must.rawValue }

    /// What the draw is to cover: each client and each topic.
    fileprivate var parts: [String] { ["client \(client)", ClientResults.topic(of: scenario)] }
  }

  /// A cause under which reports group the failures of one client.
  package struct Cause: Hashable, Sendable {
    /// The client: `libcurl 7.88.1`.
    package var client: String
    /// The id of the cause.
    package var id: String
    /// The number of its broken checks.
    package var count: Int
    /// Some of its broken checks, drawn at random.
    package var failures: [Failure]
  }

  /// How many to draw of each kind.
  package struct Sizes: Hashable, Sendable {
    /// Broken checks of level must.
    package var must: Int
    /// Broken checks of other levels.
    package var rest: Int
    package var causes: Int

    package init(must: Int, rest: Int = 0, causes: Int = 0) {
      (self.must, self.rest, self.causes) = (must, rest, causes)
    }
  }

  /// The most broken checks that are shown of a cause.
  private static let mostOfCause = 3

  /// The seed of the draw.
  package var seed: UInt64
  /// How many there are to draw from.
  package var population: Sizes
  /// The broken checks drawn: those of level must first.
  package var failures: [Failure]
  /// The causes drawn.
  package var causes: [Cause]

  /// Draws failures from results: the same ones from the same results with the same seed.
  ///
  /// The order is random, but a failure of a client or of a topic that no failure before it has
  /// comes before the others, so that a draw covers as many of them as it can.
  package init(of results: [ClientResults], sizes: Sizes, seed: UInt64) {
    self.seed = seed
    let all = AuditSample.failures(in: results)
    let random = SeededRandom(seed: seed)
    let must = random.shuffled(all.filter(\.isOfMust))
    let rest = random.shuffled(all.filter { !$0.isOfMust })
    var groups = AuditSample.causes(of: random.shuffled(all))
    population = Sizes(must: must.count, rest: rest.count, causes: groups.count)
    var covered: Set<String> = []
    failures =
      AuditSample.drawn(sizes.must, of: must, covering: &covered)
      + AuditSample.drawn(sizes.rest, of: rest, covering: &covered)
    groups = random.shuffled(groups)
    causes = Array(groups.prefix(max(0, sizes.causes)))
  }

  /// The first elements, of which those come first that add to what is covered.
  private static func drawn(
    _ count: Int, of shuffled: [Failure], covering covered: inout Set<String>
  ) -> [Failure] {
    var first: [Failure] = []
    var others: [Failure] = []
    for failure in shuffled {
      if first.count < count, !covered.isSuperset(of: failure.parts) {
        covered.formUnion(failure.parts)
        first.append(failure)
      } else {
        others.append(failure)
      }
    }
    return first + others.prefix(max(0, count - first.count))
  }

  /// The causes of each client, sorted, each with its first failures.
  private static func causes(of failures: [Failure]) -> [Cause] {
    var groups: [[String]: Cause] = [:]
    for failure in failures {
      guard let id = failure.finding.cause else { continue }
      var cause =
        groups[[failure.client, id]]
        ?? Cause(client: failure.client, id: id, count: 0, failures: [])
      cause.count += 1
      if cause.failures.count < mostOfCause { cause.failures.append(failure) }
      groups[[failure.client, id]] = cause
    }
    return groups.values.sorted { ($0.client, $0.id) < ($1.client, $1.id) }
  }

  /// All broken checks, in the order of clients, cases and checks.
  private static func failures(in results: [ClientResults]) -> [Failure] {
    let results = results.sorted { $0.name < $1.name }
    var passing: [String: [String]] = [:]
    for client in results {
      for entry in client.outcomes where entry.outcome.verdict == .pass {
        passing[entry.id, default: []].append(client.displayName)
      }
    }
    return results.flatMap { client in
      client.outcomes.flatMap { scenario, id, outcome in
        outcome.findings.filter { $0.verdict == .fail || $0.verdict == .warn }.map {
          Failure(
            client: client.displayName, scenario: scenario, played: id, finding: $0,
            exchanges: outcome.exchanges ?? "", passing: passing[id] ?? [])
        }
      }
    }
  }
}

extension SeededRandom {
  /// The elements in an order of chance (Fisher-Yates).
  fileprivate func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for place in elements.indices.dropLast() {
      elements.swapAt(place, place + Int(next() % UInt64(elements.count - place)))
    }
    return elements
  }
}
