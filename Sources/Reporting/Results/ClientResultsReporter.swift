import Scenarios
import Judging
import Platform
import Transcripts

/// Gathers the results of a run as they are kept.
package final class ClientResultsReporter: Reporter {
  private let basis: ClientResults.Basis
  private var results: ClientResults?
  private var isWhole = false
  private let diagram = ExchangeDiagram(
    width: 1 << 20, indent: 0, glyphs: .unicode, limit: 16)
  /// How many characters of a text are kept.
  private static let longest = 400

  /// A recorder of a run on that basis.
  package init(_ basis: ClientResults.Basis) { self.basis = basis }

  /// What has been gathered; nil unless the run has come to its end with every case told of.
  package var whole: ClientResults? { isWhole ? results : nil }

  /// Nothing is written, so nothing goes wrong.
  package var failure: FileError? { nil }

  /// The next event.
  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header):
      results = ClientResults(client: header.client, basis: basis)
    case .caseFinished(let result):
      let id = result.played.scenario.id
      if results?.scenarios.last?.id != id {
        results?.scenarios.append(.init(id: id, cases: []))
      }
      if let last = results?.scenarios.indices.last {
        results?.scenarios[last].cases.append(outcome(of: result))
      }
    case .runFinished(let summary):
      isWhole = !summary.isInterrupted && summary.finished == summary.planned
    }
  }

  private func outcome(of result: CaseResult) -> ClientResults.Outcome {
    let settled = NormalizedText(result.play?.recording)
    var outcome = ClientResults.Outcome(
      coordinates: result.played.coordinateText, verdict: result.verdict,
      reason: (result.reason ?? result.play?.fault).map(settled.text))
    let told = ClientResultsReporter.told(result)
    outcome.findings = told.map { check in
      let descriptor = check.descriptor
      var finding = ClientResults.CheckFinding(
        check: descriptor.id, verdict: check.verdict, title: descriptor.title,
        level: check.level.rawValue)
      finding.requirements = check.requirements
      finding.expected = check.finding.map { brief(settled.text($0.expected)) }
      finding.observed = check.finding.map { brief(settled.text($0.observed)) }
      finding.diagnosis = check.finding?.diagnosis.map { brief(settled.text($0)) }
      finding.known = result.expected[descriptor.id]
      return finding
    }
    if let play = result.play, result.verdict >= .warn {
      let culprits = Set(told.filter { $0.verdict >= .warn }.compactMap { $0.finding?.exchange })
      outcome.exchanges = diagram.lines(of: result.played, play, culprits: culprits)
        .map { settled.text($0.text) }.joined(separator: "\n")
    }
    return outcome
  }

  /// The checks worth keeping: in a case that is broken, those that are.
  private static func told(_ result: CaseResult) -> [Check] {
    let least: Verdict = result.verdict.isBad ? .fail : .note
    return result.checks.filter {
      !$0.isConsequence && ($0.verdict >= least || $0.verdict == .warn)
    }
  }

  private func brief(_ text: String) -> String {
    Visible.cut(text, to: ClientResultsReporter.longest)
  }
}
