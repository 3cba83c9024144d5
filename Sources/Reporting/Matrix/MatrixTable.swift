// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The table of clients by topics, in HTML: it says everything without a script.
struct MatrixTable {
  private let matrix: ClientMatrix

  /// The table of that matrix.
  init(_ matrix: ClientMatrix) { self.matrix = matrix }

  /// The `table` element.
  var html: String {
    var html = """
      <table class="matrix" id="matrix">
      <caption>What each client comes to, topic by topic</caption>
      <thead><tr><th scope="col" class="corner">Client</th>\
      <th scope="col" class="all"><span class="head">All \
      <small>\(Phrases.count(matrix.caseCount))</small></span></th>
      """
    for topic in matrix.topics {
      html += """
        <th scope="col"><a class="head" \
        href="#/cases?topic=\(HTML.fragment(topic))">\(HTML.text(topic)) \
        <small>\(Phrases.count(matrix.cases(in: topic)))</small></a></th>

        """
    }
    html += "</tr></thead>\n<tbody>\n"
    for client in matrix.clients.indices { html += row(client) }
    return html + "</tbody></table>\n"
  }

  private func row(_ client: Int) -> String {
    let results = matrix.clients[client].results
    let name = HTML.fragment(results.name)
    let all = matrix.counts(client: client)
    var html = """
      <tr data-bad="\(all.bad)"><th scope="row"><a href="#/cases?client=\(name)">\
      \(HTML.text(Visible.line(results.client.name))) \
      <small>\(HTML.text(version(of: results)))</small></a>\
      \(matrix.clients[client].isCurrent ? "" : MatrixTable.earlier)</th>

      """
    html += cell(all, label: "all topics", of: results, link: "#/cases?client=\(name)", isAll: true)
    for topic in matrix.topics {
      html += cell(
        matrix.counts(client: client, topic: topic), label: topic, of: results,
        link: "#/cases?client=\(name)&topic=\(HTML.fragment(topic))", isAll: false)
    }
    return html + "</tr>\n"
  }

  private static let earlier = "<small class=\"old\">earlier scenarios</small>"

  private func version(of results: ClientResults) -> String {
    let name = Visible.line(results.client.name)
    return String(results.displayName.dropFirst(name.count).drop { $0 == " " })
  }

  private func cell(
    _ counts: ClientMatrix.Counts, label: String, of client: ClientResults, link: String,
    isAll: Bool
  ) -> String {
    let verdicts = Verdict.shownOrder.filter { counts[$0] > 0 }
    var words = verdicts.map { "\(counts[$0]) \($0.glyph.word)" }
    if counts.missing > 0 { words.append("\(counts.missing) not played") }
    if words.isEmpty { words.append("nothing") }
    let spoken = "\(client.displayName), \(label): \(words.joined(separator: ", "))"
    let shown = verdicts.map {
      "<span class=\"\($0.rawValue)\">\($0.glyph.sign)&nbsp;\(Phrases.count(counts[$0]))</span>"
    }
    let missing = counts.missing > 0 ? ["<span class=\"none\">·&nbsp;\(counts.missing)</span>"] : []
    return """
      <td class="\(shade(counts))\(isAll ? " all" : "")" data-topic="\(HTML.text(label))">\
      <a href="\(link)" aria-label="\(HTML.text(spoken))">\((shown + missing).joined())</a></td>

      """
  }

  /// How a cell is tinted: by the gravest, and failures by their share of what was concluded.
  private func shade(_ counts: ClientMatrix.Counts) -> String {
    if counts.concluded == 0 { return "empty" }
    if counts.bad == 0 { return counts[.warn] > 0 ? "warned" : "good" }
    let percent = counts.bad * 100 / counts.concluded
    return percent >= 40 ? "bad3" : percent >= 10 ? "bad2" : "bad1"
  }
}
