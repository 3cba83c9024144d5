// SPDX-License-Identifier: Apache-2.0

import Transcripts
import JSON

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

  /// Lines: the two runs, then each change below its kind, then how many of each kind there are.
  package func text(_ options: TerminalOptions) -> String {
    let arrow = options.isUnicode ? "→" : "->"
    var lines = [side("from", old), side("to", new)]
    for part in parts where !part.changes.isEmpty {
      lines += [StyledLine(), StyledLine(part.heading, .strong)]
      for change in part.changes { lines += self.lines(change, arrow, width: options.width) }
    }
    let counts = parts.map { "\(Phrases.count($0.changes.count)) \($0.heading)" }
    lines += [
      StyledLine(),
      StyledLine((counts + ["\(Phrases.count(difference.same)) the same"]).joined(separator: ", ")),
    ]
    return options.painted(lines)
  }

  private func side(_ label: String, _ results: ClientResults) -> StyledLine {
    StyledLine(
      Wrapping.padded(label, to: 6) + results.displayName + ": "
        + Phrases.count(results.caseCount, "case"))
  }

  private func lines(
    _ change: ResultsDifference.Change, _ arrow: String, width: Int
  ) -> [StyledLine] {
    let words = [change.before, change.after].compactMap { $0?.rawValue }
    let verdicts = Wrapping.padded(words.joined(separator: " \(arrow) "), to: 24)
    let style = change.after.map { $0.isBad ? StyledLine.Style.bad : .good } ?? .faint
    var lines = [
      StyledLine(("  ", .plain), (verdicts, style), (Visible.line(change.id), .plain))
    ]
    func labelled(_ label: String, _ text: String) {
      lines += StyledLine.labelled(label, text, indent: 6, width: width)
    }
    if let observed = change.observed, change.after?.isBad == true {
      labelled("observed", Visible.text(observed))
    }
    if change.before?.isBad == true, change.after?.isBad == true {
      if !change.broken.isEmpty { labelled("broken", change.broken.joined(separator: ", ")) }
      if !change.mended.isEmpty { labelled("mended", change.mended.joined(separator: ", ")) }
    }
    return lines
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
      "id": change.id, "before": change.before, "after": change.after,
      "broken": change.broken.unlessEmpty, "mended": change.mended.unlessEmpty,
      "observed": change.observed,
    ])
  }
}
