// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Reporting
import Scenarios
import Transcripts

/// A run that is repeated in part whenever files change, until a signal comes.
struct RunWatch {
  private let invocation: Invocation
  private var arguments: Arguments { invocation.arguments }
  private var console: Console { invocation.console }

  /// Milliseconds between two checks of the files.
  private static let interval = 500
  /// Milliseconds without a change before a round starts: editors and compilers write several
  /// files.
  private static let settling = 200
  /// The most names in a line about a change.
  private static let mostNames = 3

  /// The cases that a round plays.
  private enum Scope {
    case all
    /// Those that failed, and those of changed files. After a change of the client the others are
    /// played as well, once these pass.
    case some(failed: Set<String>, files: Set<String>, isOfClient: Bool)
  }

  /// The state after some rounds.
  private struct Progress {
    /// The cases that make the run bad.
    var failed: Set<String> = []
    /// The client once it is prepared; `nil` to prepare it again.
    var client: ClientSelection?
    /// Whether the last round played the whole selection.
    var isWhole = false
    /// Whether the whole selection has been played with the present expectations.
    var isComplete = false
    var status = ExitStatus.nothingRan
  }

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Plays until a signal comes; returns the status of the last round.
  func perform() throws(UsageError) -> ExitStatus {
    try checkOptions()
    // What is wrong with the command line is known before the first round.
    let client = try ClientSelection(arguments)
    let catalogue = try invocation.validCatalogue()
    if arguments.operands.isEmpty { try client.checkSkips(among: catalogue.cases) }
    Signals.watch()
    let files = WatchedFiles(arguments, client)
    var progress = Progress()
    var scope = Scope.all
    while true {
      let before = files.now
      round(scope, &progress)
      if isOver { return progress.status }
      if case .some(_, _, isOfClient: true) = scope, progress.status == .good, !progress.isWhole {
        say("\nAll that failed passes now: the whole selection once more.")
        scope = .all
        round(scope, &progress)
        if isOver { return progress.status }
      }
      say(summary(before))
      guard let changes = nextChanges(files, since: before) else { return progress.status }
      let names = Phrases.first(RunWatch.mostNames, of: changes.all) { Visible.line($0) }
      say("\nchanged  \(names)")
      scope = self.scope(of: changes, &progress)
    }
  }

  private var isOver: Bool {
    Signals.interruption.isRaised || console.output.errorNumber != nil
  }

  private func say(_ line: String) { console.sayNow(line + "\n") }

  // MARK: The command line

  private func checkOptions() throws(UsageError) {
    for (option, reason) in [
      ("shard", "a shard is a part of one run"), ("time", "the run goes on until it is ended"),
      ("require-tests", "a round plays as many cases as a change touches"),
    ] where arguments.has(option) {
      throw .words("--\(option) has no effect with --watch: \(reason)")
    }
    for option in ReporterSet.files
    where arguments[option].map({ ReportTarget($0) == .descriptor(1) }) ?? false {
      throw .words(
        "--\(option) - has no effect with --watch: each round writes a report of its own")
    }
  }

  // MARK: A round

  /// Plays the cases of a round and updates the state.
  private func round(_ scope: Scope, _ progress: inout Progress) {
    do throws(UsageError) {
      try play(scope, &progress)
    } catch {
      console.complain(error, of: .run)
      progress.status = .usage
      progress.isComplete = false
    }
  }

  private func play(_ scope: Scope, _ progress: inout Progress) throws(UsageError) {
    var catalogue = try invocation.validCatalogue()
    try catalogue.keep(filteredBy: arguments)
    let selected = Set(catalogue.cases.map(\.id))
    progress.failed.formIntersection(selected)
    var isWhole = true
    if case .some(let failed, let files, _) = scope {
      catalogue.keep { $0.filter { failed.contains($0.id) || files.contains($0.scenario.file) } }
      isWhole = catalogue.cases.count == selected.count
    }
    progress.isWhole = isWhole
    if catalogue.cases.isEmpty {
      say(selected.isEmpty ? "there are no cases to play" : "nothing that is selected has changed")
      if selected.isEmpty { progress.status = .nothingRan }
      return
    }
    let plans = invocation.plans(of: catalogue)
    if PlanCheck.complain(plans, console) {
      progress.status = .usage
      return
    }
    try play(plans, of: catalogue, isWhole: isWhole, &progress)
  }

