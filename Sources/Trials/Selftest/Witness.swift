// SPDX-License-Identifier: Apache-2.0

import Judging
import Playing

/// A play that kills a fault or breaks checks.
package struct Witness: Hashable, Sendable {
  /// The fault's name.
  package let fault: String
  /// The id of the case.
  package let played: String

  /// The play of that case to the client with that fault.
  package init(fault: String, played: String) {
    self.fault = fault
    self.played = played
  }
}

extension Witness {
  /// The witnesses of a list, one in each line: the fault's name, a space, the case's id. Other
  /// lines are passed over.
  package static func list(_ text: String) -> [Witness] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      return words.count == 2 ? Witness(fault: words[0], played: words[1]) : nil
    }
  }

  /// Its line in a list.
  package var line: String { "\(fault) \(played)\n" }
}

extension SelftestResult {
  /// A small set of plays that kills every fault and breaks every check that any play did. Plays
  /// that show more are preferred.
  package var witnesses: [Witness] {
    var shown: [Witness: Set<Evidence>] = [:]
    for outcome in outcomes {
      for kill in outcome.kills {
        let witness = Witness(fault: outcome.fault.name, played: kill.played)
        shown[witness, default: []].insert(.check(NamedCheck(kill)))
        if kill.requirements.contains(outcome.fault.requirement) {
          shown[witness, default: []].insert(.fault(outcome.fault.name))
        }
      }
    }
    let candidates = shown.sorted {
      ($1.value.count, $0.key.played, $0.key.fault) < ($0.value.count, $1.key.played, $1.key.fault)
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
    case fault(String)
    case check(NamedCheck)
  }
}
