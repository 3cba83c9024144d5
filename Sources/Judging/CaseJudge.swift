// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// Judges the transcript of a case. The result depends on the arguments alone, so an old transcript
/// can be judged again.
package enum CaseJudge {
  /// A case that has been played.
  package struct Subject {
    let expectations: CaseExpectations
    let play: Transcript
    let analysis: ExchangeAnalysis?
    let index: Int

    /// `index` is the case's place in the run. `analysis` is the analysis of the whole recording,
    /// if the caller has it.
    package init(
      _ expectations: CaseExpectations, _ play: Transcript, _ analysis: ExchangeAnalysis? = nil,
      index: Int = 0
    ) {
      self.expectations = expectations
      self.play = play
      self.analysis = analysis
      self.index = index
    }
  }

  /// Judges one case.
  package static func judge(
    _ expectations: CaseExpectations, _ play: Transcript, _ analysis: ExchangeAnalysis? = nil,
    index: Int = 0
  ) -> CaseResult {
    judge([Subject(expectations, play, analysis, index: index)])[0]
  }

  /// Judges several cases, each as if it were the only one. Each invariant is checked in all cases
  /// before the next one: its code is then in the processor's caches.
  package static func judge(_ subjects: [Subject]) -> [CaseResult] {
    let evidence = subjects.map(\.evidence)
    var checks = evidence.map { $0.map(stepChecks) ?? [] }
    for invariant in Invariants.all {
      for index in evidence.indices {
        guard let evidence = evidence[index], let check = invariant.examine(evidence) else {
          continue
        }
        checks[index].append(check)
      }
    }
    return subjects.indices.map { subjects[$0].result(checks[$0]) }
  }

  /// The checks of what the scenario expects, with room for those of the invariants.
  private static func stepChecks(_ evidence: AnalyzedTranscript) -> [Check] {
    var checks: [Check] = []
    checks.reserveCapacity(Invariants.all.count + evidence.expectations.checklist.size)
    let checklists = evidence.expectations.checklist.steps
    let captured = CapturedValues()
    for step in checklists.indices {
      guard let unmet = appendChecks(of: step, evidence, captured, to: &checks) else { continue }
      // The steps after it cannot be judged either.
      let judged = Set(checks.lazy.map(\.descriptor.id))
      for checklist in checklists[step...] {
        checks += checklist.descriptors.lazy.filter { !judged.contains($0.id) }.map {
          Check($0, .inconclusive, unmet)
        }
      }
      break
    }
    return checks
  }

  /// Adds the checks of a step, or returns why they cannot be made.
  private static func appendChecks(
    of step: Int, _ evidence: AnalyzedTranscript, _ captured: CapturedValues,
    to checks: inout [Check]
  ) -> Finding? {
    guard step < evidence.play.steps.count else {
      return Finding(expected: "the step to be played", observed: "the play ended before it")
    }
    let checklist = evidence.expectations.checklist.steps[step]
    let judge = StepJudge(evidence, step: step, captured: captured)
    if let unmet = judge.memory { return unmet }
    if let unmet = judge.commonVersion {
      checks += judge.brokenProhibitions(checklist)
      return unmet
    }
    if let unmet = judge.precondition(checklist) { return unmet }
    judge.appendChecks(checklist, to: &checks)
    return nil
  }

  /// The verdict of the gravest check. A skipped check or a note does not hide checks that passed.
  package static func verdict(_ checks: [Check], isObservation: Bool) -> Verdict {
    guard !checks.isEmpty else { return .inconclusive }
    var gravest = Verdict.pass
    var hasPassed = false
    var hasNoted = false
    for index in checks.indices {
      let verdict = checks[index].verdict
      if verdict == .pass { hasPassed = true }
      if verdict == .note { hasNoted = true }
      if verdict > gravest { gravest = verdict }
    }
    if gravest > .skipped { return gravest }
    if hasNoted && (isObservation || !hasPassed) { return .note }
    return hasPassed ? .pass : gravest
  }
}

extension CaseJudge.Subject {
  /// `nil` if the case was not played to its end: then there is nothing to judge.
  fileprivate var evidence: AnalyzedTranscript? {
    guard play.fault == nil, play.lack == nil, play.unsupported == nil else { return nil }
    return AnalyzedTranscript(expectations, play, analysis)
  }

  /// The result of the case with these checks.
  fileprivate func result(_ checks: [Check]) -> CaseResult {
    if let fault = play.fault { return result(.error, reason: fault) }
    if let lack = play.lack { return result(.skipped, reason: lack) }
    if let reason = play.unsupported {
      return result(.skipped, reason: "the client cannot do this: \(reason)")
    }
    let verdict = CaseJudge.verdict(
      checks, isObservation: expectations.played.scenario.level.isObservation)
    guard verdict < .inconclusive, let doubt = WrongClaimDoubt(expectations, play.client) else {
      return result(verdict, checks)
    }
    return result(.inconclusive, checks.map(doubt.applied(to:)))
  }

  private func result(
    _ verdict: Verdict, _ checks: [Check] = [], reason: String? = nil
  ) -> CaseResult {
    CaseResult(
      index: index, played: expectations.played, verdict: verdict, checks: checks, play: play,
      reason: reason)
  }
}

extension Level {
  fileprivate var isObservation: Bool {
    switch self {
    case .may, .note: true
    case .must, .should, .robust: false
    }
  }
}
