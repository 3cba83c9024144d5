// SPDX-License-Identifier: Apache-2.0

import Commands
import Platform
import Playing
import Publishing
import Reporting
import Scenarios
import Storage
import Transcripts

extension Invocation {
  private var folder: String { arguments["reports"] ?? "Reports" }
  /// `false` if only some scenarios are played, whose results go among those that are kept.
  private var playsAll: Bool { !arguments.has("scenario") }

  /// `authspec-maintain matrix`: plays all scenarios to clients and publishes what they pass.
  func matrix() throws(UsageError) -> ExitStatus {
    let catalogue = try Catalogue(valid: [])
    let chosen = try Catalogue(valid: arguments.all("scenario"))
    let plans = chosen.cases.planned()
    if PlanCheck.complain(CasePlans(plans), console) { return .usage }
    let realm = realm(for: CasePlans(plans))
    defer { withExtendedLifetime(realm) {} }
    let kept = KeptResults(folder: "\(folder)/clients")
    let fingerprint = try Fingerprint.ofAllScenarios()
    let status =
      arguments.has("no-play") ? .good : try play(plans, fingerprint.text, kept, catalogue)
    return publish(catalogue, fingerprint.text, kept) ? status : .fault
  }

  /// Plays the cases to the clients whose results are not up to date.
  private func play(
    _ plans: [CasePlan], _ fingerprint: String, _ kept: KeptResults, _ catalogue: Catalogue
  ) throws(UsageError) -> ExitStatus {
    Signals.watch()
    var jobs = arguments.jobs
    guard MachineCheck.passes(for: &jobs, areChosen: true, ofProcesses: true, console)
    else { return .fault }
    var status = ExitStatus.good
    var due: [ClientToRerun] = []
    for name in arguments.operands.isEmpty ? arguments.table.clientNames : arguments.operands {
      var chosen = try ClientSelection(named: name, arguments)
      try chosen.checkSkips(among: catalogue.cases)
      console.complain(outdated: chosen)
      if let trouble = chosen.prepare() {
        if Signals.interruption.isRaised { return .interrupted }
        console.complain("authspec: \(name) cannot be played to here: \(trouble.words)")
        // A client that was not named on the command line may be missing.
        if !arguments.operands.isEmpty { status = .fault }
        continue
      }
      let wanted = try rerun(chosen, fingerprint).wanted
      if !arguments.has("again"), playsAll, kept.isFinished(wanted) {
        console.say("\(wanted.displayName): finished before\n")
      } else if !playsAll, !kept.has(wanted) {
        console.complain(
          "authspec: \(wanted.displayName) has no results to which those of a scenario could be "
            + "added: play it without --scenario")
        status = .fault
      } else {
        console.complain(chosen.tryClaims(runOptions(chosen.jobs)), of: name)
        due.append(try rerun(chosen, fingerprint))
      }
    }
    if due.isEmpty { return status }
    let played = play(plans, to: due, kept, catalogue)
    return played == .good ? status : played
  }

  private func rerun(
    _ client: ClientSelection, _ fingerprint: String
  ) throws(UsageError) -> ClientToRerun {
    try ClientToRerun(client, fingerprint, updatesBaseline: arguments.has("baseline"))
  }

  private func runs(_ plans: [CasePlan], to due: [ClientToRerun], atOnce: Int) -> [Run] {
    var options = runOptions()
    return due.map { client in
      options.jobs = min(arguments.jobs / atOnce, client.jobs ?? .max)
      options.skips = client.skips
      return Run(
        plans: plans, options: options, expected: client.expected, makeClient: client.make)
    }
  }

