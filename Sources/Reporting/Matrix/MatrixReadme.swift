// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The summary of the matrix in Markdown.
package struct MatrixReadme {
  private let matrix: ClientMatrix
  private let standings: [ClientStanding]
  private let versions: ClientVersions

  /// The summary of that matrix.
  package init(_ matrix: ClientMatrix) {
    self.matrix = matrix
    standings = matrix.standings
    versions = ClientVersions(matrix)
  }

  /// The Markdown document.
  package var markdown: String {
    """
    # How HTTP clients log in

    What \(matrix.clientCount) came to in \
    \(Phrases.count(matrix.caseCount, "case")) of \
    \(Phrases.count(matrix.rows.count, "scenario")), played by authspec \(matrix.version), \
    scenarios \(matrix.fingerprint). [index.html](index.html)
    shows each case with what the client sent; it needs no network. The files in [clients](clients)
    have a letter for each case and the checks that broke, and `authspec diff` compares two of them.
    [badges](badges) has a picture for each client. `authspec matrix` makes all of this.

    In all tables the clients with the lowest share of broken cases, of those that came to a
    conclusion, come first. Clients of which fewer than a fifth of all cases were concluded come
    last; they are marked with `*`.

    ## Who leaks credentials

    A login leaks if a login, a token or a client certificate reached a server that it was not given
    for, or a password went in clear where that was not asked for. What the caller wrote itself are
    header fields that it had set, which went on to another server (RFC 9110 15.4 leaves that to
    the client), and users' names in URLs. The worst is a leak if there is one. A version that a
    later one replaces is only in the other tables.

    \(worst)
    ## Verdicts

    \(totals)
    Failed is a MUST broken, or a rule of safety; warned a SHOULD. Skipped is what the client does
    not claim to be able to do or what its client.yaml leaves out, inconclusive where the situation never arose. At fault, a column
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
    var text = MarkdownTable.row(["client"] + columns.map(\.glyph.word)) + ruler(columns.count)
    for standing in standings {
      let counts = standing.counts
      text += MarkdownTable.row([link(standing)] + columns.map { Phrases.count(counts[$0]) })
    }
    let old = matrix.clients.filter { !$0.isCurrent }.map(\.results.displayName)
    if !old.isEmpty {
      text +=
        "\nOf earlier scenarios, so that some cases are missing: \(old.joined(separator: ", ")).\n"
    }
    return text
  }

  private var topics: String {
    let names = standings.map { MarkdownTable.plain(results(of: $0).displayName) + mark($0) }
    let rows = matrix.topics.map { topic in
      MarkdownTable.row(
        [topic] + standings.map { matrix.counts(client: $0.client, topic: topic).figure })
    }
    return MarkdownTable.row(["topic"] + names) + ruler(matrix.clients.count) + rows.joined()
  }

  private var worst: String {
    var text = MarkdownTable.row(["client", "broken", "share", "leaks", "worst", "in cases"])
    text += "|---|---:|---:|---|---|---:|\n"
    for standing in standings where versions.after(standing.client) == nil {
      let first = standing.causes.first
      text += MarkdownTable.row([
        link(standing), standing.counts.figure, standing.counts.rate, MatrixReadme.leaks(standing),
        first.map { MarkdownTable.plain(Visible.line($0.cause.title)) } ?? "–",
        first.map { Phrases.count($0.cases) } ?? "–",
      ])
    }
    return text
  }

  private static func leaks(_ standing: ClientStanding) -> String {
    switch standing.group {
    case .leak: "a login"
    case .callerLeak: "what the caller wrote"
    case .noLeak: "none seen"
    case .few: "too few cases"
    }
  }

  private func results(of standing: ClientStanding) -> ClientResults {
    matrix.clients[standing.client].results
  }

  private func mark(_ standing: ClientStanding) -> String { standing.hasFew ? "\\*" : "" }

  private func link(_ standing: ClientStanding) -> String {
    let results = results(of: standing)
    return "[\(MarkdownTable.plain(results.displayName))]"
      + "(clients/\(HTML.fragment(results.name)).txt)\(mark(standing))"
  }

  private func ruler(_ count: Int) -> String {
    "|---|" + String(repeating: "---:|", count: count) + "\n"
  }
}
