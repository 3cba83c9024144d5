// SPDX-License-Identifier: Apache-2.0

import Judging
import Platform
import Scenarios
import Transcripts

/// Collects the results of a run in the form in which they are kept.
package final class ClientResultsCollector: Reporter {
  private let basis: ClientResults.Basis
  private var results: ClientResults?
  private var isWhole = false
  private let diagram = ExchangeDiagram(
    width: 1 << 20, indent: 0, glyphs: .unicode, limit: 16)
  /// The most characters of a text that are kept.
  private static let longest = 400

  package init(_ basis: ClientResults.Basis) { self.basis = basis }

  /// The results; `nil` unless the run has ended and every case was reported.
  package var whole: ClientResults? { isWhole ? results : nil }

  /// Always `nil`: nothing is written.
  package var failure: FileError? { nil }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header):
      results = ClientResults(
        client: header.client, basis: basis,
        date: CalendarDate(seconds: header.started).description)
    case .caseFinished(let result):
      results?.add(outcome(of: result), to: result.played.scenario.id)
    case .runFinished(let summary):
      results?.sortScenarios()
      isWhole = !summary.isInterrupted && summary.finished == summary.planned
    }
  }

  private func outcome(of result: CaseResult) -> ClientResults.Outcome {
    let settled = RunIndependentText(result.play?.recording)
    var outcome = ClientResults.Outcome(
      coordinates: result.played.coordinateText, verdict: result.verdict,
      reason: (result.reason ?? result.play?.fault).map(settled.text))
    let kept = ClientResultsCollector.keptChecks(result)
    func brief(_ text: String) -> String {
      Visible.cut(settled.text(text), to: ClientResultsCollector.longest)
    }
    outcome.findings = kept.map { check in
      let (descriptor, finding) = (check.descriptor, check.finding)
      return ClientResults.CheckFinding(
        check: descriptor.id, verdict: check.verdict, title: check.title,
        level: check.level.rawValue, requirements: check.requirements,
        isTopic: check.isAboutTopic,
        expected: finding.map { brief($0.expected) }, observed: finding.map { brief($0.observed) },
        diagnosis: finding?.diagnosis.map(brief), known: result.expected[descriptor.id],
        cause: check.verdict.isBad ? FailureCause(check, in: result).id : nil,
        mitigation: result.play.flatMap { Mitigation(check, in: $0.recording) })
    }
    outcome.cause = outcome.gravestCause
    // An expected failure has the reason for which its case fails. It explains no check that shows
    // something else.
    for index in outcome.findings.indices
    where outcome.findings[index].verdict.isBad && outcome.findings[index].cause != outcome.cause {
      outcome.findings[index].known = nil
    }
    if let play = result.play, result.verdict >= .warn {
      let culprits = Set(kept.filter { $0.verdict >= .warn }.compactMap { $0.finding?.exchange })
      outcome.exchanges = diagram.lines(of: result.played, play, culprits: culprits)
        .map { settled.text($0.text) }.joined(separator: "\n")
    }
    return outcome
  }

  /// The checks worth keeping: in a case that is broken, only those that are broken.
  private static func keptChecks(_ result: CaseResult) -> [Check] {
    let least: Verdict = result.verdict.isBad ? .fail : .note
    return result.checks.filter {
      !$0.isConsequence && ($0.verdict >= least || $0.verdict == .warn)
    }
  }
}
