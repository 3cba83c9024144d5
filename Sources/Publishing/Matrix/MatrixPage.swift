// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Reporting
import Transcripts

/// The page that publishes a matrix: one file that needs no other file and no network.
package struct MatrixPage {
  private let matrix: ClientMatrix
  private let links: MatrixLinks
  private let standings: [ClientStanding]

  /// The page of that matrix.
  package init(_ matrix: ClientMatrix, links: MatrixLinks = MatrixLinks()) {
    self.matrix = matrix
    self.links = links
    standings = matrix.standings
  }

  /// The HTML document.
  package var html: String {
    let cases = Phrases.count(matrix.caseCount, "case")
    let scenarios = Phrases.count(matrix.rows.count, "scenario")
    return """
      <!DOCTYPE html>
      <html lang="en"\(root)>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>How HTTP clients log in</title>
      <style>
      \(HTML.resource(PackageResources.page_css))</style>
      </head>
      <body>
      <a class="skip" href="#view">Skip to the content</a>
      <header class="top">
      <h1><a href="#/">How HTTP clients log in</a></h1>
      <nav aria-label="Views"><a href="#/">Matrix</a> <a href="#/cases">Cases</a> \
      <a href="#/about">About</a></nav>
      </header>
      <main id="view" tabindex="-1">
      <section id="overview">
      <p class="lead">\(matrix.clientCount) were each asked to log in \(Phrases.count(matrix.caseCount)) \
      times by servers that challenge them with Basic, Digest, Bearer, NTLM and Negotiate, honestly \
      and otherwise. This is what they did. \(basis)</p>
      \(MatrixOpening(matrix, standings).html)
      <section aria-labelledby="topics">
      <h2 id="topics">By level and topic</h2>
      <p class="lead"><b>MUST</b>, <b>SHOULD</b> and <b>robust</b> are the numbers of cases whose \
      gravest broken check is of that level, with their share of all cases of the client that \
      reached a conclusion. A rule of level robust is required by safety or soundness, and by no RFC in \
      words; it is graver than a SHOULD, which gives only a warning. <b>3/120</b>: of 120 cases that \
      reached a conclusion 3 are broken (they failed, crashed, timed out, or were at fault). \
      <b>–</b>: none reached a conclusion. Yellow: none is broken, some are warned. A click shows \
      the cases. The clients with the lowest share of cases that break a MUST come first; those of \
      which fewer than a fifth of all cases were concluded come last.</p>
      <form class="filters order" role="search" aria-label="Clients of the table" hidden></form>
      <p class="count" role="status" id="rows"></p>
      \(MatrixTable(matrix: matrix, standings: standings).html)
      </section>
      <noscript><p>The table is all that can be shown without a script. The files beside this page,
      in clients/, have everything else.</p></noscript>
      </section>
      <section id="about">
      <h2>About</h2>
      <p>\(cases) in \(scenarios), played by authspec \(HTML.text(matrix.version)), scenarios
      \(HTML.text(matrix.fingerprint)). authspec plays servers in its own process, watches every
      octet that a client sends, and judges it by RFC 9110, 7616, 7617 and 6750 and by rules of
      safety.</p>
      \(about)
      </section>
      </main>
      <script type="application/octet-stream" id="data">\(data)</script>
      <script>
      \(HTML.resource(PackageResources.page_js))</script>
      </body>
      </html>

      """
  }

  /// The data, compressed and in base64: nothing in it can end the element that it stands in.
  private var data: String {
    let octets = Array(MatrixPageData(matrix, standings).json.text.utf8)
    return Zlib.compressed(octets).map { Octets($0).base64.description } ?? ""
  }

  private var root: String { links.root.map { " data-root=\"\(HTML.text($0))\"" } ?? "" }

  /// The version, the dates and the scenarios of the results, and a link to the defects found.
  private var basis: String {
    let dates = matrix.clients.map(\.results.date).filter { !$0.isEmpty }
    var days = ""
    if let first = dates.min(), let last = dates.max() {
      days = first == last ? " on \(first)" : " from \(first) to \(last)"
    }
    let found = links.found.map {
      " <a href=\"\(HTML.text($0))\">Defects found</a> has reproductions of some of it."
    }
    return """
      Played by authspec \(HTML.text(matrix.version))\(HTML.text(days)), scenarios \
      <code>\(HTML.text(matrix.fingerprint))</code>.\(found ?? "")
      """
  }

  private var about: String {
    let rows = Verdict.shownOrder.map { verdict in
      """
      <dt><span class="\(verdict.rawValue)">\(verdict.glyph.sign)</span> \(verdict.glyph.word)</dt>\
      <dd>\(HTML.text(verdict.glyph.meaning))</dd>
      """
    }
    return """
      <dl class="meanings">\(rows.joined())</dl>
      <p>Nothing is hidden here because it is known: a client's known failures are published as
      failures, with the reason that is known for them. A case that a client does not claim to be
      able to do, or that its client.yaml leaves out with a reason, is skipped, and counts for nothing.</p>
      <p>In exchanges, <code>→</code> is what the client sent, <code>←</code> what it got,
      <code>=</code> how its request ended, <code>?</code> what it asked, <code>!</code> what was no
      HTTP, <code>#1</code> the connection, and <code>▸</code> the exchange in question. Servers'
      names stand for their addresses, and <code>…</code> for what a client chooses at random.</p>
      """
  }
}
