// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Scenarios
import Transcripts

/// A served case as a page that needs no other file and follows what happens.
package struct ServePage {
  private let state: ServedState
  /// The number of this state: a browser fetches the view when there is another.
  private let version: Int

  package init(_ state: ServedState, version: Int) {
    self.state = state
    self.version = version
  }

  private var played: Case { state.result.played }

  /// The Content-Security-Policy: a browser may only show the page, run its script and send
  /// requests to its server.
  package static let policy =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-\(scriptHash)'; "
    + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  private static let script = "\n" + HTML.resource(PackageResources.serve_js)

  private static var scriptHash: String {
    let digits = Array(HashFunction.sha256.hex(of: Octets(script)).description.utf8)
    let octets = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16)
    }
    return Octets(octets).base64.description
  }

  /// The HTML document.
  package var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(HTML.text(Visible.line(played.id)))</title>
    <link rel="icon" href="data:,">
    <style>
    \(HTML.resource(PackageResources.theme_css))\(HTML.resource(PackageResources.serve_css))</style>
    <noscript><meta http-equiv="refresh" content="3"></noscript>
    </head>
    <body>
    <p class="gone" id="gone" role="status" hidden>authspec does not answer: it has ended.</p>
    <main id="view" data-version="\(version)">
    \(view)</main>
    <script>\(ServePage.script)</script>
    </body>
    </html>

    """
  }

  /// What changes: everything between the tags of `main`.
  package var view: String {
    let instructions = ServedInstructions(state.task)
    var client = state.task
    client.hasNewSession = true
    return """
      <h1>\(HTML.text(Visible.line(played.scenario.title)))</h1>
      <p class="lead"><code>\(HTML.text(Visible.line(played.id)))</code></p>
      \(status)
      <h2>\(HTML.text(instructions.heading(of: state.stepCount)))</h2>
      \(rows(instructions.requests))
      <h2>The client</h2>
      \(rows(ServedInstructions(client).client))\(authority)
      <h2 id="exchanges">Exchanges</h2>
      \(exchanges)
      <h2 id="checks">Checks</h2>
      \(checks)

      """
  }

  // MARK: The state

  private var status: String {
    guard !state.isOver else {
      let verdict = state.result.verdict
      let style = verdict.style
      return """
        <div class="state \(style)" data-over role="status"><p><span class="word \(style)">\
        \(HTML.text(verdict.glyph.label))</span> \
        \(HTML.text(ServedChecks.summary(state.result))). The case is over.</p></div>
        """
    }
    let isLast = state.task.index + 1 == state.stepCount
    let next =
      isLast
      ? "End the case and judge it" : "End this step, go on with step \(state.task.index + 2)"
    let isComplete = state.isStepComplete
    let text =
      isComplete
      ? "This step has all that it expects."
      : "The servers wait for the client."
    return """
      <div class="state \(isComplete ? "good" : "plain")"><p role="status">\(text)</p>
      <form method="post" action="/next">
      <label>What the client showed: a status, or error (may stay empty) <input id="outcome" name="outcome" autocomplete="off" \
      placeholder="401, error, …" spellcheck="false"></label>
      <button id="next">\(next)</button>
      </form>
      <p class="odd" id="answer" role="status"></p></div>
      """
  }

  private func rows(_ instructions: [Instruction]) -> String {
    let items = instructions.map { instruction in
      let text = HTML.text(instruction.text)
      let value =
        instruction.isPage
        ? "<a href=\"\(text)\" target=\"_blank\" rel=\"noreferrer noopener\"><code>\(text)</code></a>"
        : instruction.isLiteral ? "<code>\(text)</code>" : text
      return "<dt>\(HTML.text(instruction.label))</dt><dd>\(value)</dd>\n"
    }
    return "<dl class=\"rows\">\n\(items.joined())</dl>"
  }

  /// The certificate to trust, for a client on another device.
  private var authority: String {
    state.task.session.tls == nil
      ? "" : "\n<p><a href=\"/ca.pem\">The CA certificate</a>, for the client to trust.</p>"
  }

  // MARK: What was seen

  /// The most exchanges that are shown; the latest are.
  private static let limit = 60

  private var exchanges: String {
    guard let recording = state.result.play?.recording,
      !recording.exchanges.isEmpty || !recording.oddities.isEmpty
    else { return "<p class=\"faint\">None yet.</p>" }
    let summary = ExchangeSummary()
    let name = recording.name(ofServer:)
    func line(_ text: String, _ style: String, more: Bool = false) -> String {
      "<span class=\"exchange\(more ? " more" : "") \(style)\">\(HTML.text(text))</span>"
    }
    var moments: [(time: Int64, html: String)] = []
    for exchange in recording.exchanges.suffix(ServePage.limit) {
      let request = summary.request(exchange)
      let step = state.stepCount > 1 ? "\(exchange.step + 1). " : ""
      let by = exchange.forwardedFrom == nil ? "#\(exchange.connection + 1)" : "(forwarded)"
      var html = line("\(step)\(name(exchange.server)) \(by) → \(request.line)", "strong")
      html += request.credentials.map { line($0, "", more: true) }.joined()
      if exchange.reply != nil {
        let reply = summary.reply(exchange, in: recording)
        html += line("← \(reply.line)", "reply faint")
        html += reply.fields.map { line($0, "faint", more: true) }.joined()
      }
      moments.append((exchange.received, html))
    }
    for oddity in recording.oddities.suffix(ServePage.limit) {
      let octets = Visible.abridged(oddity.octets, to: 120)
      let text =
        "\(name(oddity.server)) #\(oddity.connection + 1) ! \(Visible.line(oddity.complaint))"
      moments.append((oddity.time, line("\(text) \(octets)", "odd")))
    }
    let sorted = moments.sorted { $0.time < $1.time }.map(\.html).joined()
    let hidden = max(0, recording.exchanges.count - ServePage.limit)
    let before =
      hidden > 0 ? line("\(Phrases.count(hidden, "earlier exchange")) not shown", "faint") : ""
    return "<pre>\(before)\(sorted)</pre>"
  }

  private var checks: String {
    let settled = state.settled
    guard !settled.isEmpty else { return "<p class=\"faint\">None yet.</p>" }
    // What is wrong is read first.
    let sorted = settled.filter { $0.verdict.isBroken } + settled.filter { !$0.verdict.isBroken }
    let items = sorted.map { check in
      var html =
        "<li><span class=\"word \(check.verdict.style)\">"
        + "\(HTML.text(check.verdict.glyph.label))</span><div>"
        + HTML.text(Visible.line(check.title))
        + " <code class=\"id\">\(HTML.text(Visible.line(check.descriptor.id)))</code>"
      if let finding = check.finding, check.verdict != .pass {
        if check.verdict.isBroken {
          html += "<p>expected: \(HTML.text(Visible.line(finding.expected)))</p>"
          html += "<p class=\"bad\">observed: \(HTML.text(Visible.line(finding.observed)))</p>"
          if let diagnosis = finding.diagnosis {
            html += "<p class=\"odd\">because: \(HTML.text(Visible.line(diagnosis)))</p>"
          }
        } else {
          html += "<p class=\"faint\">\(HTML.text(Visible.line(finding.observed)))</p>"
        }
      }
      return html + "</div></li>\n"
    }
    return "<ul class=\"checks\">\n\(items.joined())</ul>"
  }
}
