// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The exchanges of a play as arrows, step by step: each request, its reply, and the outcome that
/// the client reported.
struct ExchangeDiagram {
  /// Arrows and other signs; in ASCII for files and for terminals without Unicode.
  struct Glyphs {
    var request: String
    var reply: String
    var culprit: String
    var ellipsis: String

    static let ascii = Glyphs(request: "->", reply: "<-", culprit: ">", ellipsis: "...")
    static let unicode = Glyphs(request: "→", reply: "←", culprit: "▸", ellipsis: "…")
  }

  /// The number of columns.
  var width: Int
  /// Columns kept free on the left.
  var indent = 2
  var glyphs: Glyphs
  /// Requests, replies and outcomes in brief.
  var summary = ExchangeSummary()
  /// The most exchanges that are shown; of more, those in the middle are left out.
  var limit = 48

  /// The diagram of a play, with these exchanges (indices in the recording) marked.
  func lines(of played: Case, _ play: Transcript, culprits: Set<Int>) -> [StyledLine] {
    let recording = play.recording
    let column = column(recording)
    let shown = selection(of: recording.exchanges.count, culprits: culprits)
    var lines: [StyledLine] = []
    let last = max(
      play.steps.count - 1, recording.exchanges.last?.step ?? 0, recording.oddities.last?.step ?? 0,
      0)
    // Exchanges and oddities are in order of time, so their steps never fall.
    var next = 0
    var nextOddity = 0
    for step in 0...min(last, 10_000) {
      if played.steps.count > 1 || played.steps.first.map({ !$0.title.isEmpty }) ?? false {
        let title = played.steps.indices.contains(step) ? played.steps[step].title : ""
        let heading = "\(step + 1). " + Visible.line(title)
        lines += StyledLine.indented(heading, .faint, indent: indent + 2, width: width)
      }
      let start = next
      while next < recording.exchanges.count, recording.exchanges[next].step <= step { next += 1 }
      lines += exchanges(
        start..<next, in: recording, column: column, shown: shown, culprits: culprits)
      lines += handshakes(of: step, in: recording, column: column)
      while nextOddity < recording.oddities.count, recording.oddities[nextOddity].step <= step {
        lines += oddity(recording.oddities[nextOddity], in: recording, column: column)
        nextOddity += 1
      }
      if play.steps.indices.contains(step) {
        lines += outcomes(of: play.steps[step], column: column)
      }
    }
    return lines
  }

  /// Some exchanges, those that are alike once. Where some are not shown, one line says so.
  private func exchanges(
    _ range: Range<Int>, in recording: Recording, column: Int, shown: Set<Int>, culprits: Set<Int>
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    var repeats = Repeats()
    for index in range {
      if shown.contains(index) {
        let isCulprit = culprits.contains(index)
        let drawn = exchange(index, in: recording, column: column, isCulprit: isCulprit)
        if isCulprit || !repeats.isAnother(drawn) {
          lines += repeated(repeats.takeCount())
          lines += drawn
          repeats.last = isCulprit ? [] : drawn
        }
      } else if index > 0, shown.contains(index - 1) {
        lines += repeated(repeats.takeCount())
        let hidden = (index..<recording.exchanges.count).prefix { !shown.contains($0) }.count
        lines += elided("\(Phrases.count(hidden, "exchange")) more")
      }
    }
    return lines + repeated(repeats.takeCount())
  }

  /// The lines of one exchange.
  func lines(ofExchange index: Int, in recording: Recording) -> [StyledLine] {
    exchange(index, in: recording, column: column(recording), isCulprit: false)
  }

  /// The lines of octets that are not HTTP.
  func lines(ofOddity oddity: Recording.Oddity, in recording: Recording) -> [StyledLine] {
    self.oddity(oddity, in: recording, column: column(recording))
  }

  /// The width of the column of servers' names.
  private func column(_ recording: Recording) -> Int {
    let names = recording.servers.indices.map(recording.name(ofServer:))
    return min(16, max(6, names.map { Wrapping.columns($0) }.max() ?? 0))
  }

  /// The exchanges to show: all, or the first and the last of many, and the culprits with their
  /// neighbours.
  private func selection(of count: Int, culprits: Set<Int>) -> Set<Int> {
    guard count > limit else { return Set(0..<count) }
    var shown = Set(0..<limit / 3).union(count - limit / 3..<count)
    for culprit in culprits.sorted().prefix(limit / 3) {
      shown.formUnion(max(0, culprit - 1)...min(count - 1, culprit + 1))
    }
    return shown
  }

