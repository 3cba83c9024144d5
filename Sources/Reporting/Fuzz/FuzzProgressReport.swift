import Fuzzing
import Platform

/// Tells how far a campaign is: on a terminal a line that comes and goes, else a line of its own every ten seconds.
package final class FuzzProgressReport {
  private static let interval: Int64 = 10_000_000_000

  private let output: DescriptorWriter
  private let isTerminal: Bool
  private var line: ProgressLine
  private var next = Int64.min
  /// What was told last, to tell how fast it goes now.
  private var last = CampaignProgress()
  private var rate = 0.0

  /// Tells it on a descriptor, which is a terminal of so many columns or none.
  package init(output: DescriptorWriter, isTerminal: Bool, width: Int) {
    self.output = output
    self.isTerminal = isTerminal
    line = ProgressLine(width: width)
  }

  /// Tells how far it is, unless that was told a moment ago.
  package func tell(_ progress: CampaignProgress) {
    let now = Instant.now
    if isTerminal {
      if line.isDue(at: now) { write(line.shown(words(progress), at: now)) }
      return
    }
    guard now.nanoseconds >= next else { return }
    if next != Int64.min { write(words(progress) + "\n") }
    next = now.nanoseconds + FuzzProgressReport.interval
  }

  /// `12,345 inputs, 4,112 a second, corpus 823, 830 signatures, 2 findings, last new 12 s ago`
  private func words(_ progress: CampaignProgress) -> String {
    let elapsed = progress.elapsed - last.elapsed
    if elapsed > 0 {
      rate = Double(progress.runs - min(last.runs, progress.runs)) * 1e9 / Double(elapsed)
      last = progress
    }
    return [
      Phrases.count(Int(clamping: progress.runs), "input"),
      "\(Phrases.count(Int(rate))) a second",
      "corpus \(Phrases.count(progress.corpus))",
      progress.behaviours,
      Phrases.count(progress.findings, "finding"),
      "last new \(Phrases.count(Int(progress.sinceNew / 1_000_000_000))) s ago",
    ].joined(separator: ", ")
  }

  /// Takes the line away.
  package func end() { write(line.erase()) }

  private func write(_ text: String) {
    guard !text.isEmpty else { return }
    output.write(text)
    output.flush()
  }
}
