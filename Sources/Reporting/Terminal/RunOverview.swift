// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// A summary of a run that fits on a screen: the gravest groups of failures in full, the others in
/// a line each, and the most frequent reasons of cases that did not simply pass.
struct RunOverview {
  /// The most lines of a report that fits on a screen.
  static let screen = 24
  /// The most groups that are shown in full: only one of many, which leaves lines for the others.
  private var mostInFull: Int { groups.count > 4 ? 1 : 2 }

  /// Shows a group.
  let text: GroupText
  /// The groups, the gravest first.
  let groups: [FailureGroup]
  /// The reasons of the other cases.
  let reasons: ReasonTally

  /// The overview in at most `room` lines.
  func lines(room: Int) -> [StyledLine] {
    let kinds = ReasonTally.Kind.allCases.filter { reasons.number(of: $0) > 0 }
    let shown = groupLines(room: max(1, room - kinds.count))
    return shown + reasonLines(kinds, room: max(0, room - shown.rows(width: text.width)))
  }

  private func groupLines(room: Int) -> [StyledLine] {
    guard !groups.isEmpty else { return [] }
    // The command is there to be copied, and not cut.
    let again = StyledLine.copyable(
      "again", Visible.line(text.context.command(showing: "CASE")), indent: 0,
      column: GroupText.column)
    let room = room - again.rows(width: text.width)
    var lines: [StyledLine] = []
    var number = 0
    while number < min(groups.count, mostInFull) {
      let next = text.lines(of: groups[number])
      let rest = number + 1 < groups.count ? 1 : 0
      guard lines.rows(width: text.width) + next.rows(width: text.width) + rest <= room else {
        break
      }
      lines += next
      number += 1
    }
    while number < groups.count {
      let isLast = number + 1 == groups.count
      guard lines.rows(width: text.width) + (isLast ? 1 : 2) <= room else { break }
      lines.append(text.line(of: groups[number]))
      number += 1
    }
    let rest = groups[number...]
    if !rest.isEmpty {
      let cases = Phrases.count(rest.reduce(0) { $0 + $1.cases.count }, "case")
      lines.append(
        line("", "\(cases): \(Phrases.count(rest.count, "other cause")) (--all shows them)"))
    }
    return lines + [again]
  }

  /// At least a line for each kind; the first kinds get the room that is left. A reason that fits
  /// is not cut, since reasons may differ only at their ends.
  private func reasonLines(_ kinds: [ReasonTally.Kind], room: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for (index, kind) in kinds.enumerated() {
      let free = max(1, room - lines.count - (kinds.count - index - 1))
      let counts = stride(from: kind == .expected ? 1 : free, to: 0, by: -1)
      let whole = counts.lazy.map { wholeLines(kind, most: $0) }.first { $0.count <= free }
      lines += whole ?? reasons.lines(kind, most: 1).map { line(kind.word, $0) }
    }
    return lines
  }

  private func wholeLines(_ kind: ReasonTally.Kind, most: Int) -> [StyledLine] {
    reasons.lines(kind, most: most).flatMap {
      StyledLine.labelled(
        kind.word, $0, .faint, indent: 0, column: GroupText.column, width: text.width)
    }
  }

  private func line(_ word: String, _ text: String) -> StyledLine {
    StyledLine(
      (Wrapping.padded(word, to: GroupText.column), .faint),
      (Wrapping.cut(text, columns: max(20, self.text.width - GroupText.column)), .faint))
  }
}
