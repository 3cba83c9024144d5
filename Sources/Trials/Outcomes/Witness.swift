// SPDX-License-Identifier: Apache-2.0

import Judging
import Playing

/// A play in which a check notices a change.
package struct Witness: Hashable, Sendable {
  /// The change's name.
  package let change: String
  /// The id of the case.
  package let played: String

  /// The play of that case to the client with that change.
  package init(change: String, played: String) {
    self.change = change
    self.played = played
  }
}

extension Witness {
  /// The witnesses of a list, one in each line: the fault's name, a space, the case's id. Other
  /// lines are passed over.
  package static func list(_ text: String) -> [Witness] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      return words.count == 2 ? Witness(change: words[0], played: words[1]) : nil
    }
  }

  /// Its line in a list.
  package var line: String { "\(change) \(played)\n" }
}

extension TrialResult {
  /// A small set of plays that kills every fault and breaks every check that any play did. Plays
  /// that show more are preferred.
  package var witnesses: [Witness] {
    var shown: [Witness: Set<Evidence>] = [:]
    for outcome in outcomes {
      for objection in outcome.objections {
        let witness = Witness(change: outcome.change.name, played: objection.played)
        shown[witness, default: []].insert(.check(NamedCheck(objection)))
        if objection.requirements.contains(outcome.change.source) {
          shown[witness, default: []].insert(.change(outcome.change.name))
        }
      }
    }
    let candidates = shown.sorted {
      ($1.value.count, $0.key.played, $0.key.change)
        < ($0.value.count, $1.key.played, $1.key.change)
    }
    var missing = shown.values.reduce(into: Set()) { $0.formUnion($1) }
    var chosen: [Witness] = []
    for (witness, evidence) in candidates where !missing.isDisjoint(with: evidence) {
      missing.subtract(evidence)
      chosen.append(witness)
    }
    return chosen
  }

  private enum Evidence: Hashable {
    case change(String)
    case check(NamedCheck)
  }
}
