// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Trials

/// Reports the progress of a series of trials; the beginning of each stage is reported at once.
package final class TrialProgressReport {
  private let output: ProgressOutput
  private let kind: TrialKind
  private var stage: TrialProgress.Stage?

  package init(_ output: ProgressOutput, of kind: TrialKind) {
    self.output = output
    self.kind = kind
  }

  package func report(_ progress: TrialProgress) {
    let (finished, planned) = (progress.finished, progress.planned)
    let note = note(progress)
    output.show(isUrgent: stage != progress.stage) { line in
      let unit = progress.stage == .checks ? "checks" : "plays"
      let counts = "\(Phrases.count(finished)) of \(Phrases.count(planned)) \(unit)"
      return line?.bar(finished: finished, of: planned, note: note) ?? "\(counts), \(note)"
    }
    stage = progress.stage
  }

  package func end() { output.end() }

  private func note(_ progress: TrialProgress) -> String {
    switch progress.stage {
    case .unchanged: return kind.without
    case .changes where kind == .variants:
      return "\(Phrases.count(progress.changes, "variant")) and combinations done"
    case .changes:
      let survivors = progress.survivors
      return Phrases.count(progress.changes, kind.noun) + " done"
        + (survivors == 0 ? "" : ", \(Phrases.count(survivors)) survived")
    case .checks: return "\(Phrases.count(progress.played, "play")) to break the other checks"
    }
  }
}
