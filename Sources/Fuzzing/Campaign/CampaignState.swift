internal import Polling

/// A campaign as its inputs are merged, one after the other in their order.
struct CampaignState {
  private let options: CampaignOptions
  private let began: Instant
  private var lastNew: Instant
  private var signatures: Set<Signature> = []
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
    _ report: (CampaignEvent) -> Void
  ) {
    let (input, observation) = (output.input, output.observation)
    progress.runs += 1
    examined.formUnion(observation.examined)
    if signatures.insert(observation.signature).inserted {
      corpus.append(input)
      lastNew = Instant.now
      report(.joined(input))
    }
    guard !observation.hits.isEmpty else { return }
    guard !book.isKnown(observation) else { return }
    report(.suspected(input))
    defer { report(.settled(input)) }
    for finding in book.take(observation, of: input, run: run, target) {
      progress.findings += 1
      findings.append(finding)
      findings.sort { $0.id < $1.id }
      lastNew = Instant.now
      report(.found(finding, target.evidence(of: finding)))
    }
  }

  /// A round is over; returns the corpus for the round after the next.
  mutating func endRound() -> [FuzzInput] {
    let now = Instant.now
    progress.corpus = corpus.count
    progress.signatures = signatures.count
    progress.elapsed = now.nanoseconds - began.nanoseconds
    progress.sinceNew = now.nanoseconds - lastNew.nanoseconds
    return corpus
  }

  /// True where a limit is reached.
  var isOver: Bool {
    if let most = options.findings, progress.findings >= most { return true }
    guard let seconds = options.seconds else { return false }
    return Double(Instant.now.nanoseconds - began.nanoseconds) >= seconds * 1e9
  }
}