  /// The handshakes of a step on connections without a request, which no exchange shows.
  private func handshakes(
    of step: Int, in recording: Recording, column: Int
  ) -> [StyledLine] {
    guard !recording.handshakes.isEmpty else { return [] }
    let used = Set(recording.exchanges.map(\.connection))
    let unused = recording.handshakes.filter { $0.value.step == step && !used.contains($0.key) }
    return unused.sorted { $0.key < $1.key }.prefix(limit).flatMap { connection, handshake in
      let name = recording.name(ofServer: recording.connections[connection].server)
      return row(
        "", name, "#\(connection + 1)", glyphs.request, [Visible.line(handshake.words)], .plain,
        column: column)
    }
  }

  /// Counts exchanges that look like the one before.
  private struct Repeats {
    var last: [StyledLine] = []
    private var count = 0

    mutating func isAnother(_ lines: [StyledLine]) -> Bool {
      guard lines == last else { return false }
      count += 1
      return true
    }

    /// Returns how often the last exchange was repeated, and starts a new count.
    mutating func takeCount() -> Int {
      defer { count = 0 }
      return count
    }
  }

  private func repeated(_ count: Int) -> [StyledLine] {
    guard count > 0 else { return [] }
    return elided("the same \(count == 1 ? "once" : "\(Phrases.count(count)) times") more")
  }

  private func elided(_ text: String) -> [StyledLine] {
    [StyledLine(blank(indent + 2) + "\(glyphs.ellipsis) \(text) \(glyphs.ellipsis)", .faint)]
  }

  private func exchange(
    _ index: Int, in recording: Recording, column: Int, isCulprit: Bool
  ) -> [StyledLine] {
    let exchange = recording.exchanges[index]
    let name = recording.name(ofServer: exchange.server)
    let request = summary.request(exchange)
    let reply = summary.reply(exchange, in: recording)
    let by = exchange.forwardedFrom == nil ? "" : " (forwarded)"
    let connection = exchange.forwardedFrom == nil ? "#\(exchange.connection + 1)" : ""
    return row(
      isCulprit ? glyphs.culprit : "", name, connection, glyphs.request,
      [request.line + by] + request.credentials,
      isCulprit ? .strong : .plain, column: column)
      + row("", "", "", glyphs.reply, [reply.line] + reply.fields, .faint, column: column)
  }

  private func oddity(
    _ oddity: Recording.Oddity, in recording: Recording, column: Int
  ) -> [StyledLine] {
    let name = recording.name(ofServer: oddity.server)
    let octets = Visible.abridged(oddity.octets, to: summary.limit * 2)
    let text = Visible.line(oddity.complaint) + (octets.isEmpty ? "" : " \(octets)")
    return row("", name, "#\(oddity.connection + 1)", "!", [text], .odd, column: column)
  }

  private func outcomes(of step: StepOutcome, column: Int) -> [StyledLine] {
    step.questions.filter { !$0.isAssumed }.prefix(limit).flatMap {
      row("", "client", "", "?", [summary.question($0)], .plain, column: column)
    }
      + step.requests.filter { !$0.isUnreported }.prefix(limit).flatMap {
        row("", "client", "", "=", [summary.outcome($0.outcome)], .plain, column: column)
      }
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// A row whose texts begin in one column: the first behind the arrow, each further one on lines
  /// of its own.
  private func row(
    _ mark: String, _ name: String, _ connection: String, _ arrow: String, _ texts: [String],
    _ style: StyledLine.Style, column: Int
  ) -> [StyledLine] {
    let left = indent + 2 + column + 1 + 3 + 1 + 2 + 1
    let room = max(20, width - left)
    var lines: [StyledLine] = []
    for (index, text) in texts.enumerated() {
      for (part, piece) in Wrapping.lines(text, width: index == 0 ? room : room - 2).enumerated() {
        guard index == 0, part == 0 else {
          lines.append(
            StyledLine((blank(index == 0 ? left : left + 2), .plain), (piece, style)))
          continue
        }
        lines.append(
          StyledLine(
            (blank(indent) + Wrapping.padded(mark, to: 2), .bad),
            (Wrapping.padded(Wrapping.cut(name, columns: column), to: column + 1), style),
            (Wrapping.padded(connection, to: 4), .faint),
            (Wrapping.padded(arrow, to: 3), style), (piece, style)))
      }
    }
    return lines
  }
}
