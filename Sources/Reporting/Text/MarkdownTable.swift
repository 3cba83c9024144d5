// SPDX-License-Identifier: Apache-2.0

/// Tables in Markdown, as GitHub and most others read them.
package enum MarkdownTable {
  /// Returns a table of these rows, each with a cell of Markdown for each column.
  package static func text(_ heads: [String], _ rows: [[String]]) -> String {
    ([heads, heads.map { _ in "---" }] + rows).map(row).joined()
  }

  /// Returns a row with its line end.
  package static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  /// Returns a text with everything escaped that Markdown or a table would interpret.
  package static func plain(_ text: String) -> String {
    var plain = ""
    for character in Visible.line(text) {
      if "\\`*_[]<>|".contains(character) { plain.append("\\") }
      plain.append(character)
    }
    return plain
  }

  /// Returns a text as code, on one line and cut, so that nothing in it becomes markup, a link or a
  /// mention.
  package static func code(_ text: String, limit: Int) -> String {
    let line = Visible.cut(Visible.line(text), to: limit)
    let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let margin = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
    // A vertical bar ends a table's cell even in code.
    return line.isEmpty
      ? "" : fence + margin + line.replacing("|", with: "\\|") + margin + fence
  }

  /// A link to a scenario's file, from a page in docs.
  package static func link(scenario id: String) -> String {
    "[\(plain(id))](../Scenarios/\(Visible.line(id)).yaml)"
  }
}
