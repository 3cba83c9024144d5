import Platform
import Playing

/// Tells how far a self-test is: on a terminal a line that comes and goes, else a line of its own every ten seconds.
package final class SelftestProgressReport {
  private static let interval: Int64 = 10_000_000_000

  private let output: DescriptorWriter
  private let isTerminal: Bool
  private var line: ProgressLine
  private var next = Int64.min
  private var toldStage: SelftestProgress.Stage?

  /// Tells it on a descriptor, which is a terminal of so many columns or none.
  package init(output: DescriptorWriter, isTerminal: Bool, width: Int) {
    self.output = output
    self.isTerminal = isTerminal
    line = ProgressLine(width: width)
  }

  /// Tells how far it is, unless that was told a moment ago.
  package func tell(_ progress: SelftestProgress) {
    let (finished, planned) = progress.part
    if isTerminal {
      if let text = line.update(finished: finished, of: planned, note: progress.note, at: .now) {
        write(text)
      }
      return
    }
    // The beginning of each stage is told at once.
    let now = Instant.now.nanoseconds
    guard now >= next || toldStage != progress.stage else { return }
    toldStage = progress.stage
    next = now + SelftestProgressReport.interval
    let counts = "\(Phrases.count(finished)) of \(Phrases.count(planned))"
    write("\(counts) \(progress.unit), \(progress.note)\n")
  }

  /// Takes the line away.
  package func end() { write(line.erase()) }

  private func write(_ text: String) {
    output.write(text)
    output.flush()
  }
}

extension SelftestProgress {
  /// What is done, of what there is to do.
  fileprivate var part: (finished: Int, planned: Int) {
    stage == .checks ? (scenarios, scenariosPlanned) : (played, planned)
  }

  fileprivate var unit: String { stage == .checks ? "scenarios" : "plays" }

  fileprivate var note: String {
    switch stage {
    case .faultless: return "without a fault"
    case .faults:
      let survivors = survivors == 0 ? "" : ", \(Phrases.count(survivors)) survived"
      return Phrases.count(faults, "fault") + " done" + survivors
    case .variants: return "\(Phrases.count(faults, "variant")) and combinations done"
    case .checks: return "\(Phrases.count(played, "play")) to trip what nothing has tripped yet"
    }
  }
}
