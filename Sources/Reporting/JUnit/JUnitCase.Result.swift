// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

extension JUnitCase {
  /// A case that has been judged or skipped.
  init(_ result: CaseResult, suite: String, context: ReportContext) {
    let scenario = result.played.scenario
    name = result.played.id
    className = suite
    duration = result.play?.duration ?? 0
    outcome = JUnitOutcome(result)
    file = scenario.file
    line = result.line(of: FailureBlock.shownChecks(of: result).first)
    assertions = result.checks.count
    properties = JUnitCase.properties(of: result)
    let block = FailureBlock(context: context, width: 100, glyphs: .ascii)
    switch outcome {
    case .failure, .error:
      if let cause = result.cause { body = "cause: \(CauseProse(cause).title) (\(cause.id))\n" }
      body += block.lines(of: result).map(\.text).joined(separator: "\n") + "\n"
    case .skipped(.expectedFailure, _):
      output = block.lines(of: result).map(\.text).joined(separator: "\n") + "\n"
    case .passed, .skipped: break
    }
    if let flakiness = result.flakiness { output += flakiness.sentence + "\n" }
    if let dismissed = result.dismissed {
      output += "plays that do not count: \(dismissed.outcomesInWords)\n"
    }
    if let stretch = result.stretch { output += stretch + "\n" }
    for check in result.checks {
      switch check.verdict {
      case .warn: output += JUnitCase.remark("warning", check)
      case .note: output += JUnitCase.remark("note", check)
      case .inconclusive: output += JUnitCase.remark("inconclusive", check)
      case .pass, .skipped, .fail, .timeout, .crash, .error: break
      }
    }
  }

  private static func remark(_ word: String, _ check: Check) -> String {
    let rows = check.finding?.rows.map { "  \($0.label): \(Visible.line($0.text))\n" } ?? []
    return "\(word): \(Visible.line(check.title)) "
      + "(\(Visible.line(check.descriptor.id)))\n" + rows.joined()
  }

  private static func properties(of result: CaseResult) -> [(name: String, value: String)] {
    let scenario = result.played.scenario
    let reason = CaseReason(result).map { [("authspec.reason", $0.text)] } ?? []
    let cause = result.cause.map { [("authspec.cause", $0.id)] } ?? []
    return [
      ("authspec.verdict", result.verdict.rawValue), ("authspec.level", scenario.level.rawValue),
      ("authspec.title", scenario.title),
    ] + reason + cause + scenario.requirements.map { ("authspec.requirement", $0) }
      + scenario.spec.map { ("authspec.spec", $0) } + scenario.tags.map { ("authspec.tag", $0) }
      + result.played.coordinates.map { ("authspec.matrix.\($0.key)", $0.value) }
  }
}
