// SPDX-License-Identifier: Apache-2.0

extension StyledLine {
  /// Returns the line with its end: as a terminal shows it in colours (ECMA-48 8.3.117: SGR), or as
  /// plain text without spaces at its end.
  func painted(isColoured: Bool) -> String {
    guard isColoured else {
      var text = text
      while text.last == " " { text.removeLast() }
      return text + "\n"
    }
    return spans.map { span in
      guard let code = span.style.code, span.text.contains(where: { $0 != " " }) else {
        return span.text
      }
      return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
    }.joined() + "\n"
  }
}

extension StyledLine.Style {
  /// The parameter of SGR; `nil` for plain text.
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .faint: "2"
    case .good: "32"
    case .odd: "33"
    case .bad: "31"
    }
  }
}
