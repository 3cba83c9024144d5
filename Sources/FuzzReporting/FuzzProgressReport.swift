// SPDX-License-Identifier: Apache-2.0

import Fuzzing
import Platform
import Reporting

/// Reports the progress of a campaign.
package final class FuzzProgressReport {
  private let output: ProgressOutput
  /// The progress that was shown last, from which the rate is computed.
  private var last = CampaignProgress()
  private var rate = 0.0

  package init(_ output: ProgressOutput) { self.output = output }

  package func report(_ progress: CampaignProgress) { output.show { _ in words(progress) } }

  package func end() { output.end() }

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
}
