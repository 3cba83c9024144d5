// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// A difference as Markdown that fits a comment of a pull request.
///
/// Texts that clients and servers chose are shown as code: GitHub would turn `#1` into a link and
/// notify the user of `@name`.
package struct DifferenceMarkdown {
  /// The most octets of a page; GitHub accepts 65,536 characters.
  package static let limit = 60 << 10
  /// The most rows of one table.
  private static let mostRows = 25
  /// The most characters of a cell.
  private static let longest = 160
  /// Octets kept free for the note about changes that are not shown.
  private static let reserve = 256

  private let limit: Int
  private var body: String
  private var isFull = false
  /// The number of changes that are not shown, by heading.
  private var left: [(heading: String, count: Int)] = []

  /// A page without changes yet.
  init(heading: String, counts: String, limit: Int) {
    self.limit = limit
    let heading = MarkdownTable.plain(Visible.cut(heading, to: DifferenceMarkdown.longest))
    body = "### \(heading)\n\n\(counts)\n"
  }

  /// Adds a section with changes; one without any is left out.
  mutating func add(_ changes: [ResultsDifference.Change], heading: String) {
    guard !changes.isEmpty else { return }
    var shown = 0
    write("\n#### \(Phrases.count(changes.count)) \(heading)\n")
    for group in ChangeGroup.all(of: changes) {
      let advice = group.advice.map { ". \($0)" } ?? ""
      let head = group.heading.map { "\n**\(MarkdownTable.plain($0))**\(advice)\n" } ?? ""
      var rows = group.changes.prefix(DifferenceMarkdown.mostRows).map(DifferenceMarkdown.row)[...]
      // A heading without a row would say nothing.
      guard let first = rows.popFirst(), write(head + "\n" + DifferenceMarkdown.head + first)
      else { continue }
      shown += 1
      for row in rows where write(row) { shown += 1 }
    }
    if shown < changes.count { left.append((heading, changes.count - shown)) }
  }

  /// The whole page.
  var text: String {
    guard !left.isEmpty else { return body }
    let counts = left.map { "\(Phrases.count($0.count)) \($0.heading)" }
    return body + "\nNot shown: \(counts.joined(separator: ", ")).\n"
  }

  /// Adds a text if there is room for it; after one that does not fit nothing is added.
  @discardableResult
  private mutating func write(_ text: String) -> Bool {
    isFull = isFull || body.utf8.count + text.utf8.count > limit - DifferenceMarkdown.reserve
    if !isFull { body += text }
    return !isFull
  }

  private static let head = MarkdownTable.text(["case", "before", "after", "observed"], [])

  private static func row(_ change: ResultsDifference.Change) -> String {
    MarkdownTable.row([
      MarkdownTable.code(change.id, limit: longest), change.before?.rawValue ?? "",
      change.after?.rawValue ?? "",
      change.detail.map { MarkdownTable.code($0, limit: longest) } ?? "",
    ])
  }
}
