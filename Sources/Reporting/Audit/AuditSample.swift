// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Fuzzing
import Scenarios

/// Failures drawn at random from kept results, for a person to compare with the text of the RFC.
package struct AuditSample: Hashable, Sendable {
  /// A broken check of level must, of one client in one case.
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
  }

  /// The seed of the draw.
  package var seed: UInt64
  /// The number of failures to draw from.
  package var population: Int
  /// The failures drawn, in the order of the draw.
  package var failures: [Failure]

  /// Draws failures from results: the same ones from the same results with the same seed.
  package init(of results: [ClientResults], count: Int, seed: UInt64) {
    self.seed = seed
    var all = AuditSample.failures(in: results)
    population = all.count
    let random = SeededRandom(seed: seed)
    // The first steps of a Fisher-Yates shuffle.
    let count = min(max(0, count), all.count)
    for place in 0..<count {
      let rest = UInt64(all.count - place)
      all.swapAt(place, place + Int(random.next() % rest))
    }
    failures = Array(all.prefix(count))
  }

  /// All failures of level must, in the order of clients, cases and checks.
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
        outcome.findings.filter { $0.verdict == .fail && $0.level == Level.must.rawValue }.map {
          Failure(
            client: client.displayName, scenario: scenario, played: id, finding: $0,
            exchanges: outcome.exchanges ?? "", passing: passing[id] ?? [])
        }
      }
    }
  }
}
