// SPDX-License-Identifier: Apache-2.0

/// A table for a screen. Columns are as wide as their cells; if the table would be too wide, the
/// widest columns are made narrower and their cells are wrapped.
struct TextTable {
  /// A cell: its text, and how it looks.
  typealias Cell = (text: String, style: StyledLine.Style)

  /// Rows with as many cells each.
  var rows: [[Cell]]

  /// Columns between two cells.
  private static let gap = 2
  /// The width below which no column is made narrower.
  private static let narrowest = 10

  /// The lines of the table, indented.
  func lines(indent: Int, width: Int) -> [StyledLine] {
    let widths = widths(within: width - indent)
    return rows.flatMap { row in
      let parts = zip(row, widths).map { cell, width in
        Wrapping.lines(cell.text, width: width)
      }
      return (0..<(parts.map(\.count).max() ?? 0)).map { number in
        line(number, of: parts, row, widths, indent)
      }
    }
  }

  private func line(
    _ number: Int, of parts: [[String]], _ row: [Cell], _ widths: [Int], _ indent: Int
  ) -> StyledLine {
    var line = StyledLine(String(repeating: " ", count: indent))
    let last = parts.lastIndex { number < $0.count && !$0[number].isEmpty } ?? 0
    for column in 0...last {
      let text = number < parts[column].count ? parts[column][number] : ""
      let shown =
        column == last ? text : Wrapping.padded(text, to: widths[column] + TextTable.gap)
      line.spans.append(StyledLine.Span(text: shown, style: row[column].style))
    }
    return line
  }

  private func widths(within limit: Int) -> [Int] {
    let columns = rows.first?.count ?? 0
    var widths = (0..<columns).map { column in
      rows.map { Wrapping.columns($0[column].text) }.max() ?? 0
    }
    let room = limit - TextTable.gap * (columns - 1)
    while widths.reduce(0, +) > room,
      let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > TextTable.narrowest
    {
      let others = widths.enumerated().filter { $0.offset != widest }.map(\.element)
      let excess = widths.reduce(0, +) - room
      let step = max(1, min(excess, widths[widest] - max(TextTable.narrowest, others.max() ?? 0)))
      widths[widest] -= step
    }
    return widths.map { max(1, $0) }
  }
}