  private func play(
    _ plans: CasePlans, of catalogue: Catalogue, isWhole: Bool, _ progress: inout Progress
  ) throws(UsageError) {
    let isReady = progress.client != nil
    var client = if let ready = progress.client { ready } else { try ClientSelection(arguments) }
    var options = invocation.runOptions(client.jobs)
    // An expectation that no case of a part meets may be met by other cases.
    options.isWhole =
      isWhole && arguments.operands.isEmpty && CaseFilter(arguments).isEmpty
      && (arguments.has("expected") || ExpectedFailures.areForUsualScenarios)
    let expected = try ExpectedFailures.named(
      arguments, client: client.name, over: invocation.transports)
    let reporters = try ReporterSet(
      arguments, console, context: invocation.context(catalogue))
    var failed: Set<String> = []
    var played: Set<String> = []
    do throws(Invocation.Refusal) {
      let summary = try invocation.play(
        plans, to: &client, ready: isReady, options, expected: expected
      ) { event in
        reporters.record(event)
        guard case .caseFinished(let result) = event else { return }
        played.insert(result.played.id)
        if result.isUnexpectedlyBad { failed.insert(result.played.id) }
      }
      progress.client = client
      progress.failed.subtract(played)
      progress.failed.formUnion(failed)
      if isWhole { progress.isComplete = summary.finished == summary.planned }
      let status = ExitStatus(summary, requiring: 1)
      progress.status = reporters.complain(console) && status != .interrupted ? .fault : status
      if progress.status == .good, !progress.failed.isEmpty { progress.status = .failures }
    } catch {
      progress.status = error.status
      progress.client = nil
      progress.isComplete = false
    }
  }

  // MARK: Changes

  /// Waits for changes, and until no more come; `nil` after a signal.
  private func nextChanges(
    _ files: WatchedFiles, since before: WatchedFiles.Snapshot
  ) -> WatchedFiles.Changes? {
    let loop = EventLoop()
    func wait(_ milliseconds: Int) {
      loop.turn(until: Instant.now.advanced(byMilliseconds: milliseconds))
    }
    while true {
      var now = files.now
      if now == before {
        wait(RunWatch.interval)
        if isOver { return nil }
        continue
      }
      while !isOver {
        wait(RunWatch.settling)
        let next = files.now
        if next == now { break }
        now = next
      }
      if isOver { return nil }
      let changes = now.changes(since: before)
      if !changes.isEmpty { return changes }
    }
  }

  /// Returns the cases that changes affect. A change of the client affects all cases: those that
  /// failed are played first, and the others once these pass.
  private func scope(of changes: WatchedFiles.Changes, _ progress: inout Progress) -> Scope {
    let isOfAll = changes.scenarios.contains { FoundScenarios.isReference($0) }
    let isOfClient = !changes.client.isEmpty
    if isOfClient { progress.client = nil }
    let isDefinition = changes.client.contains { CompanionFile(path: $0) == .client }
    guard progress.isComplete, changes.expectations.isEmpty, !isOfAll, !isDefinition,
      !(isOfClient && progress.failed.isEmpty)
    else { return .all }
    return .some(
      failed: progress.failed, files: Set(changes.scenarios), isOfClient: isOfClient)
  }

  private func summary(_ files: WatchedFiles.Snapshot) -> String {
    let client = files.client.count
    let ofClient = client == 0 ? "" : "\(Phrases.count(client, "file")) of the client and "
    return "watching \(ofClient)\(Phrases.count(files.scenarios.count, "file")) of scenarios; "
      + "Ctrl-C ends"
  }
}
