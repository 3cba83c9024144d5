// SPDX-License-Identifier: Apache-2.0

extension StyledLine {
  /// The line in lines of at most `width` columns, broken at spaces: all begin with its own spaces,
  /// and those after the first with `hanging` more.
  func broken(width: Int, hanging: Int) -> [StyledLine] {
    let indent = String(text.prefix { $0 == " " })
    let further = indent + String(repeating: " ", count: hanging)
    let parts = Wrapping.lines(
      String(text.dropFirst(indent.count)), width: max(20, width - further.count))
    guard parts.count > 1 else { return [self] }
    var rest = spans.flatMap { span in span.text.map { (character: $0, style: span.style) } }
      .dropFirst(indent.count)
    return parts.enumerated().map { index, part in
      var line = StyledLine(index == 0 ? indent : further)
      for (character, style) in rest.prefix(part.count) { line.append(character, style) }
      // A space at which the text was broken is in none of its parts.
      rest = rest.dropFirst(part.count).drop { $0.character == " " }
      return line
    }
  }

  private mutating func append(_ character: Character, _ style: Style) {
    if let last = spans.indices.last, spans[last].style == style {
      spans[last].text.append(character)
    } else {
      spans.append(Span(text: String(character), style: style))
    }
  }
}
