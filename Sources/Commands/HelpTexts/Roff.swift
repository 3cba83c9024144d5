// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A manual page under construction: roff with the macros of man(7).
struct Roff {
  /// The page up to here.
  private(set) var text = ""

  /// Text with a font; made by `plain`, `bold` and `italic`.
  struct Span {
    fileprivate let roff: String

    /// Text in the font of paragraphs.
    static func plain(_ text: String) -> Span { Span(roff: Roff.escaped(text)) }

    /// Text that is typed as it stands.
    static func bold(_ text: String) -> Span { Span(roff: "\\fB\(Roff.escaped(text))\\fR") }

    /// Text that stands for something else, as `FILE` does.
    static func italic(_ text: String) -> Span { Span(roff: "\\fI\(Roff.escaped(text))\\fR") }
  }

  /// Begins a page with a comment in its source.
  init(title: String, section: Int, source: String, manual: String, comment: String) {
    text += ".\\\" \(comment)\n"
    // The third argument is the date, which a page that is generated each time does not have.
    macro("TH", title, String(section), "", source, manual)
    // Ids, paths and options are not broken at the ends of lines.
    text += ".nh\n.ad l\n"
  }

  /// Begins a section.
  mutating func section(_ title: String) { macro("SH", title) }

  /// Begins a part of a section.
  mutating func subsection(_ title: String) { macro("SS", title) }

  /// Adds a paragraph.
  mutating func paragraph(_ spans: Span...) {
    text += ".PP\n"
    line(spans)
  }

  /// Adds paragraphs of plain text: an empty line ends one, any other end of a line breaks it.
  mutating func paragraphs(_ plain: String) {
    var isInside = false
    for part in plain.split(separator: "\n", omittingEmptySubsequences: false) {
      if part.isEmpty {
        isInside = false
      } else {
        text += isInside ? ".br\n" : ".PP\n"
        line([.plain(String(part))])
        isInside = true
      }
    }
  }

  /// Adds a tag, and what it means, indented.
  mutating func item(_ tag: [Span], _ meaning: String) {
    text += ".TP\n"
    line(tag)
    line([.plain(meaning)])
  }

  /// Adds a section of tags in one font, each with what it means.
  mutating func table(
    _ title: String, _ font: (String) -> Span, _ rows: KeyValuePairs<String, String>
  ) {
    section(title)
    for (tag, meaning) in rows { item([font(tag)], meaning) }
  }

  private mutating func line(_ spans: [Span]) {
    let roff = spans.map(\.roff).joined()
    // A line that begins with a point would be a request.
    text += (roff.hasPrefix(".") ? "\\&" : "") + roff + "\n"
  }

  private mutating func macro(_ name: String, _ arguments: String...) {
    text += ".\(name) " + arguments.map { "\"\(Roff.escaped($0))\"" }.joined(separator: " ") + "\n"
  }

  /// Escapes what roff would interpret as a command or replace by a typographic character.
  static func escaped(_ text: String) -> String {
    var roff = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": roff += "\\e"
      case "-": roff += "\\-"
      case "'": roff += "\\(aq"
      case "\"": roff += "\\(dq"
      case "`": roff += "\\(ga"
      case "^": roff += "\\(ha"
      case "~": roff += "\\(ti"
      case let scalar where scalar.isASCII: roff.unicodeScalars.append(scalar)
      default: roff += "\\[u\(scalar.value.hex(digits: 4, uppercase: true))]"
      }
    }
    return roff
  }
}
