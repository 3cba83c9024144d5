// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Platform
import Playing
import Reporting
import Servers
import Transcripts

/// A case that is served until its last step has ended or a signal comes.
final class ServeSession {
  private let console: Console
  private let loop: EventLoop
  private let served: ServedCase
  private let report: ServeReport
  private var page: PageServer?
  private let typed: TypedLines
  private var state: ServedState
  private var version = 1
  /// Describes the state that was reported last.
  private var mark = ""
  /// Why the next step cannot be played.
  private(set) var fault: String?

  /// Milliseconds between two checks for signals.
  private static let tick = 200
  /// Milliseconds since the last request after which a page counts as closed.
  private static let openPage = 5000
  /// Milliseconds that open pages have to fetch the verdict; they ask every 700.
  private static let finalFetch = 1500

  /// Opens the servers and the page.
  init(
    _ plan: CasePlan, placement: ServerPlacement, hasPage: Bool, _ console: Console,
    _ options: TerminalOptions, context: ReportContext
  ) throws(ServerError) {
    self.console = console
    loop = EventLoop()
    served = try ServedCase(plan, on: loop, placement: placement)
    state = served.state()
    typed = TypedLines(on: loop)
    // Finds out at once whether the input is at its end.
    _ = typed.next()
    loop.turn(until: Instant.now)
    var besides = placement
    if let last = served.servers.map(\.port).max(), placement.firstPort != nil {
      besides.firstPort = last < .max ? last + 1 : nil
    }
    let answers = PageAnswers()
    if hasPage { page = try PageServer(on: loop, placement: besides) { answers.reply($0) } }
    report = ServeReport(
      output: console.output, options: options, context: context, page: page?.url,
      takesLines: !typed.isAtEnd)
    answers.session = self
  }

  /// Serves the case, and returns its result.
  func perform() -> CaseResult {
    report.begin(served.plan.played, servers: served.servers)
    while !isEnded {
      refresh()
      loop.turn(until: Instant.now.advanced(byMilliseconds: ServeSession.tick))
      tidy()
      takeLines()
    }
    refresh()
    let end = served.end()
    typed.stop()
    version += 1
    state = end
    report.end(end)
    waitForPages()
    page?.stop()
    return end.result
  }

  private var isEnded: Bool {
    served.isOver || fault != nil || Signals.interruption.isRaised
      || console.output.errorNumber != nil
  }

  /// Reports changes of the state.
  private func refresh() {
    state = served.state()
    let mark = state.mark
    if mark != self.mark {
      self.mark = mark
      version += 1
    }
    report.update(state)
  }

  private func tidy() {
    do throws(ServerError) {
      try page?.tidy()
    } catch {
      page = nil
      report.answer("The page is closed: \(error.reason)")
    }
  }

  /// Keeps serving until open pages have fetched the verdict.
  private func waitForPages() {
    let now = Instant.now
    guard let page, let asked = page.lastAsked,
      now.nanoseconds - asked.nanoseconds < Int64(ServeSession.openPage) * 1_000_000
    else { return }
    var limits = [loop.limit(ServeSession.finalFetch, for: nil)]
    _ = loop.wait(within: &limits, for: nil) { false }
  }

  // MARK: The operator of the client

  private func takeLines() {
    while !served.isOver, let line = typed.next() {
      let word = line.split(separator: " ").joined(separator: " ")
      if word == "?" {
        report.repeatInstructions(served.task, of: state.stepCount)
      } else if let answer = endStep(word) {
        report.answer(answer)
      }
      if !isEnded { refresh() }
    }
  }

  /// Ends the step in play with what was typed; returns a message if it could not, or `nil`.
  private func endStep(_ word: String) -> String? {
    var reported: ReportedOutcome?
    if !word.isEmpty {
      guard let outcome = ReportedOutcome(word.lowercased()) else {
        let kinds = ClientFailure.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        return "Type nothing, a status as 401, error, or its kind: \(kinds)."
      }
      reported = outcome
    }
    do throws(ServerError) {
      switch try served.endStep(reported) {
      case .ended: return nil
      case .nothingCame:
        return "Nothing has come from the client in this step. The same again ends it nevertheless."
      }
    } catch {
      fault = error.reason
      return error.reason
    }
  }

  // MARK: The page

  fileprivate func reply(to request: PageRequest) -> PageReply {
    switch (request.method, request.path) {
    case ("GET", "/"):
      var reply = PageReply(
        status: 200, type: "text/html; charset=utf-8",
        body: Array(ServePage(state, version: version).html.utf8))
      reply.fields = [("Content-Security-Policy", ServePage.policy)]
      return reply
    case ("GET", "/view"):
      if request.query == "\(version)" { return PageReply(status: 204, text: "") }
      var reply = PageReply(
        status: 200, type: "text/html; charset=utf-8",
        body: Array(ServePage(state, version: version).view.utf8))
      reply.fields = [("X-Version", "\(version)")]
      return reply
    case ("GET", "/ca.pem"):
      guard let file = served.task.session.tls?.caFile, let pem = try? FileReading.read(file) else {
        return PageReply(status: 404, text: "No server of the case speaks TLS.\n")
      }
      return PageReply(status: 200, type: "application/x-x509-ca-cert", body: pem)
    case ("POST", "/next"): return next(request.body)
    case (_, "/next"): return PageReply(status: 405, text: "POST ends the step.\n")
    default: return PageReply(status: 404, text: "There is nothing of that name here.\n")
    }
  }

  /// Ends the step, with what a form or another program reports.
  private func next(_ body: Octets) -> PageReply {
    guard !served.isOver else { return PageReply(status: 409, text: "The case is over.\n") }
    var word = body.count <= 100 ? body.utf8 ?? "?" : "?"
    if word.hasPrefix("outcome=") { word.removeFirst("outcome=".count) }
    // This closes no connection of the page's own server.
    let answer = endStep(word.filter { !$0.isWhitespace })
    return answer.map { PageReply(status: 409, text: $0 + "\n") }
      ?? PageReply(status: 204, text: "")
  }
}

/// Passes requests of the page on to the session, which exists only after the page's server.
private final class PageAnswers {
  weak var session: ServeSession?

  func reply(_ request: PageRequest) -> PageReply {
    session?.reply(to: request) ?? PageReply(status: 503, text: "authspec has not begun.\n")
  }
}

extension ServedState {
  /// Differs between states that are shown differently.
  fileprivate var mark: String {
    let recording = result.play?.recording
    let replied = recording?.exchanges.count { $0.reply != nil } ?? 0
    return
      "\(task.index) \(isOver) \(isStepComplete) \(recording?.exchanges.count ?? 0) \(replied) "
      + "\(recording?.oddities.count ?? 0) \(asides) "
      + settled.map { "\($0.descriptor.id)=\($0.verdict.rawValue)" }.joined(separator: ",")
  }
}
