// SPDX-License-Identifier: Apache-2.0

/// Turns styled lines into what a terminal shows (ECMA-48 8.3.117: SGR), or into plain text.
struct TerminalPainter {
  /// Colours are shown.
  var isColoured: Bool

  /// The line with its end.
  func paint(_ line: StyledLine) -> String {
    guard isColoured else {
      var text = line.text
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }
    var text = ""
    for span in line.spans {
      if let code = code(span.style), span.text.contains(where: { $0 != " " }) {
        text += "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
      } else {
        text += span.text
      }
    }
    return text + "\n"
  }

  private func code(_ style: StyledLine.Style) -> String? {
    switch style {
    case .plain: nil
    case .strong: "1"
    case .faint: "2"
    case .good: "32"
    case .odd: "33"
    case .bad: "31"
    }
  }
}
