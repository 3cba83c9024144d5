// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing

/// The state of a campaign; outputs are merged into it in the order of their inputs.
struct CampaignState {
  private let options: CampaignOptions
  private let target: any FuzzTarget
  private let interruption: Interruption
  private let began = Instant.now
  private var lastNew: Instant
  private var behaviours = Behaviours()
  private var pool = InputPool()
  private var deduplicator: FindingDeduplicator
  private(set) var progress = CampaignProgress()
  /// The oracles that had something to examine in at least one input.
  private(set) var examined: Set<Oracle> = []
  /// The findings that were not known before, by id.
  private(set) var findings: [FuzzFinding] = []
  /// The failures that wait for triage, in the order of their inputs.
  private var pending: [PendingTriage] = []

  /// Failures are triaged on `target`.
  init(_ options: CampaignOptions, _ target: any FuzzTarget, _ interruption: Interruption) {
    self.options = options
    self.target = target
    self.interruption = interruption
    lastNew = began
    deduplicator = FindingDeduplicator(known: options.known)
  }

  /// Adds the output of the next input.
  mutating func take(
    _ output: RoundScheduler.Output, run: UInt64, _ report: (CampaignEvent) -> Void
  ) {
    let (input, observation) = (output.input, output.observation)
    defer {
      if options.suspected.indices.contains(Int(clamping: run)) { report(.settled(input)) }
    }
    guard !observation.isSkipped else {
      progress.skipped += 1
      return
    }
    progress.runs += 1
    examined.formUnion(observation.examined)
    let novelty = behaviours.add(observation)
    if !novelty.isEmpty {
      pool.add(input, isLeading: novelty.contains(.edge))
      lastNew = Instant.now
      report(.joined(input))
    }
    let failures = deduplicator.worthTriaging(output)
    // Urgent failures are triaged without waiting for the other failures of their input.
    for isUrgent in [true, false] {
      suspect(
        failures.filter { $0.input == nil && $0.signature.oracle.isOfSoundness == isUrgent },
        input, output.features, run: run, report)
    }
    for var failure in failures {
      guard let other = failure.input else { continue }
      failure.input = nil
      suspect([failure], other, InputTrees(other).features, run: run, report)
    }
  }

  private mutating func suspect(
    _ failures: [OracleFailure], _ input: FuzzInput, _ features: [InputFeature], run: UInt64,
    _ report: (CampaignEvent) -> Void
  ) {
    guard !failures.isEmpty else { return }
    report(.suspected(input))
    pending.append(PendingTriage(failures: failures, input: input, features: features, run: run))
  }

  /// The plays of triage for each played input. One finding takes a few hundred plays, and other
  /// inputs may show worse failures meanwhile.
  private static let triagePlaysPerInput: UInt64 = 4

  /// Triages pending failures: the urgent ones, and the others within the budget, or all if
  /// `isLast`. The inputs of those that are left when the campaign is over stay suspected: the next
  /// campaign plays them first.
  mutating func triage(isLast: Bool = false, _ report: (CampaignEvent) -> Void) {
    let (end, interruption) = (end, interruption)
    while let place = pending.firstIndex(where: \.isUrgent) ?? pending.indices.first {
      let hasBudget =
        UInt64(deduplicator.plays) <= CampaignState.triagePlaysPerInput * progress.runs
      guard isLast || hasBudget || pending[place].isUrgent, !interruption.isRaised, !isOver
      else { return }
      let next = pending.remove(at: place)
      let new = deduplicator.triage(next, target) {
        interruption.isRaised || end.map { Instant.now >= $0 } ?? false
      }
      guard !interruption.isRaised else { return }
      for finding in new {
        progress.findings += 1
        findings.append(finding)
        findings.sort { $0.id < $1.id }
        lastNew = Instant.now
        report(.found(finding, target.evidence(of: finding)))
      }
      report(.settled(next.input))
    }
  }

  /// Ends a round; returns the pool that later rounds are made from.
  mutating func endRound() -> InputPool {
    let now = Instant.now
    progress.corpus = pool.corpus.count
    progress.signatures = behaviours.hashes.count
    progress.edges = behaviours.edges.count
    progress.elapsed = now.nanoseconds - began.nanoseconds
    progress.sinceNew = now.nanoseconds - lastNew.nanoseconds
    return pool
  }

  /// `true` if a limit is reached.
  var isOver: Bool {
    if let limit = options.findings, progress.findings >= limit { return true }
    return end.map { Instant.now >= $0 } ?? false
  }

  /// The end of its time; `nil` for no limit.
  private var end: Instant? {
    options.seconds.map { began.advanced(byMilliseconds: Int(min($0 * 1000, 1e15))) }
  }
}
