// SPDX-License-Identifier: Apache-2.0

/// Failures of one input that wait for triage.
struct PendingTriage {
  var failures: [OracleFailure]
  var input: FuzzInput
  /// The features of `input`.
  var features: [InputFeature]
  /// The number of the input in its campaign.
  var run: UInt64
  /// `true` if the client crashes, hangs, or takes ever more time or memory. This is triaged first.
  var isUrgent: Bool { failures.contains { $0.signature.oracle.isOfSoundness } }
}

/// The findings of a campaign: one for each defect.
struct FindingDeduplicator {
  /// Inputs with the same key are triaged once for each failure.
  private struct TriageKey: Hashable {
    var behaviour: BehaviourHash
    var features: [InputFeature]
  }

  /// The triages of failures with one signature, and whether there may be more.
  private struct TriageBudget {
    /// The most triages.
    private static let max = 1_000
    /// After this many triages in a row without a new finding, only some of the failures that a
    /// known finding may explain are triaged.
    private static let maxFruitless = 2

    var triaged: Set<TriageKey> = []
    /// Triages in a row without a new finding.
    private var fruitless = 0
    /// The number of failures so far that a known finding may explain.
    private var explicable = 0

    var isSpent: Bool { triaged.count >= TriageBudget.max }

    /// `true` if the next failure that a known finding may explain is to be triaged: every one,
    /// then one of two, one of three, and so on, the longer no new finding appears.
    mutating func isDue() -> Bool {
      explicable += 1
      return explicable % (fruitless / TriageBudget.maxFruitless + 1) == 0
    }

    mutating func add(isNew: Bool) { fruitless = isNew ? 0 : fruitless + 1 }
  }

  private var budgets: [FailureSignature: TriageBudget] = [:]
  /// The number of plays in triages. Triages of measured oracles do not count: their number differs
  /// between campaigns, and must not influence when the others take place.
  private(set) var plays = 0
  /// The findings by oracle, in the order of their ids.
  private var findings: [Oracle: [FuzzFinding]] = [:]

  /// `known` are the findings of earlier campaigns.
  init(known: [FuzzFinding]) {
    for finding in known { _ = add(finding) }
  }

  /// Returns `false` if the finding is known.
  private mutating func add(_ finding: FuzzFinding) -> Bool {
    var known = findings[finding.failure.signature.oracle] ?? []
    guard !known.contains(where: { $0.id == finding.id }) else { return false }
    known.append(finding)
    known.sort { $0.id < $1.id }
    findings[finding.failure.signature.oracle] = known
    return true
  }

  /// Returns the failures that are worth triaging, and marks them as triaged.
  mutating func worthTriaging(_ output: RoundScheduler.Output) -> [OracleFailure] {
    let key = TriageKey(behaviour: output.observation.behaviour, features: output.features)
    return output.observation.failures.filter { failure in
      let signature = failure.signature
      var budget = budgets.removeValue(forKey: signature) ?? TriageBudget()
      defer { budgets[signature] = budget }
      let known = findings[signature.oracle] ?? []
      guard !budget.isSpent,
        !known.indices.contains(where: { known[$0].isSameError(as: signature) }),
        !budget.triaged.contains(key),
        !known.indices.contains(where: { known[$0].mayExplain(signature, output.features) })
          || budget.isDue()
      else { return false }
      budget.triaged.insert(key)
      return true
    }
  }

  /// Triages failures; returns the findings that were not known before.
  mutating func triage(
    _ pending: PendingTriage, _ target: any FuzzTarget, unless isOver: @escaping () -> Bool
  ) -> [FuzzFinding] {
    var new: [FuzzFinding] = []
    for failure in pending.failures {
      let signature = failure.signature
      let triage = FindingTriage(target, signature.oracle, isOver: isOver)
      let finding = triage.finding(
        failure, pending, apartFrom: findings[signature.oracle] ?? [])
      let isNew = finding.map { add($0) } ?? false
      if isNew, let finding { new.append(finding) }
      if !signature.oracle.isMeasured { plays += triage.plays }
      budgets[signature, default: TriageBudget()].add(isNew: isNew)
    }
    return new
  }
}

extension FuzzFinding {
  /// `true` if the finding is the same undocumented error of the client.
  func isSameError(as other: FailureSignature) -> Bool {
    failure.signature == other && other.namesError
  }

  /// `true` if the finding can be the reason for a failure with an input of these features.
  func mayExplain(_ other: FailureSignature, _ features: [InputFeature]) -> Bool {
    self.features.allSatisfy(features.contains)
      && (other.isBySymptoms
        ? failure.signature == other : failure.signature.oracle == other.oracle)
  }
}
