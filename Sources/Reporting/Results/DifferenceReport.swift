// SPDX-License-Identifier: Apache-2.0

import JSON
import Transcripts

/// What has changed between two runs: as text, and for programs.
package struct DifferenceReport {
  private let old: ClientResults
  private let new: ClientResults
  package let difference: ResultsDifference

  /// A report of what has changed from one to the other.
  package init(from old: ClientResults, to new: ClientResults) {
    self.old = old
    self.new = new
    difference = ResultsDifference(from: old, to: new)
  }

  private var parts: [(heading: String, member: String, changes: [ResultsDifference.Change])] {
    [
      ("newly failing", "newlyFailing", difference.newlyFailing),
      ("newly passing", "newlyPassing", difference.newlyPassing),
      ("changed", "changed", difference.changed), ("added", "added", difference.added),
      ("removed", "removed", difference.removed),
    ]
  }

  /// How many changes there are of each kind.
  private var counts: String {
    let counts = parts.map { "\(Phrases.count($0.changes.count)) \($0.heading)" }
    return (counts + ["\(Phrases.count(difference.same)) the same"]).joined(separator: ", ")
  }

  /// Lines: the two runs, then a table of each kind of change, then how many of each kind there
  /// are.
  package func text(_ options: TerminalOptions) -> String {
    var lines = [side("from", old), side("to", new)]
    for part in parts where !part.changes.isEmpty {
      lines += [StyledLine(), StyledLine(part.heading, .strong)]
      for group in ChangeGroup.all(of: part.changes) {
        if let heading = group.heading { lines.append(StyledLine("  " + heading)) }
        lines += table(group.changes, options).lines(
          indent: group.heading == nil ? 2 : 4, width: options.width)
      }
    }
    lines += [StyledLine(), StyledLine(counts)]
    return options.painted(lines)
  }

  private func side(_ label: String, _ results: ClientResults) -> StyledLine {
    StyledLine(
      Wrapping.padded(label, to: 6) + results.displayName + ": "
        + Phrases.count(results.caseCount, "case"))
  }

  private func table(
    _ changes: [ResultsDifference.Change], _ options: TerminalOptions
  ) -> TextTable {
    let arrow = options.isUnicode ? "→" : "->"
    return TextTable(
      rows: changes.map { change in
        let words = [change.before, change.after].compactMap { $0?.rawValue }
        let style = change.after.map { $0.isBad ? StyledLine.Style.bad : .good } ?? .faint
        return [
          (words.joined(separator: " \(arrow) "), style), (Visible.line(change.id), .plain),
          (Visible.line(change.detail ?? ""), .faint),
        ]
      })
  }

  /// Markdown of at most `limit` octets for a comment of a pull request: how many changes there are
  /// of each kind, and tables of those that fail newly, pass newly or have changed.
  package func markdown(limit: Int = DifferenceMarkdown.limit) -> String {
    var page = DifferenceMarkdown(
      heading: "authspec: \(old.displayName) → \(new.displayName)", counts: counts, limit: limit)
    for part in parts.prefix(3) { page.add(part.changes, heading: part.heading) }
    return page.text
  }

  /// One JSON object, a line for each change.
  package var json: String {
    var lines = ["\"from\":\(value(old).text)", "\"to\":\(value(new).text)"]
    for part in parts {
      let changes = part.changes.map { value($0).text }
      lines.append(
        "\"\(part.member)\":[" + changes.map { "\n" + $0 }.joined(separator: ",")
          + (changes.isEmpty ? "]" : "\n]"))
    }
    lines.append("\"same\":\(difference.same)")
    return "{\"format\":1,\n" + lines.joined(separator: ",\n") + "}\n"
  }

  private func value(_ results: ClientResults) -> JSONValue {
    .members([
      "name": results.client.name, "version": results.client.version, "cases": results.caseCount,
    ])
  }

  private func value(_ change: ResultsDifference.Change) -> JSONValue {
    .members([
      "id": change.id, "before": change.before, "after": change.after, "cause": change.cause,
      "broken": change.broken.unlessEmpty, "mended": change.mended.unlessEmpty,
      "observed": change.observed,
    ])
  }
}

extension ResultsDifference.Change {
  /// What is observed of a failure that is new, or which checks a failure has changed in.
  var detail: String? {
    guard after?.isBad == true else { return nil }
    guard before?.isBad == true else { return observed }
    let parts = [("broken", broken), ("mended", mended)].filter { !$0.1.isEmpty }
    return parts.isEmpty
      ? observed : parts.map { "\($0.0): \($0.1.joined(separator: ", "))" }.joined(separator: "; ")
  }
}
