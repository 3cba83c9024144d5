// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// A group of failures for people: what is wrong, which sentence says so, what to change, and the
/// command that shows its smallest case.
struct GroupText {
  /// Requirements and the command.
  var context: ReportContext
  /// The number of columns.
  var width: Int

  /// `266 cases: Credentials go where they must not go (leak.R041)`
  static func heading(_ group: FailureGroup) -> String {
    "\(Phrases.count(group.cases.count, "case")): \(CauseProse(group.cause).title)"
  }

  /// The group on one line.
  func line(of group: FailureGroup) -> StyledLine {
    cut("fail", .bad, GroupText.heading(group), .plain)
  }

  /// The group in short: the cause, the first sentence that it breaks, what to change, a case.
  func lines(of group: FailureGroup) -> [StyledLine] {
    var lines = labelled("fail", .bad, GroupText.heading(group), .strong)
    if let ground = commonGrounds(of: group).first {
      let text = Wrapping.cut("\(ground.label) \(ground.text)", columns: 2 * room - 8)
      lines += labelled("", .plain, text, .plain)
    }
    if let observed = group.check?.finding?.observed {
      lines.append(cut("", .plain, "seen: \(Visible.line(observed))", .bad))
    }
    lines += advice(group)
    lines.append(
      .copyable(
        "", "case: " + Visible.line(group.smallest.played.id), indent: 0, column: GroupText.column))
    return lines
  }

  /// The whole group, with each of its requirements, in lines that are not cut.
  func full(_ group: FailureGroup) -> [StyledLine] {
    var lines = labelled("fail", .bad, GroupText.heading(group), .strong)
    lines += labelled("", .plain, "cause: \(group.cause.id)", .faint)
    for ground in grounds(of: group) {
      lines += labelled("", .plain, "\(ground.label) \(ground.text)", .plain)
    }
    let own = group.check?.requirements ?? []
    let others = group.requirements.filter { !own.contains($0.id) }
    for (id, cases) in others {
      let text = context.requirements[id]?.citation ?? id
      lines += labelled(
        "", .plain, "\(Phrases.count(cases, "case")) of \(Visible.line(text))", .plain)
    }
    lines += advice(group)
    lines.append(command(of: group))
    return lines
  }

  /// Those that every case of the group shows.
  private func commonGrounds(of group: FailureGroup) -> [RequirementCitation.Line] {
    let own = group.check?.requirements ?? []
    let isCommon = own.allSatisfy { id in
      group.requirements.contains { $0.id == id && $0.cases == group.cases.count }
    }
    return isCommon ? grounds(of: group) : []
  }

  private func advice(_ group: FailureGroup) -> [StyledLine] {
    guard let advice = CauseProse(group.cause).advice else { return [] }
    return labelled("", .plain, "change: \(advice)", .plain)
  }

  /// The requirements that the check of the smallest case shows.
  func grounds(of group: FailureGroup) -> [RequirementCitation.Line] {
    guard let check = group.check else { return [] }
    return RequirementCitation(of: check, in: group.smallest.played.scenario, context: context)
      .lines
  }

  private func command(of group: FailureGroup) -> StyledLine {
    let command = Visible.line(context.command(showing: group.smallest))
    return .copyable("", command, indent: 0, column: GroupText.column)
  }

  /// The width of the column of the first word.
  static let column = 9

  /// The number of columns for the text after that word.
  private var room: Int { max(20, width - GroupText.column) }

  private func cut(
    _ label: String, _ labelStyle: StyledLine.Style, _ text: String, _ style: StyledLine.Style
  ) -> StyledLine {
    StyledLine(
      (Wrapping.padded(label, to: GroupText.column), labelStyle),
      (Wrapping.cut(text, columns: room), style))
  }

  private func labelled(
    _ label: String, _ labelStyle: StyledLine.Style, _ text: String, _ style: StyledLine.Style
  ) -> [StyledLine] {
    StyledLine.labelled(
      label, text, style, labelStyle: labelStyle, indent: 0, column: GroupText.column,
      width: width)
  }
}
