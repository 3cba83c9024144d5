// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// Everything a person needs to know about a case that went wrong, in the order of their questions:
/// what was expected, which requirement says so, what was observed, the exchanges, and how to
/// reproduce it.
struct FailureBlock {
  /// Requirements and the command.
  var context: ReportContext
  /// The number of columns.
  var width: Int
  /// The signs for the diagram.
  var glyphs: ExchangeDiagram.Glyphs
  /// The most checks that are described in full.
  var limit = 8
  /// Ends with the command that plays the case again.
  var showsCommand = true

  /// The block of a case: its bad checks, or what went wrong with it as a whole.
  func lines(of result: CaseResult) -> [StyledLine] {
    let bad = FailureBlock.shownChecks(of: result)
    var lines = StyledLine.indented(
      Visible.line(result.played.scenario.title), .strong, width: width)
    var quoted: Set<RequirementCitation.Line> = []
    for check in bad.prefix(limit) {
      lines.append(StyledLine())
      lines += self.lines(of: check, in: result, &quoted)
    }
    if bad.count > limit {
      lines += StyledLine.indented(
        "and \(Phrases.count(bad.count - limit, "check")) more", .faint, width: width)
    }
    for (id, reason) in result.unexpectedPasses.sorted(by: { $0.key < $1.key }) {
      lines.append(StyledLine())
      lines += labelled("expected", "\(Visible.line(id)) to fail: \(Visible.line(reason))")
      lines += labelled("observed", "it did not fail")
    }
    for (label, text) in remarks(on: result, isUnexplained: bad.isEmpty) {
      lines.append(StyledLine())
      lines += labelled(label, text)
    }
    let line = result.line(of: bad.first)
    lines.append(StyledLine())
    lines += labelled("client", Visible.line(ClientSetup(of: result.played, at: line).text))
    if let play = result.play {
      let diagram = ExchangeDiagram(width: width, glyphs: glyphs)
      let culprits = Set(bad.compactMap { $0.finding?.exchange })
      lines.append(StyledLine())
      lines += diagram.lines(of: result.played, play, culprits: culprits)
    }
    lines.append(StyledLine())
    lines.append(.copyable("at", FailureBlock.place(result)))
    if showsCommand {
      lines.append(.copyable("again", Visible.line(context.command(showing: result))))
    }
    return lines
  }

  /// What to change, and what was special about the play.
  private func remarks(
    on result: CaseResult, isUnexplained: Bool
  ) -> [(label: String, text: String)] {
    var remarks: [(label: String, text: String)] = []
    if let advice = result.cause.flatMap({ CauseProse($0).advice }) {
      remarks.append(("change", advice))
    }
    if let flakiness = result.flakiness {
      remarks.append(("flaky", Visible.line(flakiness.sentence)))
    }
    if let stretch = result.stretch { remarks.append(("busy", stretch)) }
    let reason = isUnexplained && result.flakiness == nil ? result.reason : nil
    if let fault = result.play?.fault ?? reason { remarks.append(("fault", Visible.text(fault))) }
    return remarks
  }

  /// The checks that a block describes: those that make the run bad, or else all bad ones.
  static func shownChecks(of result: CaseResult) -> [Check] {
    let bad = result.checks.filter { $0.verdict.isBad }
    let unexpected = bad.filter { result.expected[$0.descriptor.id] == nil }
    return unexpected.isEmpty ? bad : unexpected
  }

  /// `Scenarios/digest/stale.yaml:12`: where the first bad check stands, or the case begins.
  static func place(_ result: CaseResult) -> String {
    let line = result.line(of: shownChecks(of: result).first)
    return "\(Visible.line(result.played.scenario.file)):\(line)"
  }

  /// A sentence that is quoted for one check is not quoted again for the next.
  private func lines(
    of check: Check, in result: CaseResult, _ quoted: inout Set<RequirementCitation.Line>
  ) -> [StyledLine] {
    let descriptor = check.descriptor
    var lines: [StyledLine] = []
    // A title that is the text of the requirement follows with it.
    let isQuoted = check.requirements.contains {
      context.requirements[$0]?.text.hasPrefix(check.title) ?? false
    }
    if check.title != result.played.scenario.title, !isQuoted {
      lines += labelled(
        check.verdict == .fail ? "broken" : check.verdict.glyph.label,
        Visible.line(check.title))
    }
    let grounds = RequirementCitation(of: check, in: result.played.scenario, context: context)
    for line in grounds.lines where quoted.insert(line).inserted {
      lines += labelled(line.label, line.text)
    }
    if let finding = check.finding {
      lines += finding.rows.flatMap { labelled($0.label, Visible.text($0.text), $0.style) }
    }
    lines += labelled("check", Visible.line(descriptor.id), .faint)
    return lines
  }

  private func labelled(
    _ label: String, _ text: String, _ style: StyledLine.Style = .plain
  ) -> [StyledLine] {
    StyledLine.labelled(label, text, style, width: width)
  }
}
