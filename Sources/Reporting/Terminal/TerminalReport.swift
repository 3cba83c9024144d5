// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Platform
import Transcripts

/// The report on a terminal: a line for each case that did not simply pass, a block for each that
/// makes the run bad, their causes, and a summary. If that does not fit on a screen, an overview
/// replaces it, unless `showsAll`.
package final class TerminalReport: Reporter {
  /// A run of at most this many cases shows all of its lines.
  private static let few = 10
  /// The number of abilities that are named if a client skips half of the cases.
  private static let mostAbilities = 3
  /// The most patterns of fixed expected failures that are named.
  private static let mostPatterns = 3

  private let output: DescriptorWriter
  private let options: TerminalOptions
  private let block: FailureBlock
  private let junit: JUnitReport?
  private var progress: ProgressLine
  private var header: RunHeader?
  private var finished = 0
  private var bad = 0
  private var wasBlock = false
  private var pending: SimilarCases?
  private var reasons = ReasonTally()
  private var missing = MissingAbilities()
  private var held = Held.nothing
  /// Always `nil`: errors of a terminal are not reported.
  package var failure: FileError? { nil }

  /// Writes to `output`. The report `junit` takes each event first, so that the end can name its
  /// file.
  package init(
    output: DescriptorWriter, options: TerminalOptions, context: ReportContext,
    junit: JUnitReport? = nil
  ) {
    self.output = output
    self.options = options
    self.junit = junit
    block = FailureBlock(
      context: context, width: options.width, glyphs: options.isUnicode ? .unicode : .ascii)
    progress = ProgressLine(width: options.width)
  }

  /// The lines about cases that are not written yet.
  private enum Held {
    /// Lines are written at once.
    case nothing
    /// Lines are held back as long as they fit on a screen.
    case lines([StyledLine], rows: Int)
    /// They do not fit and are left out.
    case tooMany
  }

  package func record(_ event: Event) {
    switch event {
    case .runStarted(let header):
      self.header = header
      missing = MissingAbilities(abilities: header.client.abilities)
      guard !options.isQuiet else { break }
      let lines = lines(header)
      show(lines)
      if !options.showsAll, header.cases > TerminalReport.few {
        held = .lines([], rows: lines.rows(width: options.width))
      }
    case .caseFinished(let result):
      finished += 1
      missing.count(result)
      if result.isUnexpectedlyBad {
        bad += 1
        // A block that is not shown is not made.
        if showsCases {
          show(takePending())
          show(lines(result), isBlock: !options.isQuiet)
        }
      } else if !options.isQuiet {
        takeBriefly(result)
      }
      showProgress()
    case .runFinished(let summary):
      show(takePending())
      finish(summary)
      output.flush()
    }
  }

  private var showsCases: Bool { if case .tooMany = held { false } else { true } }

  private func finish(_ summary: RunSummary) {
    let text = GroupText(context: block.context, width: options.width)
    // One block says what its cause would.
    if summary.groups.count > 1 || options.showsAll, !options.isQuiet {
      for group in summary.groups { show(text.full(group), isBlock: options.showsAll) }
    }
    for kind in ReasonTally.Kind.allCases {
      for text in reasons.lines(kind, most: options.showsAll ? .max : nil) {
        show(line(kind.word, .faint, text, .faint))
      }
    }
    let end = lines(summary)
    if case .nothing = held {
      show(end)
      return
    }
    if case .lines(let lines, let above) = held,
      above + end.rows(width: options.width) <= RunOverview.screen
    {
      write(lines)
    } else {
      let top = header.map { lines($0).rows(width: options.width) } ?? 0
      let overview = RunOverview(text: text, groups: summary.groups, reasons: reasons)
      write(overview.lines(room: RunOverview.screen - top - end.rows(width: options.width)))
    }
    write(end)
  }

  private func show(_ lines: [StyledLine], isBlock: Bool = false) {
    guard !lines.isEmpty else { return }
    // A block is separated from what precedes and follows it.
    let separated = wasBlock || isBlock ? [StyledLine()] + lines : lines
    wasBlock = isBlock
    switch held {
    case .nothing: write(separated)
    case .lines(let before, let rows):
      let rows = rows + separated.rows(width: options.width)
      held = rows > RunOverview.screen ? .tooMany : .lines(before + separated, rows: rows)
    case .tooMany: break
    }
  }

  private func write(_ lines: [StyledLine]) {
    output.write(progress.erase() + options.painted(lines))
    // On a terminal a failure is read while the run continues.
    if options.showsProgress { output.flush() }
  }

  private func showProgress() {
    let now = Instant.now
    guard options.showsProgress, let header, progress.isDue(at: now) else { return }
    let bar = progress.bar(
      finished: finished, of: header.cases, note: bad == 0 ? nil : "\(Phrases.count(bad)) bad")
    output.write(progress.shown(bar, at: now))
    output.flush()
  }

  private func lines(_ header: RunHeader) -> [StyledLine] {
    let client =
      options.showsAll
      ? Phrases.client(header.client.name, header.client.version)
      : Phrases.shortClient(header.client.name, header.client.version)
    let cases = Phrases.count(header.cases, "case")
    let text =
      "\(client): \(cases) on \(Phrases.count(header.jobs, "worker")), seed \(header.seed)"
      + (header.shard.map { ", shard \($0.name)" } ?? "")
    return StyledLine.indented(text, .faint, indent: 0, width: options.width)
      + header.client.wrongClaims.flatMap { claim in
        line("claim", .bad, "\(claim.ability): \(Visible.line(claim.reason))", .plain)
      }
  }

  // MARK: A case

  private func lines(_ result: CaseResult) -> [StyledLine] {
    let word = result.unexpectedPasses.isEmpty ? result.verdict.glyph.label : "passed"
    let heading = line(word, .bad, Visible.line(result.played.id), .strong)
    return options.isQuiet ? heading : heading + block.lines(of: result)
  }

  /// Reports a case that does not make the run bad, in one line with those like it.
  private func takeBriefly(_ result: CaseResult) {
    reasons.count(result, context: block.context)
    if result.isExpectedFailure { return }
    switch result.verdict {
    case .pass, .note, .skipped, .fail, .timeout, .crash, .error: return
    case .warn, .inconclusive: break
    }
    let check = result.checks.first { $0.verdict == result.verdict }
    var title = check?.title ?? result.played.scenario.title
    // An inconclusive check must not hide a warning.
    if result.verdict == .inconclusive,
      let warning = result.checks.first(where: { $0.verdict == .warn })
    {
      title += "; and a warning: \(warning.title)"
    }
    if pending?.add(result, title: title) ?? false { return }
    show(takePending())
    pending = SimilarCases(
      result, title: title, observed: check?.finding?.observed ?? result.reason)
  }

  private func takePending() -> [StyledLine] {
    guard let group = pending else { return [] }
    pending = nil
    return line(group.verdict.glyph.label, .odd, group.text, .plain)
  }

  private func line(
    _ word: String, _ style: StyledLine.Style, _ text: String, _ textStyle: StyledLine.Style
  ) -> [StyledLine] {
    StyledLine.labelled(
      word, text, textStyle, labelStyle: style, indent: 0, column: 9, width: options.width,
      keepsWords: true)
  }

  // MARK: The end

  private func lines(_ summary: RunSummary) -> [StyledLine] {
    let width = options.width
    var lines: [StyledLine] = []
    if !wasBlock, !options.isQuiet, summary.finished > 0 { lines.append(StyledLine()) }
    var text = SummaryLine.text(summary)
    if let header {
      text +=
        " \(options.isUnicode ? "—" : "-") "
        + Phrases.shortClient(header.client.name, header.client.version)
    }
    let isBad = summary.unexpected > 0 || !summary.staleExpectations.isEmpty
    lines += StyledLine.indented(text, isBad ? .bad : .strong, indent: 0, width: width)
    lines += differences(summary) + baselineHint(summary) + shortfall(summary)
    if !options.isQuiet, let junit, junit.failure == nil, let path = junit.path {
      lines += said("JUnit report: \(Visible.line(path))", .faint)
    }
    return lines
  }

  private func said(_ text: String, _ style: StyledLine.Style) -> [StyledLine] {
    StyledLine.indented(text, style, indent: 0, width: options.width, keepsWords: true)
  }

  /// The patterns of expected failures that no case needs any more.
  private func stalePatterns(_ summary: RunSummary) -> [String] {
    options.isQuiet ? [] : summary.stalePatterns
  }

  /// How the results differ from what was expected, or from each other.
  private func differences(_ summary: RunSummary) -> [StyledLine] {
    var lines: [StyledLine] = []
    func say(_ text: String, _ style: StyledLine.Style) { lines += said(text, style) }
    if summary.unexpectedPasses > 0 {
      say("\(Phrases.count(summary.unexpectedPasses, "case")) did not fail as expected", .bad)
    }
    if summary.flaky > 0 {
      let cases = Phrases.count(summary.flaky, "case is", "cases are")
      let why = "what was broken in some plays only does not count (--flaky fail)"
      say("\(cases) flaky: \(why)", .odd)
    }
    if summary.stretched > 0 { say(BusyMachine.sentence(of: summary), .odd) }
    for entry in summary.staleExpectations {
      say("expected to fail, and no case did: \(Visible.line(entry))", .bad)
    }
    // They do not make the run bad, so that a few show what they are about.
    let patterns = stalePatterns(summary)
    let shown = options.showsAll ? patterns[...] : patterns.prefix(TerminalReport.mostPatterns)
    for entry in shown { say("fixed, and still expected to fail: \(Visible.line(entry))", .odd) }
    if shown.count < patterns.count {
      let rest = Phrases.count(patterns.count - shown.count, "other pattern")
      say("fixed, and still expected to fail: \(rest) (--all shows them)", .odd)
    }
    return lines
  }

  /// The command that takes out what does not fail any more, if there is anything.
  private func baselineHint(_ summary: RunSummary) -> [StyledLine] {
    let count =
      summary.unexpectedPasses + summary.staleExpectations.count + stalePatterns(summary).count
    guard !options.isQuiet, count > 0, let command = block.context.baselineCommand else {
      return []
    }
    return said("to take out what does not fail any more:", .plain)
      + [StyledLine("  " + Visible.line(command))]
  }

  /// Why not all cases were played.
  private func shortfall(_ summary: RunSummary) -> [StyledLine] {
    var lines: [StyledLine] = []
    func say(_ text: String, _ style: StyledLine.Style) { lines += said(text, style) }
    let (planned, finished) = (summary.planned, summary.finished)
    let part = "\(Phrases.count(finished)) of \(Phrases.count(planned, "case"))"
    if summary.isInterrupted {
      say("interrupted after \(part)", .bad)
    } else if summary.stoppedEarly {
      let rest = Phrases.count(planned - finished, "case")
      say("stopped at the first failure, \(rest) not played", .odd)
    } else if let fault = summary.repeatedFault {
      let fault = Visible.text(fault)
      say("ten faults of one kind in a row ended the run after \(part): \(fault)", .bad)
    } else if summary.ranOutOfTime {
      say("the time was up after \(part)", .bad)
    }
    if summary.played == 0, !summary.isInterrupted { say("nothing was played", .bad) }
    let best = missing.best(TerminalReport.mostAbilities)
    if 2 * (summary.counts[.skipped] ?? 0) >= finished, !best.isEmpty, !options.isQuiet {
      let abilities = best.map { "\($0.ability) (\(Phrases.count($0.cases, "case")))" }
      say("most cases would come with \(abilities.joined(separator: ", then "))", .plain)
    }
    return lines
  }
}
