// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Platform
import Transcripts

/// The wire dump: what went over each connection of each case and when, with every octet shown in a
/// form fit for a screen.
package final class TraceReport: Reporter {
  /// The most octets of a field value or another single value; longer ones are cut and followed by
  /// their length.
  static let valueLimit = 400
  /// The most octets of a body or a raw reply.
  static let bodyLimit = 2000
  /// The most exchanges of a case that are shown.
  static let exchangeLimit = 2000

  private let output: DescriptorWriter
  private let options: TerminalOptions
  private let isOfFailures: Bool
  /// Always `nil`: errors of a terminal are not reported.
  package var failure: FileError? { nil }

  /// A trace on a descriptor, of all cases or of those that make the run bad.
  package init(output: DescriptorWriter, options: TerminalOptions, ofFailures: Bool = false) {
    self.output = output
    isOfFailures = ofFailures
    self.options = options
  }

  package func record(_ event: Event) {
    guard case .caseFinished(let result) = event,
      !isOfFailures || result.isUnexpectedlyBad
    else { return }
    output.write(options.painted(TraceReport.lines(of: result)))
  }

  /// One thing that happened, at its time.
  private struct Moment {
    var time: Int64
    var lines: [StyledLine]
  }

  /// The trace of a case in the order of time.
  static func lines(of result: CaseResult) -> [StyledLine] {
    var lines = [
      StyledLine(
        "=== \(Visible.line(result.played.id))  \(result.verdict.glyph.label)", .strong)
    ]
    guard let play = result.play else {
      return lines + [StyledLine("    \(Visible.line(result.reason ?? "not played"))", .faint)]
    }
    let recording = play.recording
    lines += recording.servers.enumerated().map { line(ofServer: $0, $1) }
    var moments: [Moment] = []
    for (index, connection) in recording.connections.enumerated() {
      moments += self.moments(of: connection, index, recording)
    }
    for (index, exchange) in recording.exchanges.prefix(exchangeLimit).enumerated() {
      let frames = recording.webSockets[index]?.frames.prefix(exchangeLimit) ?? []
      moments += self.moments(
        of: exchange, recording,
        frames: frames.map { StyledLine(margin + "(the client sends \(WebSocketProse.frame($0)))") }
      )
    }
    for oddity in recording.oddities.prefix(exchangeLimit) {
      var text = [row(oddity.time, oddity.connection, "! \(Visible.line(oddity.complaint))", .odd)]
      text += octets(oddity.octets)
      moments.append(Moment(time: oddity.time, lines: text))
    }
    // Equal times keep the order of the recording: a stable sort.
    let sorted = moments.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    lines += sorted.flatMap(\.element.lines)
    if recording.exchanges.count > exchangeLimit {
      lines.append(
        StyledLine(
          "    … \(Phrases.count(recording.exchanges.count - exchangeLimit)) more exchanges"))
    }
    lines += outcomes(of: play)
    return lines
  }

  private static func line(ofServer index: Int, _ server: Recording.Server) -> StyledLine {
    let configuration = server.configuration
    let name = "\(index + 1) \(Visible.line(configuration.name))"
    let place = "\(configuration.kind.rawValue) at \(server.authority)"
    return StyledLine("    server \(name): \(place), \(configuration.backEnd.rawValue)", .faint)
  }

  private static func row(
    _ time: Int64, _ connection: Int?, _ text: String, _ style: StyledLine.Style
  ) -> StyledLine {
    let number = Phrases.milliseconds(time)
    let time = String(repeating: " ", count: max(0, 10 - number.count)) + number
    let place = Wrapping.padded(connection.map { "  #\($0 + 1)" } ?? "", to: 6)
    return StyledLine((time, .faint), (place, .faint), (text, style))
  }

  private static let margin = String(repeating: " ", count: 18)

  private static func moments(
    of connection: Recording.Connection, _ index: Int, _ recording: Recording
  ) -> [Moment] {
    let through = connection.tunnelledThrough.map { " in the tunnel of #\($0 + 1)" } ?? ""
    let opened = row(
      connection.opened, index, "open to \(recording.name(ofServer: connection.server))\(through)",
      .faint)
    var moments = [Moment(time: connection.opened, lines: [opened])]
    if let handshake = recording.handshakes[index] {
      let line = row(connection.opened, index, Visible.line(handshake.words), .faint)
      moments[0].lines.append(line)
    }
    if let closed = connection.closed {
      let how =
        switch connection.end {
        case .byServer: "closed by the server"
        case .reset: "reset by the server"
        case .tunnel: "goes on as a tunnel"
        case .byClient, nil: "closed"
        }
      moments.append(Moment(time: closed, lines: [row(closed, index, how, .faint)]))
    }
    return moments
  }

  private static func moments(
    of exchange: Recording.Exchange, _ recording: Recording, frames: [StyledLine]
  ) -> [Moment] {
    var lines: [StyledLine] = []
    let by = exchange.forwardedFrom.map { ", forwarded from exchange \($0 + 1)" } ?? ""
    let on = exchange.stream.map { ", stream \($0)" } ?? ""
    lines.append(
      row(
        exchange.received, exchange.connection,
        "-> \(recording.name(ofServer: exchange.server)), step \(exchange.step + 1)\(by)\(on)",
        .strong))
    if let raw = exchange.rawHead {
      lines += octets(raw)
    } else {
      let head = exchange.request
      let first = [head.method, head.target, head.version].map {
        Visible.abridged($0, to: valueLimit)
      }
      lines.append(StyledLine(margin + first.joined(separator: " ")))
      lines += fields(head.fields)
    }
    if !exchange.body.isEmpty || !exchange.isComplete {
      lines.append(StyledLine(margin))
      lines += octets(exchange.body)
      if !exchange.isComplete {
        lines.append(StyledLine(margin + "(the body was cut short)", .odd))
      }
    }
    var moments = [Moment(time: exchange.received, lines: lines)]
    if let reply = exchange.reply {
      let time = exchange.replied ?? exchange.received
      moments.append(
        Moment(time: time, lines: self.lines(of: reply, exchange, recording) + frames))
    }
    return moments
  }

  private static func lines(
    of reply: Reply, _ exchange: Recording.Exchange, _ recording: Recording
  ) -> [StyledLine] {
    let time = exchange.replied ?? exchange.received
    let isWhole = exchange.replied != nil ? "" : ", not sent to its end"
    var lines = [
      row(
        time, exchange.connection, "<- \(recording.name(ofServer: exchange.server))\(isWhole)",
        .strong)
    ]
    let version = exchange.stream == nil ? nil : exchange.request.version
    for interim in reply.interim { lines += head(interim, version) }
    switch reply.content {
    case .response(let response): lines += self.lines(of: response, version)
    case .raw(let raw): lines += octets(raw)
    case .webSocket(let socket):
      lines += head(socket.head, nil)
      for act in socket.acts {
        lines.append(StyledLine(margin + "(\(WebSocketProse.act(act)))", .faint))
      }
    case .nothing: lines.append(StyledLine(margin + "(nothing)", .faint))
    case .streamEnd(let end): lines.append(StyledLine(margin + "(\(end.words))", .faint))
    case .tunnel(let server, let shown):
      lines.append(
        StyledLine(margin + "(200, a tunnel to \(recording.name(ofServer: server)))", .faint))
      lines += fields(shown)
    }
    return lines
  }

  private static func lines(of response: Reply.Response, _ version: Octets?) -> [StyledLine] {
    var lines = head(response.head, version)
    switch response.framing {
    case .length: break
    case .chunked(let trailers):
      lines.append(StyledLine(margin + "(chunked)", .faint))
      lines += fields(trailers)
    case .untilClose: lines.append(StyledLine(margin + "(ends with the connection)", .faint))
    }
    if !response.body.isEmpty {
      lines.append(StyledLine(margin))
      lines += octets(response.body)
    }
    return lines
  }

  /// A head, in the version of its connection if that is not its own.
  private static func head(_ head: ResponseHead, _ version: Octets?) -> [StyledLine] {
    let reason = head.reason.isEmpty ? "" : " " + Visible.abridged(head.reason, to: valueLimit)
    let line = "\(Visible.line(version ?? head.version)) \(head.status)\(reason)"
    return [StyledLine(margin + line)] + fields(head.fields)
  }

  private static func fields(_ section: FieldSection) -> [StyledLine] {
    section.prefix(500).map { line in
      StyledLine(
        margin + Visible.abridged(line.name, to: valueLimit) + ": "
          + Visible.abridged(line.value, to: valueLimit))
    }
  }

  /// Octets as they are, broken where they have line ends.
  private static func octets(_ octets: Octets) -> [StyledLine] {
    let shown = octets.bytes.prefix(bodyLimit)
    var lines = shown.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      // A CR LF is a line end; any other CR, and a bare LF, is worth seeing.
      let isWhole = line.last == 0x0D
      let text = Visible.line(Octets(isWhole ? line.dropLast() : line))
      return StyledLine(margin + text + (isWhole || line.endIndex == shown.endIndex ? "" : "\\x0a"))
    }
    if lines.last?.text == margin { lines.removeLast() }
    if octets.count > bodyLimit {
      lines.append(StyledLine(margin + "… (\(octets.count) octets)", .faint))
    }
    return lines
  }

  private static func outcomes(of play: Transcript) -> [StyledLine] {
    let summary = ExchangeSummary(limit: valueLimit)
    var lines: [StyledLine] = []
    for (index, step) in play.steps.enumerated() {
      for question in step.questions {
        lines.append(StyledLine("    step \(index + 1): client \(summary.question(question))"))
      }
      for request in step.requests.prefix(exchangeLimit) {
        let (method, url) = (request.request.method, request.request.url)
        let asked = "\(Visible.line(method)) \(Visible.line(url))"
        lines.append(
          StyledLine("    step \(index + 1): \(asked) = \(summary.outcome(request.outcome))"))
      }
    }
    if let fault = play.fault {
      lines.append(StyledLine("    fault: \(Visible.line(fault))", .bad))
    }
    return lines
  }
}
