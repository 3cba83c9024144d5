// SPDX-License-Identifier: Apache-2.0

/// A table in Markdown, as GitHub and most others take it.
struct MarkdownTable {
  private var heads: [String]
  private var rows: [[String]] = []

  /// A table with these columns.
  init(_ heads: String...) { self.heads = heads }

  /// The text of a table with a row for each element.
  static func text<Element>(
    _ heads: [String], _ elements: [Element], _ cells: (Element) -> [String]
  ) -> String {
    var table = MarkdownTable()
    table.heads = heads
    table.rows = elements.map(cells)
    return table.text
  }

  /// Adds a row: a cell for each column, in Markdown.
  mutating func add(_ cells: String...) { rows.append(cells) }

  /// The lines of the table.
  var text: String {
    let rule = heads.map { _ in "---" }
    return ([heads, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// Words as they are, without what Markdown or a table would take for a sign.
  static func plain(_ text: String) -> String {
    var plain = ""
    for character in Visible.line(text) {
      if "\\`*_[]<>|".contains(character) { plain.append("\\") }
      plain.append(character)
    }
    return plain
  }

  /// A text as code, on one line and cut: nothing in it is a sign, a link or a mention.
  static func code(_ text: String, limit: Int) -> String {
    let line = Visible.cut(Visible.line(text), to: limit)
    let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let margin = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
    // A table takes a vertical bar for its own even in code.
    return line.isEmpty
      ? "" : fence + margin + line.replacing("|", with: "\\|") + margin + fence
  }

  /// A link to a scenario's file, from a page in docs.
  static func link(scenario id: String) -> String {
    "[\(plain(id))](../Scenarios/\(Visible.line(id)).yaml)"
  }
}
