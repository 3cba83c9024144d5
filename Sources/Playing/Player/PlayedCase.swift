// SPDX-License-Identifier: Apache-2.0

import Judging
import Transcripts

/// A case that has been played and not judged yet.
package struct PlayedCase: Sendable {
  /// The case as it was planned.
  package let plan: CasePlan
  /// The transcript of the play.
  package let transcript: Transcript
  /// The recording as the script read it while it played.
  package let analysis: ExchangeAnalysis

  /// Judges the transcript; `index` is the case's place in the run.
  package func judged(index: Int = 0) -> CaseResult {
    CaseJudge.judge(plan.expectations, transcript, analysis, index: index)
  }

  /// The case as a subject of the judge.
  func subject(index: Int) -> CaseJudge.Subject {
    CaseJudge.Subject(plan.expectations, transcript, analysis, index: index)
  }

  /// The requests, in the order of the recording.
  package var requests: [RequestSummary] { analysis.requests(of: transcript.recording) }
}
