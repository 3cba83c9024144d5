// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// One run as an HTML document.
struct RunPage {
  /// A failure with its exchanges.
  struct Block {
    /// The case's id.
    var id: String
    /// The scenario's title.
    var title: String
    /// The lines that describe it.
    var lines: [StyledLine]
  }

  let header: RunHeader
  let summary: RunSummary
  let context: ReportContext
  let reasons: ReasonTally
  /// The failures of each cause that are shown.
  let blocks: [FailureCause: [Block]]

  /// Writes the document in pieces.
  func write(_ write: (String) -> Void) {
    let client = HTML.text(Phrases.shortClient(header.client.name, header.client.version))
    write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(client): \(HTML.text(verdict))</title>
      <style>
      \(HTML.resource(PackageResources.theme_css))\(HTML.resource(PackageResources.run_css))</style>
      </head>
      <body>
      <header>
      <h1>\(client): <span class="\(isGood ? "good" : "bad")">\(HTML.text(verdict))</span></h1>
      <p class="lead">\(HTML.text(SummaryLine.text(summary))). Played by authspec \
      \(HTML.text(header.version)) on \(HTML.text(Phrases.timestamp(header.started).replacing("T", with: " "))) UTC, seed \
      \(header.seed); the client is \(HTML.text(header.client.version)).</p>
      <div class="find" hidden><label for="search">Search</label>
      <input id="search" type="search" autocomplete="off" aria-describedby="found">
      <span id="found" role="status"></span></div>
      </header>
      <main>

      """)
    write(contents)
    for group in summary.groups { write(text(of: group)) }
    write(otherCases)
    write(
      """
      </main>
      <script>
      \(HTML.resource(PackageResources.run_js))</script>
      </body>
      </html>

      """)
  }

  private var isGood: Bool { summary.unexpected == 0 && summary.staleExpectations.isEmpty }

  private var verdict: String {
    if summary.unexpected > 0 {
      let causes = Phrases.count(summary.groups.count, "cause")
      return "\(Phrases.count(summary.unexpected, "case")) failed, for \(causes)"
    }
    if !summary.staleExpectations.isEmpty { return "expected failures did not occur" }
    return summary.played == 0 ? "nothing was played" : "nothing failed unexpectedly"
  }

  private var contents: String {
    let stale = summary.staleExpectations.map {
      "<p class=\"bad\">Expected to fail, and no case did: \(HTML.text($0))</p>\n"
    }
    guard summary.groups.count > 1 else { return stale.joined() }
    let items = summary.groups.map { group in
      "<li><a href=\"#\(HTML.fragment(group.cause.id))\">"
        + "\(HTML.text(CauseProse(group.cause).title))</a>, "
        + "\(Phrases.count(group.cases.count, "case"))</li>\n"
    }
    return stale.joined()
      + "<nav aria-label=\"Causes\"><ol class=\"toc\">\n\(items.joined())</ol></nav>\n"
  }

  // MARK: A cause

  private func text(of group: FailureGroup) -> String {
    let prose = CauseProse(group.cause)
    var html = """
      <section class="group" id="\(HTML.text(group.cause.id))">
      <h2><a href="#\(HTML.fragment(group.cause.id))">\(HTML.text(prose.title))</a> \
      <span class="faint">\(Phrases.count(group.cases.count, "case"))</span></h2>

      """
    for (requirement, cases) in group.requirements.prefix(12) {
      html += ground(requirement, cases: cases, of: group)
    }
    let others = group.requirements.count - 12
    if others > 0 {
      html += "<p class=\"more\">and \(Phrases.count(others, "other requirement"))</p>\n"
    }
    if let advice = prose.advice {
      html += "<p class=\"change\"><b>What to change:</b> \(HTML.text(advice))</p>\n"
    }
    let shown = blocks[group.cause] ?? []
    // The smallest case is the first to read, where it is among those that are shown.
    let smallest = shown.filter { $0.id == group.smallest.played.id }
    let larger = shown.filter { $0.id != group.smallest.played.id }
    html += (smallest + larger).map(text(of:)).joined()
    if group.cases.count > shown.count {
      let rest = Phrases.count(group.cases.count - shown.count, "further case")
      html +=
        "<p class=\"more\">\(rest) without exchanges here. Show one with "
        + "<code>\(HTML.text(context.command(showing: "CASE")))</code></p>\n"
    }
    return html + "</section>\n"
  }

  private func ground(_ id: String, cases: Int, of group: FailureGroup) -> String {
    guard let requirement = context.requirements[id] else {
      return "<p class=\"ground\">\(HTML.text(id))</p>\n"
    }
    let number =
      group.requirements.count > 1
      ? " <span class=\"faint\">\(Phrases.count(cases, "case"))</span>" : ""
    return RequirementCitation(requirement, context: context).lines.map { line in
      let text = HTML.text(line.text).replacing(
        HTML.text(requirement.source), with: RunPage.link(requirement.source), maxReplacements: 1)
      return "<p class=\"ground\"><b>\(line.label)</b> \(text)\(number)</p>\n"
    }.joined()
  }

  private func text(of block: Block) -> String {
    let id = HTML.text(block.id)
    let lines = block.lines.map { line in
      line.spans.map { span in
        let text = HTML.text(span.text)
        return span.style == .plain ? text : "<span class=\"\(span.style)\">\(text)</span>"
      }.joined() + "\n"
    }
    return """
      <details id="\(id)"><summary><code>\(id)</code> \(HTML.text(block.title))</summary>
      <pre>\(lines.joined())</pre></details>

      """
  }

  // MARK: The other cases

  private var otherCases: String {
    ReasonTally.Kind.allCases.filter { reasons.number(of: $0) > 0 }.map { kind in
      let rows = reasons.sorted(kind).map { reason, cases in
        "<tr><td>\(cases)</td><td>\(HTML.text(Visible.line(reason)))</td></tr>\n"
      }
      return """
        <section class="group" id="\(kind)"><h2>\(kind.heading) \
        <span class="faint">\(Phrases.count(reasons.number(of: kind), "case"))</span></h2>
        <table><thead><tr><th>cases</th><th>why</th></tr></thead><tbody>
        \(rows.joined())</tbody></table></section>

        """
    }.joined()
  }

  /// `RFC 9110 15.4` as a link to that section.
  static func link(_ source: String) -> String {
    guard let link = SpecificationLink(source) else { return HTML.text(source) }
    return "<a href=\"\(link.address)\">\(HTML.text(source))</a>"
  }
}

extension ReasonTally.Kind {
  /// The heading of a section.
  fileprivate var heading: String {
    switch self {
    case .skipped: "Skipped"
    case .inconclusive: "Inconclusive"
    case .warned: "Warnings"
    case .expected: "Expected failures"
    }
  }
}
