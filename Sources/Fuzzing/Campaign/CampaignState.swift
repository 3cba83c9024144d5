import Platform
import Playing

/// A campaign as its inputs are merged, one after the other in their order.
struct CampaignState {
  private let options: CampaignOptions
  private let began: Instant
  private var lastNew: Instant
  private var behaviours = Behaviours()
  private var pool = InputPool()
  private var book: FindingDeduplicator
  private(set) var progress = CampaignProgress()
  /// The oracles that had something to look at in some input.
  private(set) var examined: OracleSet = []

  init(options: CampaignOptions, began: Instant) {
    self.options = options
    self.began = began
    lastNew = began
    book = FindingDeduplicator(known: options.known)
  }

  /// The findings that were not known before, by id.
  private(set) var findings: [FuzzFinding] = []

  /// Objections to an input that wait to be looked into.
  private struct PendingTriage {
    var input: FuzzInput
    /// What about the input may be the reason.
    var traits: FeatureSet
    var hits: [OracleFailure]
    var run: UInt64
    /// A client that crashes, hangs or takes ever longer is looked at before all else.
    var isUrgent: Bool { hits.contains { $0.cause.isOfSoundness } }
  }

  /// In the order of their inputs.
  private var suspicions: [PendingTriage] = []

  /// Takes what came of the next input.
  mutating func take(
    _ output: RoundScheduler.Output, run: UInt64, _ report: (CampaignEvent) -> Void
  ) {
    let (input, observation) = (output.input, output.observation)
    progress.runs += 1
    examined.formUnion(observation.examined)
    let novelty = behaviours.takeNew(observation)
    if !novelty.isEmpty {
      pool.add(input, isLeading: novelty.contains(.edge))
      lastNew = Instant.now
      report(.joined(input))
    }
    let hits = book.worthALook(output)
    let own = hits.filter { $0.input == nil }
    // A grave thing does not take the others of its input along: each has its own turn.
    suspect(own.filter(\.cause.isOfSoundness), input, output.traits, run: run, report)
    suspect(own.filter { !$0.cause.isOfSoundness }, input, output.traits, run: run, report)
    for var hit in hits {
      guard let other = hit.input else { continue }
      hit.input = nil
      suspect([hit], other, InputTrees(other).traits, run: run, report)
    }
    if options.suspected.indices.contains(Int(clamping: run)) { report(.settled(input)) }
  }

  private mutating func suspect(
    _ hits: [OracleFailure], _ input: FuzzInput, _ traits: FeatureSet, run: UInt64,
    _ report: (CampaignEvent) -> Void
  ) {
    guard !hits.isEmpty else { return }
    report(.suspected(input))
    suspicions.append(PendingTriage(input: input, traits: traits, hits: hits, run: run))
  }

  /// How often the target may be shown something in closer looks for each input: making one finding small takes a few
  /// hundred plays, and there may be worse to be found meanwhile.
  private static let playsForEach: UInt64 = 4

  private var isTimeForLooks: Bool {
    UInt64(book.plays) <= CampaignState.playsForEach * progress.runs
  }

  /// Looks into what waits: the urgent first, all else as far as it is time for that, or to the last. What is left when the
  /// campaign is over stays suspected, and the next campaign goes on with it.
  mutating func look(
    toTheLast: Bool = false, _ target: any FuzzTarget, _ interruption: Interruption,
    _ report: (CampaignEvent) -> Void
  ) {
    let end = end
    while let place = suspicions.firstIndex(where: \.isUrgent) ?? suspicions.indices.first {
      guard toTheLast || isTimeForLooks || suspicions[place].isUrgent,
        !interruption.isRaised, !isOver
      else { return }
      let suspicion = suspicions.remove(at: place)
      let new = book.look(
        into: suspicion.hits, suspicion.input, suspicion.traits, run: suspicion.run, target
      ) {
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
      report(.settled(suspicion.input))
    }
  }

  /// A round is over; returns what a later one is made from.
  mutating func endRound() -> InputPool {
    let now = Instant.now
    progress.corpus = pool.corpus.count
    progress.signatures = behaviours.signatures.count
    progress.edges = behaviours.edges.count
    progress.elapsed = now.nanoseconds - began.nanoseconds
    progress.sinceNew = now.nanoseconds - lastNew.nanoseconds
    return pool
  }

  /// True where a limit is reached.
  var isOver: Bool {
    if let most = options.findings, progress.findings >= most { return true }
    return end.map { Instant.now >= $0 } ?? false
  }

  /// When its time is over.
  private var end: Instant? {
    options.seconds.map { began.advanced(byMilliseconds: Int(min($0 * 1000, 1e15))) }
  }
}
