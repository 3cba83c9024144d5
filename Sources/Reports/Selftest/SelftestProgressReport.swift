public import Conformance
internal import Polling

/// Tells how far a self-test is: on a terminal a line that comes and goes, else a line of its own every ten seconds.
public final class SelftestProgressReport {
  private static let interval: Int64 = 10_000_000_000

  private let output: DescriptorWriter
  private let isTerminal: Bool
  private var line: ProgressLine
  private var next = Int64.min
  private var toldFaultless: Bool?

  /// Tells it on a descriptor, which is a terminal of so many columns or none.
  public init(output: DescriptorWriter, isTerminal: Bool, width: Int) {
    self.output = output
    self.isTerminal = isTerminal
    line = ProgressLine(width: width)
  }

  /// Tells how far it is, unless that was told a moment ago.
  public func tell(_ progress: SelftestProgress) {
    if isTerminal {
      let text = line.update(
        finished: progress.played, of: progress.planned, note: progress.note, at: .now)
      if let text { write(text) }
      return
    }
    // The beginning of each part is told at once.
    let now = Instant.now.nanoseconds
    guard now >= next || toldFaultless != progress.isFaultless else { return }
    toldFaultless = progress.isFaultless
    next = now + SelftestProgressReport.interval
    let counts = "\(Phrases.count(progress.played)) of \(Phrases.count(progress.planned, "play"))"
    write("\(counts), \(progress.note)\n")
  }

  /// Takes the line away.
  public func end() { write(line.erase()) }

  private func write(_ text: String) {
    output.write(text)
    output.flush()
  }
}

extension SelftestProgress {
  fileprivate var note: String {
    if isFaultless { return "without a fault" }
    let survivors = survivors == 0 ? "" : ", \(Phrases.count(survivors)) survived"
    return Phrases.count(faults, "fault") + " done" + survivors
  }
}
