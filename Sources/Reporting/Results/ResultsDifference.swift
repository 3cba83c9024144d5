// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The changes of each case from one run to another.
package struct ResultsDifference: Sendable {
  /// A case whose result has changed.
  package struct Change: Hashable, Sendable {
    /// The case's id.
    package var id: String
    /// The verdict before; `nil` if the case is new.
    package var before: Verdict?
    /// The verdict after; `nil` if the case is gone.
    package var after: Verdict?
    /// Checks that are broken and were not.
    package var broken: [String] = []
    /// Checks that were broken and are not.
    package var mended: [String] = []
    /// What is observed of the first check that is broken now.
    package var observed: String?
    /// Why it fails now, as `FailureCause` names it; `nil` if that is not known.
    package var cause: String?
  }

  /// Cases that fail and did not fail before. All lists are sorted by id.
  package private(set) var newlyFailing: [Change] = []
  /// Cases that failed before and do not fail.
  package private(set) var newlyPassing: [Change] = []
  /// Cases with any other change of the verdict, or with other broken checks.
  package private(set) var changed: [Change] = []
  /// Cases that were not there before.
  package private(set) var added: [Change] = []
  /// Cases that are not there any more.
  package private(set) var removed: [Change] = []
  /// The number of cases that have not changed.
  package private(set) var same = 0

  /// What has changed from one to the other.
  package init(from old: ClientResults, to new: ClientResults) {
    let before = ResultsDifference.byID(old)
    let after = ResultsDifference.byID(new)
    let ids = Set(before.keys).union(after.keys)
    for id in ids.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      sort(id, before[id], after[id])
    }
  }

  private static func byID(_ results: ClientResults) -> [String: ClientResults.Outcome] {
    Dictionary(results.outcomes.map { ($0.id, $0.outcome) }) { $1 }
  }

  private mutating func sort(
    _ id: String, _ old: ClientResults.Outcome?, _ new: ClientResults.Outcome?
  ) {
    var change = Change(id: id, before: old?.verdict, after: new?.verdict)
    let was = old?.brokenChecks ?? []
    let isNow = new?.brokenChecks ?? []
    change.broken = isNow.filter { !was.contains($0) }
    change.mended = was.filter { !isNow.contains($0) }
    change.observed = new?.findings.first { $0.verdict.isBad }?.observed ?? new?.reason
    change.cause = new?.cause
    guard let before = change.before else {
      added.append(change)
      return
    }
    guard let after = change.after else {
      removed.append(change)
      return
    }
    if after.isBad, !before.isBad {
      newlyFailing.append(change)
    } else if before.isBad, after <= .warn, after != .skipped {
      newlyPassing.append(change)
    } else if before != after || !change.broken.isEmpty || !change.mended.isEmpty {
      changed.append(change)
    } else {
      same += 1
    }
  }
}

extension ClientResults.Outcome {
  /// The checks that are broken, in order.
  fileprivate var brokenChecks: [String] { findings.filter(\.verdict.isBad).map(\.check) }
}
