internal import Conformance
internal import Polling

/// A campaign as its inputs are merged, one after the other in their order.
struct CampaignState {
  private let options: CampaignOptions
  private let began: Instant
  private var lastNew: Instant
  private var behaviours = Behaviours()
  private var corpus: [FuzzInput] = []
  private var book: FindingBook
  private(set) var progress = CampaignProgress()
  /// The oracles that had something to look at in some input.
  private(set) var examined: OracleSet = []

  init(options: CampaignOptions, began: Instant) {
    self.options = options
    self.began = began
    lastNew = began
    book = FindingBook(known: options.known)
  }

  /// The findings that were not known before, by id.
  private(set) var findings: [FuzzFinding] = []

  /// Takes what came of the next input.
  mutating func take(
    _ output: RoundBoard.Output, run: UInt64, _ target: any FuzzTarget,
    _ interruption: Interruption, _ report: (CampaignEvent) -> Void
  ) {
    let (input, observation) = (output.input, output.observation)
    progress.runs += 1
    examined.formUnion(observation.examined)
    if behaviours.takesNew(observation) {
      corpus.append(input)
      lastNew = Instant.now
      report(.joined(input))
    }
    let hits = book.worthALook(observation, of: input)
    guard !hits.isEmpty else { return }
    report(.suspected(input))
    let end = end
    let new = book.look(into: hits, input, run: run, target) {
      interruption.isRaised || end.map { Instant.now >= $0 } ?? false
    }
    // What was not looked into to its end stays suspected: the next campaign goes on with it.
    guard !interruption.isRaised else { return }
    for finding in new {
      progress.findings += 1
      findings.append(finding)
      findings.sort { $0.id < $1.id }
      lastNew = Instant.now
      report(.found(finding, target.evidence(of: finding)))
    }
    report(.settled(input))
  }

  /// A round is over; returns the corpus for the round after the next.
  mutating func endRound() -> [FuzzInput] {
    let now = Instant.now
    progress.corpus = corpus.count
    progress.signatures = behaviours.signatures.count
    progress.edges = behaviours.edges.count
    progress.elapsed = now.nanoseconds - began.nanoseconds
    progress.sinceNew = now.nanoseconds - lastNew.nanoseconds
    return corpus
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
