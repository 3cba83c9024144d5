// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios
import Transcripts

/// The table of clients by levels and topics, in HTML, which needs no script.
struct MatrixTable {
  let matrix: ClientMatrix
  /// The clients in the order of the rows.
  let standings: [ClientStanding]

  /// The `table` element.
  var html: String {
    var html = """
      <table class="matrix" id="matrix">
      <caption>Broken cases of each client by level, and of the concluded ones topic by topic</caption>
      <thead><tr><th scope="col" class="corner">Client</th>

      """
    for level in Level.shown {
      html += """
        <th scope="col" class="level" data-level="\(level.rawValue)" data-topic="\(level.heading)">\
        <span class="head">\(level.heading)</span></th>

        """
    }
    html += """
      <th scope="col" class="all" data-topic="all topics"><span class="head">All \
      <small>\(Phrases.count(matrix.caseCount))</small></span></th>

      """
    for topic in matrix.topics {
      html += """
        <th scope="col" data-topic="\(HTML.text(topic))"><a class="head" \
        href="#/cases?topic=\(HTML.fragment(topic))">\(HTML.text(topic)) \
        <small>\(Phrases.count(matrix.cases(in: topic)))</small></a></th>

        """
    }
    html += "</tr></thead>\n<tbody>\n"
    for standing in standings { html += row(standing) }
    return html + "</tbody></table>\n"
  }

  private func row(_ standing: ClientStanding) -> String {
    let results = matrix.clients[standing.client].results
    let name = HTML.fragment(results.name)
    var html = """
      <tr data-group="\(standing.group.rawValue)"\(standing.hasFew ? " class=\"few\"" : "")>\
      <th scope="row"><a href="#/client/\(name)">\
      \(HTML.text(Visible.line(results.client.name))) \
      <small>\(HTML.text(results.number))</small></a>\
      \(MatrixTable.marks(matrix, standing))</th>

      """
    for level in Level.shown { html += cell(level, standing.counts, of: results) }
    html += cell(
      standing.counts, label: "all topics", of: results, link: "#/cases?client=\(name)",
      isAll: true)
    for topic in matrix.topics {
      html += cell(
        matrix.counts(client: standing.client, topic: topic), label: topic, of: results,
        link: "#/cases?client=\(name)&topic=\(HTML.fragment(topic))", isAll: false)
    }
    return html + "</tr>\n"
  }

  private static func marks(_ matrix: ClientMatrix, _ standing: ClientStanding) -> String {
    var marks = ""
    if standing.hasFew { marks += "<small class=\"old\">few concluded</small>" }
    if !matrix.clients[standing.client].isCurrent {
      marks += "<small class=\"old\">earlier scenarios</small>"
    }
    return marks
  }

  /// The number of cases whose gravest broken check is of a level, and their share.
  private func cell(
    _ level: Level, _ counts: ClientMatrix.Counts, of client: ClientResults
  ) -> String {
    let number = counts[broken: level]
    let words = counts.words(breaking: level)
    let spoken = "\(client.displayName), \(level.heading): \(words)"
    let shade = counts.concluded == 0 ? "empty" : number == 0 ? "good" : MatrixTable.tint(level)
    let rate = counts.concluded == 0 ? "" : " <small>\(counts.rate(breaking: level))</small>"
    return """
      <td class="\(shade) level" data-topic="\(level.heading)" \
      data-of="\(number)/\(counts.concluded)">\
      <a href="#/cases?client=\(HTML.fragment(client.name))&broken=\(level.rawValue)" \
      title="\(HTML.text(words))" aria-label="\(HTML.text(spoken))">\
      \(counts.concluded == 0 ? "–" : Phrases.count(number))\(rate)</a></td>

      """
  }

  /// How a cell of a level with broken cases is tinted.
  private static func tint(_ level: Level) -> String {
    switch level {
    case .must: "bad2"
    case .robust: "bad1"
    case .should, .may, .note: "warned"
    }
  }

  private func cell(
    _ counts: ClientMatrix.Counts, label: String, of client: ClientResults, link: String,
    isAll: Bool
  ) -> String {
    let words = MatrixTable.words(counts)
    let spoken = "\(client.displayName), \(label): \(words)"
    let rate = isAll && counts.concluded > 0 ? " <small>\(counts.rate)</small>" : ""
    let numbers = isAll ? " data-of=\"\(counts.bad)/\(counts.concluded)\"" : ""
    return """
      <td class="\(shade(counts))\(isAll ? " all" : "")" data-topic="\(HTML.text(label))"\(numbers)>\
      <a href="\(link)" title="\(HTML.text(words))" aria-label="\(HTML.text(spoken))">\
      \(counts.figure)\(rate)</a></td>

      """
  }

  /// All that a cell counts: `1 failed, 1 passed`.
  static func words(_ counts: ClientMatrix.Counts) -> String {
    var words = Verdict.counts { counts[$0] }
    if counts.missing > 0 { words.append("\(Phrases.count(counts.missing)) not played") }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }

  /// How a cell is tinted: by the share of what was concluded that is broken, else by warnings.
  private func shade(_ counts: ClientMatrix.Counts) -> String {
    if counts.concluded == 0 { return "empty" }
    if counts.bad == 0 { return counts[.warn] > 0 ? "warned" : "good" }
    let percent = counts.bad * 100 / counts.concluded
    return percent >= 40 ? "bad3" : percent >= 10 ? "bad2" : "bad1"
  }
}
