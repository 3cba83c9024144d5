// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios
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

    The results of \(matrix.clientCount) for \
    \(Phrases.count(matrix.caseCount, "case")) of \
    \(Phrases.count(matrix.rows.count, "scenario")), played by authspec \(matrix.version), \
    scenarios \(matrix.fingerprint). [index.html](index.html)
    shows each case with what the client sent; it needs no network. The files in [clients](clients)
    have a letter for each case and the checks that broke, and `authspec diff` compares two of them.
    [badges](badges) has a picture for each client. `authspec-maintain matrix` makes all of this.

    In all tables the clients with the lowest share of cases that break a MUST, of those that
    reached a conclusion, come first. Clients of which fewer than a fifth of all cases were concluded
    come last; they are marked with `*`.

    ## Who leaks credentials

    A login leaks if a login, a token or a client certificate reached a server that it was not given
    for, or went in clear (http) to a server that had not asked for it. An empty password does not
    count, nor does a login at a proxy that had forwarded the same one before. A client that leaks a
    login only in cases in which http and https have one port number is not counted:
    of \(Phrases.count(others.count, "client")) \(count(.leak)) leak a login without these cases, \
    and \(count(.onePort)) more only in these cases.
    What the caller wrote itself are header fields that it had set, which went on to another server
    (RFC 9110 15.4 leaves that to the client), and users' names in URLs.

    MUST, SHOULD and robust are the numbers of cases whose gravest broken check is of that level,
    with their share of all cases of the client that reached a conclusion. A rule of level robust is
    required by safety or soundness, and by no RFC in words; it is graver than a SHOULD, which gives
    only a warning. The worst is a leak if there is one. A version that a later one replaces is only
    in the other tables.

    \(worst)
    \(connections)
    ## Verdicts

    \(totals)
    Failed is a broken MUST or rule of level robust; warned is a broken SHOULD. Skipped is what the
    client does not claim to be able to do or what its client.yaml leaves out, inconclusive where the
    situation never arose. At fault, a column that is there when a client has such cases, is a fault
    of authspec or of the client's driver. Known failures are counted like all others.

    ## Broken cases by topic

    Failures, timeouts, crashes and faults, of all cases of the topic that reached a conclusion. A
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
    let levels = Level.shown.map(\.heading)
    var text = MarkdownTable.row(["client"] + levels + ["leaks", "worst", "in cases"])
    text += "|---|" + levels.map { _ in "---:|" }.joined() + "---|---|---:|\n"
    for standing in newest {
      let first = standing.causes.first
      let numbers = Level.shown.map { MatrixReadme.number(standing.counts, breaking: $0) }
      var cells = [link(standing)] + numbers
      cells.append(MatrixReadme.leaks(standing))
      cells.append(first.map { MarkdownTable.plain(Visible.line($0.cause.title)) } ?? "–")
      cells.append(first.map { Phrases.count($0.cases) } ?? "–")
      text += MarkdownTable.row(cells)
    }
    return text
  }

  /// `12 (0.3 %)`; a dash if nothing was concluded.
  private static func number(_ counts: ClientMatrix.Counts, breaking level: Level) -> String {
    counts.concluded == 0
      ? "–" : "\(Phrases.count(counts[broken: level])) (\(counts.rate(breaking: level)))"
  }

  /// The newest version of each client.
  private var newest: [ClientStanding] {
    standings.filter { versions.after($0.client) == nil }
  }

  /// The newest version of each client but authspec's own.
  private var others: [ClientStanding] {
    newest.filter { !matrix.clients[$0.client].isOwn }
  }

  /// How many clients but authspec's own are in a group.
  private func count(_ group: ClientStanding.Group) -> Int {
    others.count { $0.group == group }
  }

  /// The clients that send another request on a connection that is logged in; empty if there are
  /// none.
  private var connections: String {
    let members = newest.filter { $0.leaks.connectionCases > 0 }
    if members.isEmpty { return "" }
    let names = members.map { "\(link($0)) (\($0.leaks.connectionCases))" }
    return """
      Another request on a connection that is logged in (R346) is no leak of a login, which goes
      nowhere. It occurs with \(Phrases.count(members.count, "client")), in the number of cases in \
      brackets: \(names.joined(separator: ", ")).

      """
  }

  private static func leaks(_ standing: ClientStanding) -> String {
    switch standing.group {
    case .leak: "a login"
    case .onePort: "a login, with one port number"
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