  /// Plays the cases to these clients, several at the same time, and keeps their results.
  private func play(
    _ plans: [CasePlan], to due: [ClientToRerun], _ kept: KeptResults, _ catalogue: Catalogue
  ) -> ExitStatus {
    let atOnce = min(arguments.jobs, due.count)
    let runs = runs(plans, to: due, atOnce: atOnce)
    console.output.flush()
    let voice = LockedConsole()
    let bases = due.map(\.wanted.basis)
    let names = due.map(\.wanted.displayName)
    let baselines = due.map(\.baseline)
    let areAll = playsAll
    let others = areAll ? [] : catalogue.cases(besides: plans.map(\.played))
    let statuses = ClientRuns.perform(runs, atOnce: atOnce, interruption: Signals.interruption) {
      place, run -> ExitStatus in
      let recorder = ClientResultsCollector(bases[place])
      let failures = BaselineCollector()
      let summary = run.perform(interruption: Signals.interruption) {
        recorder.record($0)
        if baselines[place] != nil { failures.record($0) }
      }
      if let fault = summary.repeatedFault {
        voice.complain(
          "authspec: \(names[place]): ten faults of one kind in a row ended its run: \(fault)")
        return .fault
      }
      guard let results = recorder.whole else { return .interrupted }
      let isKept = voice.writes { () throws(FileError) in
        try areAll ? kept.keep(results) : kept.update(with: results)
        _ = try baselines[place]?.update(
          after: failures, besides: others, areAll: areAll, over: [.http1],
          requirements: catalogue.requirements, expires: nil)
      }
      guard isKept else { return .fault }
      voice.say("\(results.displayName): \(SummaryLine.text(summary))")
      return summary.counts[.error] == nil ? .good : .fault
    }
    if statuses.contains(where: { $0 == nil || $0 == .interrupted }) { return .interrupted }
    return statuses.contains(.fault) ? .fault : .good
  }

  /// Writes the pages of all kept results; `false` if something could not be read or written.
  private func publish(
    _ catalogue: Catalogue, _ fingerprint: String, _ kept: KeptResults
  ) -> Bool {
    let (results, failures) = kept.all()
    for failure in failures { console.complain(failure.description) }
    let context = ReportContext(requirements: catalogue.quotedRequirements)
    let matrix = ClientMatrix(
      results.map { $0.claiming(only: catalogue.requirements) }, cases: catalogue.cases,
      version: CommandLine.version, fingerprint: fingerprint, context: context,
      lines: fileLines(catalogue.cases), folders: clientFolders,
      builtIn: arguments.table.clients.map(\.name))
    let areWritten = console.writes { () throws(FileError) in
      if failures.isEmpty { try kept.prune() }
      let links = MatrixLinks(
        fromPageIn: folder, hasFound: FileReading.kind(of: "docs/found.md") != nil)
      try AtomicFile.write(MatrixPage(matrix, links: links).html.utf8, to: "\(folder)/index.html")
      try AtomicFile.write(MatrixReadme(matrix).markdown.utf8, to: "\(folder)/README.md")
      try write(Badge.all(of: matrix), isWhole: failures.isEmpty)
    }
    return areWritten && failures.isEmpty
  }

  /// The lines of each scenario's file with the values of its first case, by the scenario's id. A
  /// file that cannot be read any more is left out.
  private func fileLines(_ cases: [Case]) -> [String: [String]] {
    Dictionary(
      cases.grouped(by: \.scenario.id).map { id, first, _ in
        (id, (try? CaseLines(fileOf: first))?.text ?? [])
      }
    ) { first, _ in first }
  }

  /// The names of the clients' folders, by the fingerprints of their files. Results have only the
  /// name that a client gives itself. A folder that cannot be read is left out.
  private var clientFolders: [String: String] {
    guard let clients = FoundScenarios.usualClientsFolder() else { return [:] }
    var names: [String: String] = [:]
    for name in ClientFiles.names() {
      let definition = try? Fingerprint(
        filesIn: "\(clients)/\(name)", without: [ExpectedFailures.fileName])
      if let definition { names[definition.text] = name }
    }
    return names
  }

  /// Writes the badges, and removes those of clients that are not kept any more.
  private func write(_ badges: [Badge], isWhole: Bool) throws(FileError) {
    let place = "\(folder)/badges"
    for badge in badges { try AtomicFile.write(badge.svg.utf8, to: "\(place)/\(badge.file)") }
    let files = Set(badges.map(\.file))
    for name in Folder.names(in: place)
    where isWhole && name.hasSuffix(".svg") && !files.contains(name) {
      Folder.remove(file: "\(place)/\(name)")
    }
  }
}
