// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// Counts the skipped cases of a run by the abilities that the client does not claim.
struct MissingAbilities {
  /// The abilities of the client, with those that they imply.
  private let presumed: Set<String>
  /// The number of cases that lack exactly these.
  private var cases: [Set<String>: Int] = [:]

  /// A count for a client with these abilities.
  init(abilities: Set<String> = []) { presumed = Abilities.presumed(of: abilities) }

  /// Counts a case if the client lacks abilities for it.
  mutating func count(_ result: CaseResult) {
    guard result.verdict == .skipped, result.checks.isEmpty else { return }
    let missing = Set(result.played.needs).subtracting(presumed)
    if !missing.isEmpty { cases[missing, default: 0] += 1 }
  }

  /// The abilities that would bring most cases, each with the number of cases that it would bring
  /// together with those before it.
  func best(_ most: Int) -> [(ability: String, cases: Int)] {
    var claimed: Set<String> = []
    var left = cases
    var best: [(ability: String, cases: Int)] = []
    while best.count < most {
      var brought: [String: Int] = [:]
      for (missing, count) in left {
        let others = missing.subtracting(claimed)
        if others.count == 1, let ability = others.first { brought[ability, default: 0] += count }
      }
      guard let (ability, count) = brought.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
      else { break }
      best.append((ability, count))
      claimed.insert(ability)
      left = left.filter { !claimed.isSuperset(of: $0.key) }
    }
    return best
  }
}
