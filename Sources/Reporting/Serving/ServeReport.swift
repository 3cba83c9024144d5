// SPDX-License-Identifier: Apache-2.0

import Judging
import Platform
import Scenarios
import Transcripts

/// A served case on a terminal or in a pipe: what to type into the client, each exchange as it
/// comes, the verdict of each check, and the judgement.
package final class ServeReport {
  /// The URL of the page about the case; `nil` if there is none.
  private let page: String?
  /// Lines can be typed that end a step.
  private let takesLines: Bool
  private let output: DescriptorWriter
  private let options: TerminalOptions
  private let block: FailureBlock
  private let diagram: ExchangeDiagram
  private let checks: ServedChecks

  /// The step whose instructions were shown last.
  private var step = -1
  private var exchanges = 0
  private var oddities = 0
  private var asides = 0
  private var verdicts: [String: Verdict] = [:]
  private var hasHinted = false

  /// Nanoseconds after which an exchange is shown even if its reply is still being sent.
  private static let patience: Int64 = 1_000_000_000

  package init(
    output: DescriptorWriter, options: TerminalOptions, context: ReportContext, page: String?,
    takesLines: Bool
  ) {
    self.output = output
    self.options = options
    self.page = page
    self.takesLines = takesLines
    let glyphs = options.isUnicode ? ExchangeDiagram.Glyphs.unicode : .ascii
    block = FailureBlock(
      context: context, width: options.width, glyphs: glyphs, showsCommand: false)
    diagram = ExchangeDiagram(width: options.width, glyphs: glyphs)
    checks = ServedChecks(width: options.width)
  }

  private func show(_ lines: [StyledLine]) {
    guard !lines.isEmpty else { return }
    output.write(options.painted(lines))
    output.flush()
  }

  private func say(_ text: String, _ style: StyledLine.Style = .plain) -> [StyledLine] {
    StyledLine.indented(text, style, indent: 0, width: options.width)
  }

  // MARK: The beginning, and each step

  /// Prints the case and the addresses of its servers.
  package func begin(_ played: Case, servers: [Recording.Server]) {
    var lines = say("authspec serves \(Visible.line(played.id))", .strong)
    lines += StyledLine.indented(Visible.line(played.scenario.title), width: options.width)
    lines.append(StyledLine())
    for server in servers {
      let at = server.url.hasSuffix(server.place) ? server.url : "\(server.url) at \(server.place)"
      let name = Visible.line(server.configuration.name)
      lines.append(row(.value(name, at)))
    }
    if let page { lines.append(row(.value("page", page))) }
    show(lines)
  }

  private func row(_ instruction: Instruction) -> StyledLine {
    .copyable(instruction.label, instruction.text, column: ServeReport.column)
  }

  private static let column = 13

  private func rows(_ instructions: [Instruction]) -> [StyledLine] {
    instructions.flatMap { instruction in
      instruction.isLiteral
        ? [row(instruction)]
        : StyledLine.labelled(
          instruction.label, instruction.text, column: ServeReport.column, width: options.width)
    }
  }

  /// Prints what to type into the client for a step.
  private func instruct(_ task: ServedStep, of count: Int) {
    let instructions = ServedInstructions(task)
    var lines: [StyledLine] = []
    let client = instructions.client
    if !client.isEmpty {
      lines +=
        [StyledLine()] + say(task.index == 0 ? "The client" : "The client from now on", .strong)
      lines += rows(client)
    }
    lines += [StyledLine()] + say(instructions.heading(of: count), .strong)
    lines += rows(instructions.requests)
    lines.append(StyledLine())
    if task.index == 0 { lines += say(guide(count), .faint) + [StyledLine()] }
    show(lines)
  }

  private func guide(_ count: Int) -> String {
    let end = count > 1 ? "the step" : "the case"
    let post = page.map { "curl -X POST \($0)next" } ?? ""
    let how =
      takesLines
      ? "Enter ends \(end); 401 and Enter, or error and Enter, also reports what the client showed. "
        + "? and Enter repeats what to type. "
        + (page == nil ? "" : "The page has a button for it (or \(post)). ")
      : page == nil ? "" : "A button of the page ends \(end), or \(post). "
    return how + "Ctrl-C ends all and judges."
  }

  /// Prints the last instructions again.
  package func repeatInstructions(_ task: ServedStep, of count: Int) {
    var whole = task
    whole.hasNewSession = true
    instruct(whole, of: count)
  }

  // MARK: What comes

  /// Prints what is new since the last call.
  package func update(_ state: ServedState) {
    if state.task.index != step, !state.isOver {
      if step >= 0 { news(state) }
      step = state.task.index
      hasHinted = false
      instruct(state.task, of: state.stepCount)
    }
    news(state)
    if state.isStepComplete, !hasHinted {
      hasHinted = true
      let next =
        state.task.index + 1 < state.stepCount
        ? "for step \(state.task.index + 2)" : "for the judgement"
      let how = takesLines ? "Enter" : page.map { "POST to \($0)next" } ?? "Ctrl-C"
      show(say("This step has all that it expects. \(how) \(next).", .faint))
    }
  }

  private func news(_ state: ServedState) {
    guard let play = state.result.play else { return }
    let recording = play.recording
    var lines: [StyledLine] = []
    while exchanges < recording.exchanges.count,
      state.isOver || isReady(recording.exchanges[exchanges], in: recording, state)
    {
      lines += diagram.lines(ofExchange: exchanges, in: recording)
      exchanges += 1
    }
    for oddity in recording.oddities.dropFirst(oddities) {
      lines += diagram.lines(ofOddity: oddity, in: recording)
    }
    oddities = recording.oddities.count
    if state.asides > asides {
      asides = state.asides
      lines += StyledLine.indented(
        "A request that does not belong to the case was answered and is not judged: for an icon, or "
          + "through the proxy for another host.",
        .faint, indent: 4, width: options.width)
    }
    if exchanges == recording.exchanges.count { lines += newVerdicts(state) }
    show(lines)
  }

  private func isReady(
    _ exchange: Recording.Exchange, in recording: Recording, _ state: ServedState
  ) -> Bool {
    exchange.replied != nil || recording.connections[exchange.connection].end != nil
      || state.elapsed - exchange.received > ServeReport.patience
  }

  private func newVerdicts(_ state: ServedState) -> [StyledLine] {
    var lines: [StyledLine] = []
    var settled: [String: Verdict] = [:]
    for check in state.settled {
      let id = check.descriptor.id
      settled[id] = check.verdict
      if verdicts[id] != check.verdict { lines += checks.lines(of: check) }
    }
    verdicts = settled
    return lines
  }

  /// Prints a message about what was typed.
  package func answer(_ text: String) { show(say(Visible.line(text), .odd)) }

  // MARK: The end

  /// Prints the verdict of the case.
  package func end(_ state: ServedState) {
    news(state)
    let result = state.result
    var lines = [StyledLine()]
    lines += StyledLine.labelled(
      result.verdict.glyph.label, Visible.line(result.played.id), .strong,
      labelStyle: result.verdict.style, indent: 0, column: 9, width: options.width)
    if result.isUnexpectedlyBad {
      lines += block.lines(of: result) + [StyledLine()]
    } else if let played = result.play?.steps.count, played < state.stepCount {
      lines += StyledLine.indented(
        "\(Phrases.count(played)) of \(Phrases.count(state.stepCount, "step")) played",
        indent: 9, width: options.width)
    }
    lines += say(ServedChecks.summary(result), .faint)
    show(lines)
  }
}
