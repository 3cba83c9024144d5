// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Trials

/// Reports the progress of a self-test; the beginning of each stage is reported at once.
package final class SelftestProgressReport {
  private let output: ProgressOutput
  private var stage: SelftestProgress.Stage?

  package init(_ output: ProgressOutput) { self.output = output }

  package func report(_ progress: SelftestProgress) {
    let (finished, planned) = progress.part
    output.show(isUrgent: stage != progress.stage) { line in
      let counts = "\(Phrases.count(finished)) of \(Phrases.count(planned)) \(progress.unit)"
      return line?.bar(finished: finished, of: planned, note: progress.note)
        ?? "\(counts), \(progress.note)"
    }
    stage = progress.stage
  }

  package func end() { output.end() }
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
    case .checks: return "\(Phrases.count(played, "play")) to break the other checks"
    }
  }
}
