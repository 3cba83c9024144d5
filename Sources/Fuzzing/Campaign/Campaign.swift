import Platform
import Playing

/// How a campaign is to be made.
package struct CampaignOptions: Sendable {
  /// The seed of all randomness.
  package var seed: UInt64 = 0
  /// How many workers.
  package var jobs = 1
  /// Stop after so many inputs; nil for no limit.
  package var runs: UInt64?
  /// Stop after so many seconds; nil for no limit.
  package var seconds: Double?
  /// Stop at so many findings; nil for no limit.
  package var findings: Int?
  /// Findings of earlier campaigns: what they explain is nothing new.
  package var known: [FuzzFinding] = []
  /// What earlier campaigns suspected and did not come to look into: it is shown before all else.
  package var suspected: [FuzzInput] = []

  /// Until somebody interrupts it.
  package init() {}
}

/// How far a campaign is.
package struct CampaignProgress: Hashable, Sendable {
  /// Inputs shown.
  package var runs: UInt64 = 0
  /// Inputs in the corpus.
  package var corpus = 0
  /// Behaviours seen.
  package var signatures = 0
  /// Edges of the client's code seen, each with how often it was taken, nearly; 0 where it does not tell.
  package var edges = 0
  /// Findings that were not known before.
  package var findings = 0
  /// Nanoseconds since it began.
  package var elapsed: Int64 = 0
  /// Nanoseconds since a behaviour or a finding was new.
  package var sinceNew: Int64 = 0

  /// Nothing yet.
  package init() {}
}

/// What happens in a campaign.
package enum CampaignEvent: Sendable {
  /// An input joins the corpus, for the target did with it what it had not done before.
  case joined(FuzzInput)
  /// An oracle objects for a reason that was not known before; what it objects to is made small next.
  case suspected(FuzzInput)
  /// What was suspected has been looked into; its finding, if it is one, has been told. For each time that it was suspected,
  /// here or in an earlier campaign.
  case settled(FuzzInput)
  /// A finding that was not known before, and what there is to show of it.
  case found(FuzzFinding, FindingEvidence?)
  /// A round is over.
  case progressed(CampaignProgress)
}

/// What a campaign came to.
package struct CampaignSummary: Sendable {
  /// How far it came.
  package var progress: CampaignProgress
  /// The findings that were not known before, by id.
  package var findings: [FuzzFinding]
  /// The oracles that had something to look at.
  package var examined: OracleSet
  /// A signal ended it.
  package var isInterrupted: Bool
}

/// Shows a target input after input, keeps those that make it behave in new ways, and tells what it gets wrong.
package struct Campaign: Sendable {
  /// Makes a worker's target.
  package typealias TargetFactory = @Sendable () -> any FuzzTarget

  /// After how many inputs the objections to them are looked into.
  private static let inputsBetweenLooks: UInt64 = 16

  private let options: CampaignOptions
  private let generator: InputGenerator
  private let seeds: [FuzzInput]
  private let makeTarget: TargetFactory

  /// A campaign of the generator's inputs, the seeds before them.
  package init(
    options: CampaignOptions, scope: InputScope, seeds: [FuzzInput],
    makeTarget: @escaping TargetFactory
  ) {
    self.options = options
    generator = InputGenerator(seed: options.seed, scope: scope)
    self.seeds = options.suspected + seeds
    self.makeTarget = makeTarget
  }

  /// Makes the campaign. Events come on the calling thread, in the same order whatever the number of workers.
  @discardableResult
  package func perform(
    interruption: Interruption, report: (CampaignEvent) -> Void
  ) -> CampaignSummary {
    var state = CampaignState(options: options, began: Instant.now)
    let target = makeTarget()
    defer { target.stop() }
    let board = RoundScheduler(total: options.runs ?? .max, workers: max(1, options.jobs))
    // One job needs no thread beside this one.
    let pool = WorkerPool(
      count: options.jobs > 1 ? options.jobs : 0,
      work: { [self] in
        let target = makeTarget()
        while !interruption.isRaised, show(board, target) > 0 {}
        target.stop()
      }, leave: board.leave)
    var index: UInt64 = 0
    var shown: UInt64 = 0
    while true {
      if pool.isEmpty, shown == index {
        guard !interruption.isRaised else { break }
        shown += UInt64(show(board, target))
        if shown == index { break }
      }
      guard let output = board.nextOutput() else { break }
      state.take(output, run: index, report)
      index += 1
      if index % Campaign.inputsBetweenLooks == 0 { state.look(target, interruption, report) }
      if index % RoundScheduler.roundLength == 0 {
        board.endRound(index / RoundScheduler.roundLength - 1, pool: state.endRound())
        report(.progressed(state.progress))
      }
      if state.isOver { break }
    }
    board.close()
    pool.join()
    state.look(toTheLast: true, target, interruption, report)
    _ = state.endRound()
    report(.progressed(state.progress))
    return CampaignSummary(
      progress: state.progress, findings: state.findings, examined: state.examined,
      isInterrupted: interruption.isRaised)
  }

  /// Shows a target the next inputs of a board; returns how many these were.
  private func show(_ board: RoundScheduler, _ target: any FuzzTarget) -> Int {
    let work = board.take(most: target.mostAtOnce)
    let inputs = work.map(input)
    let observations = target.observe(inputs)
    board.put(
      zip(inputs, observations).map { RoundScheduler.Output($0, $1) }, of: work)
    return work.count
  }

  /// The input of a number: the seeds first, then the generator's.
  private func input(_ work: RoundScheduler.Work) -> FuzzInput {
    let number = Int(clamping: work.index)
    return seeds.indices.contains(number)
      ? generator.scope.shown(seeds[number]) : generator.input(work.index, from: work.pool)
  }
}
