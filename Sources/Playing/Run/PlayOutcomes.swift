// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The outcomes of several plays of one case, compared by verdict and broken checks.
struct PlayOutcomes {
  /// The plays of each outcome, in the order in which the outcomes first occurred.
  private let groups: [[CaseResult]]

  init(_ plays: [CaseResult]) {
    var keys: [Key] = []
    var groups: [[CaseResult]] = []
    for play in plays {
      let key = Key(verdict: play.verdict, broken: Set(play.broken))
      if let place = keys.firstIndex(of: key) {
        groups[place].append(play)
      } else {
        keys.append(key)
        groups.append([play])
      }
    }
    self.groups = groups
  }

  private struct Key: Equatable {
    var verdict: Verdict
    var broken: Set<BrokenCheck>
  }

  /// `true` if all plays have one outcome.
  var areEqual: Bool { groups.count < 2 }

  /// The plays with the most frequent outcome, or with the first of equally frequent ones.
  var usual: [CaseResult] {
    groups.reduce([]) { $1.count > $0.count ? $1 : $0 }
  }

  /// `true` if all other plays ended by a time limit or may have been a race, and these have not:
  /// then the others show nothing.
  var othersAreExcused: Bool {
    let usual = usual
    let place = groups.firstIndex { $0.count == usual.count }
    let others = groups.indices.filter { $0 != place }.flatMap { groups[$0] }
    return usual.allSatisfy { $0.lateness == .inTime && ($0.broken.isEmpty || !$0.mayHaveBeenRace) }
      && others.allSatisfy { $0.lateness > .inTime || $0.mayHaveBeenRace }
  }
}

extension CaseResult {
  /// Whether a race may have decided how the play ended.
  fileprivate var mayHaveBeenRace: Bool { play?.recording.mayHaveBeenRace ?? false }
}
