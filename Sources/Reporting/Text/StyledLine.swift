// SPDX-License-Identifier: Apache-2.0

/// A line of a report for people: pieces of text, each in a style that a terminal may show.
package struct StyledLine: Hashable {
  /// The meaning of a piece of text; the terminal decides how it looks.
  package enum Style: Hashable {
    case plain, strong, faint, good, odd, bad
  }

  /// A piece in one style.
  struct Span: Hashable {
    var text: String
    var style: Style
  }

  /// The pieces in order.
  var spans: [Span]

  /// A line of one piece.
  package init(_ text: String = "", _ style: Style = .plain) {
    spans = text.isEmpty ? [] : [Span(text: text, style: style)]
  }

  /// A line of these pieces.
  package init(_ first: (text: String, style: Style), _ more: (text: String, style: Style)...) {
    spans = ([first] + more).filter { !$0.text.isEmpty }.map {
      Span(text: $0.text, style: $0.style)
    }
  }

  /// A line of these pieces.
  init(spans: [Span]) { self.spans = spans.filter { !$0.text.isEmpty } }

  /// The text without styles.
  package var text: String { spans.map(\.text).joined() }

  /// How many lines of a terminal of that width it takes.
  package func rows(width: Int) -> Int {
    max(1, (Wrapping.columns(text) + width - 1) / max(1, width))
  }

  /// A text beside a label in a column of its own; further lines are indented by that column.
  static func labelled(
    _ label: String, _ text: String, _ style: Style = .plain, labelStyle: Style = .faint,
    indent: Int = 2, column: Int = 10, width: Int, keepsWords: Bool = false
  ) -> [StyledLine] {
    let room = max(20, width - indent - column)
    let parts = Wrapping.lines(text, width: room, keepsWords: keepsWords)
    return parts.enumerated().map { index, part in
      let label = Wrapping.padded(index == 0 ? label : "", to: column)
      return StyledLine(
        (String(repeating: " ", count: indent), .plain), (label, labelStyle), (part, style))
    }
  }

  /// A text beside such a label on one line, however long, so that it can be copied.
  package static func copyable(
    _ label: String, _ text: String, indent: Int = 2, column: Int = 10
  ) -> StyledLine {
    StyledLine(
      (String(repeating: " ", count: indent), .plain), (Wrapping.padded(label, to: column), .faint),
      (text, .plain))
  }

  /// A text in lines with the same indent.
  package static func indented(
    _ text: String, _ style: Style = .plain, indent: Int = 2, width: Int, keepsWords: Bool = false
  ) -> [StyledLine] {
    Wrapping.lines(text, width: max(20, width - indent), keepsWords: keepsWords).map {
      StyledLine(String(repeating: " ", count: indent) + $0, style)
    }
  }
}

extension [StyledLine] {
  /// How many lines of a terminal of that width they take.
  func rows(width: Int) -> Int { reduce(0) { $0 + $1.rows(width: width) } }
}
