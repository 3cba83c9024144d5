// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The summary of the matrix in Markdown.
package struct MatrixReadme {
  private let matrix: ClientMatrix

  /// The summary of that matrix.
  package init(_ matrix: ClientMatrix) { self.matrix = matrix }

  /// The Markdown document.
  package var markdown: String {
    """
    # How HTTP clients log in

    What \(Phrases.count(matrix.clients.count, "client")) came to in \
    \(Phrases.count(matrix.caseCount, "case")) of \
    \(Phrases.count(matrix.rows.count, "scenario")), played by authspec \(matrix.version), \
    scenarios \(matrix.fingerprint). [index.html](index.html)
    shows each case with what the client sent; it needs no network. The files in [clients](clients)
    have a letter for each case and the checks that broke, and `authspec diff` compares two of them.
    `authspec matrix` makes all of this.

    \(totals)
    Failed is a MUST broken, or a rule of safety; warned a SHOULD. Skipped is what the client does
    not claim to be able to do, inconclusive where the situation never arose. At fault, a column
    that is there when a client has such cases, is a fault of authspec or of the client's driver.
    Known failures are counted like all others.

    ## Broken cases by topic

    Failures, timeouts, crashes and faults, of all cases of the topic that came to a conclusion. A
    dash: none did.

    \(topics)
    """
  }

  private var totals: String {
    let columns = Verdict.shownOrder.filter { verdict in
      matrix.clients.indices.contains { matrix.counts(client: $0)[verdict] > 0 }
    }
    var text = row(["client"] + columns.map(\.glyph.word)) + ruler(columns.count)
    for client in matrix.clients.indices {
      let counts = matrix.counts(client: client)
      text += row([link(client)] + columns.map { Phrases.count(counts[$0]) })
    }
    let old = matrix.clients.filter { !$0.isCurrent }.map(\.results.displayName)
    if !old.isEmpty {
      text +=
        "\nOf earlier scenarios, so that some cases are missing: \(old.joined(separator: ", ")).\n"
    }
    return text
  }

  private var topics: String {
    var text = row(["topic"] + matrix.clients.map { MarkdownTable.plain($0.results.displayName) })
    text += ruler(matrix.clients.count)
    for topic in matrix.topics {
      text += row(
        [topic]
          + matrix.clients.indices.map {
            let counts = matrix.counts(client: $0, topic: topic)
            return counts.concluded == 0 ? "–" : "\(counts.bad)/\(counts.concluded)"
          })
    }
    return text
  }

  private func link(_ client: Int) -> String {
    let results = matrix.clients[client].results
    return
      "[\(MarkdownTable.plain(results.displayName))](clients/\(HTML.fragment(results.name)).txt)"
  }

  private func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  private func ruler(_ count: Int) -> String {
    "|---|" + String(repeating: "---:|", count: count) + "\n"
  }
}
