// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing

/// The options of a campaign; by default it goes on until it is interrupted.
package struct CampaignOptions: Sendable {
  /// The seed of all randomness.
  package var seed: UInt64 = 0
  /// The number of workers.
  package var jobs = 1
  /// The number of inputs; `nil` for no limit.
  package var runs: UInt64?
  /// Seconds until it ends; `nil` for no limit.
  package var seconds: Double?
  /// The number of findings at which it ends; `nil` for no limit.
  package var findings: Int?
  /// Findings of earlier campaigns. Failures that they explain are not reported again.
  package var known: [FuzzFinding] = []
  /// Inputs that earlier campaigns suspected but had no time to triage. They are played first.
  package var suspected: [FuzzInput] = []

  package init() {}
}

/// The progress of a campaign.
package struct CampaignProgress: Hashable, Sendable {
  /// Inputs played.
  package var runs: UInt64 = 0
  /// Inputs not played, because HTTP/2 cannot carry them.
  package var skipped: UInt64 = 0
  /// Inputs in the corpus.
  package var corpus = 0
  /// Behaviours seen.
  package var signatures = 0
  /// Edges of the client's code seen, counted once for each class of how often they were taken; 0
  /// if the client does not count them.
  package var edges = 0
  /// Findings that were not known before.
  package var findings = 0
  /// Nanoseconds since the campaign began.
  package var elapsed: Int64 = 0
  /// Nanoseconds since the last new behaviour or finding.
  package var sinceNew: Int64 = 0

  package init() {}
}

/// What happens in a campaign.
package enum CampaignEvent: Sendable {
  /// An input joins the corpus: the target reacted to it in a new way.
  case joined(FuzzInput)
  /// An oracle reports a failure that was not known before; triage follows.
  case suspected(FuzzInput)
  /// A suspected input was triaged; its finding, if there is one, was reported before. There is one
  /// such event for each `suspected`, of this or an earlier campaign.
  case settled(FuzzInput)
  /// A finding that was not known before.
  case found(FuzzFinding, FindingEvidence?)
  /// A round is over.
  case progressed(CampaignProgress)
}

/// The result of a campaign.
package struct CampaignSummary: Sendable {
  package var progress: CampaignProgress
  /// The findings that were not known before, by id.
  package var findings: [FuzzFinding]
  /// The oracles that had something to examine.
  package var examined: Set<Oracle>
  /// `true` if a signal ended it.
  package var isInterrupted: Bool
}

/// Plays inputs to a target, keeps those that lead to new behaviour, and reports the defects of the
/// target.
package struct Campaign: Sendable {
  /// Makes a worker's target.
  package typealias TargetFactory = @Sendable () -> any FuzzTarget

  /// The number of inputs after which failures are triaged.
  private static let inputsBetweenTriages: UInt64 = 16

  private let options: CampaignOptions
  private let generator: InputGenerator
  private let seeds: [FuzzInput]
  private let makeTarget: TargetFactory

  /// A campaign that plays the seeds first, then generated inputs.
  package init(
    options: CampaignOptions, scope: InputScope, seeds: [FuzzInput],
    makeTarget: @escaping TargetFactory
  ) {
    self.options = options
    generator = InputGenerator(seed: options.seed, scope: scope)
    self.seeds = options.suspected + seeds
    self.makeTarget = makeTarget
  }

  /// Runs the campaign. Events are reported on the calling thread, in the same order whatever the
  /// number of workers.
  @discardableResult
  package func perform(
    interruption: Interruption, report: (CampaignEvent) -> Void
  ) -> CampaignSummary {
    let target = makeTarget()
    defer { target.stop() }
    var state = CampaignState(options, target, interruption)
    let scheduler = RoundScheduler(total: options.runs ?? .max, workers: max(1, options.jobs))
    // One job needs no thread beside this one.
    let pool = WorkerPool(
      count: options.jobs > 1 ? options.jobs : 0,
      work: { [self] in
        let target = makeTarget()
        while !interruption.isRaised, play(scheduler, target) > 0 {}
        target.stop()
      }, leave: scheduler.leave)
    var index: UInt64 = 0
    var played: UInt64 = 0
    while true {
      if pool.isEmpty, played == index {
        guard !interruption.isRaised else { break }
        played += UInt64(play(scheduler, target))
        if played == index { break }
      }
      guard let output = scheduler.nextOutput() else { break }
      state.take(output, run: index, report)
      index += 1
      if index % Campaign.inputsBetweenTriages == 0 { state.triage(report) }
      if index % RoundScheduler.roundLength == 0 {
        scheduler.endRound(index / RoundScheduler.roundLength - 1, pool: state.endRound())
        report(.progressed(state.progress))
      }
      if state.isOver { break }
    }
    scheduler.close()
    pool.join()
    state.triage(isLast: true, report)
    _ = state.endRound()
    report(.progressed(state.progress))
    return CampaignSummary(state, isInterrupted: interruption.isRaised)
  }

  /// Plays the next inputs of a scheduler to a target; returns their number.
  private func play(_ scheduler: RoundScheduler, _ target: any FuzzTarget) -> Int {
    let work = scheduler.take(atMost: target.maxConcurrentInputs)
    let inputs = work.map(input)
    let observations = target.observe(inputs)
    scheduler.put(zip(inputs, observations).map { RoundScheduler.Output($0, $1) }, of: work)
    return work.count
  }

  /// The input of a number: the seeds first, then the generator's.
  private func input(_ work: RoundScheduler.Work) -> FuzzInput {
    let number = Int(clamping: work.index)
    return seeds.indices.contains(number)
      ? generator.scope.restricted(seeds[number]) : generator.input(work.index, from: work.pool)
  }
}

extension CampaignSummary {
  /// The summary of a campaign that has ended in a state.
  fileprivate init(_ state: CampaignState, isInterrupted: Bool) {
    self.init(
      progress: state.progress, findings: state.findings, examined: state.examined,
      isInterrupted: isInterrupted)
  }
}
