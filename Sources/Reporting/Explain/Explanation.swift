// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A scenario with the sentences that it tests, and its file as one of its cases plays it.
package struct Explanation {
  private let cases: [Case]
  private let file: CaseLines
  private let context: ReportContext
  /// The number of columns.
  private var width = 100

  /// The explanation of cases of one scenario; `file` has the lines of the first.
  package init(_ cases: [Case], file: CaseLines, context: ReportContext) {
    self.cases = cases
    self.file = file
    self.context = context
  }

  /// The text for a terminal.
  package func text(_ options: TerminalOptions) -> String {
    var fitting = self
    fitting.width = min(width, options.width)
    return options.painted(fitting.lines)
  }

  private var lines: [StyledLine] {
    guard let first = cases.first else { return [] }
    var lines = StyledLine.indented(
      Visible.line(first.scenario.title), .strong, indent: 0, width: width)
    lines += StyledLine.indented(
      "\(Visible.line(first.scenario.file)):\(first.location.line)", .faint, indent: 0, width: width
    )
    lines.append(StyledLine())
    lines += rules(first.scenario) + matrix
    lines.append(StyledLine())
    lines += heading(Visible.line(first.id)) + file.lines.flatMap(line)
    return lines + list
  }

  private func heading(_ text: String) -> [StyledLine] {
    StyledLine.indented(text, .strong, indent: 0, width: width)
  }

  private func labelled(_ label: String, _ text: String) -> [StyledLine] {
    StyledLine.labelled(label, text, indent: 0, column: 14, width: width)
  }

  private func rules(_ scenario: Scenario) -> [StyledLine] {
    var lines = labelled("level", Explanation.meaning(of: scenario.level))
    for id in scenario.requirements {
      guard let requirement = context.requirements[id] else {
        lines += labelled("requirement", Visible.line(id))
        continue
      }
      for line in RequirementCitation(requirement, context: context).lines {
        lines += labelled("requirement", "\(line.label) \(line.text)")
      }
      if let quotation = requirement.sentence {
        lines += labelled("", "“\(Visible.line(quotation))”")
      }
    }
    return lines
  }

  private static func meaning(of level: Level) -> String {
    switch level {
    case .must: "MUST: breaking it is a failure"
    case .should: "SHOULD: breaking it is a warning"
    case .may: "MAY: either way is noted"
    case .robust:
      "ROBUST: no RFC says it with a keyword; breaking it is a failure all the same"
    case .note: "NOTE: an observation that never fails"
    }
  }

  private var matrix: [StyledLine] {
    guard let first = cases.first else { return [] }
    return first.coordinates.flatMap { coordinate in
      let same = cases.flatMap(\.coordinates).filter { $0.key == coordinate.key }
      let values = same.grouped(by: \.value).map { Visible.line($0.key) }
      return labelled(Visible.line(coordinate.key), values.joined(separator: ", "))
    }
  }

  /// A line of the file; what does not fit is indented below it.
  private func line(_ pieces: [CaseLines.Piece]) -> [StyledLine] {
    let spans = pieces.map { piece in
      StyledLine.Span(text: Visible.line(piece.text), style: Explanation.style(of: piece.kind))
    }
    return StyledLine(spans: spans).broken(width: width, hanging: 4)
  }

  private static func style(of kind: CaseLines.Piece.Kind) -> StyledLine.Style {
    switch kind {
    case .written: .plain
    case .value: .strong
    case .comment: .faint
    }
  }

  private var list: [StyledLine] {
    var lines = [StyledLine()]
    lines += heading(Phrases.count(cases.count, "case"))
    lines += cases.prefix(40).flatMap {
      StyledLine.indented(Visible.line($0.id), indent: 2, width: width)
    }
    if cases.count > 40 {
      lines += StyledLine.indented(
        "… and \(cases.count - 40) more: authspec list --cases", width: width)
    }
    return lines
  }
}
