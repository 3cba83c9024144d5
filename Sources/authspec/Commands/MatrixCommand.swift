internal import ClientDrivers
internal import Conformance
internal import Polling
internal import Reports
internal import ScenarioLanguage

/// `authspec matrix`: plays all scenarios to clients and publishes what they pass.
struct MatrixCommand: CommandAction {
  let arguments: Arguments
  let console: Console

  private var folder: String { arguments["reports"] ?? "Reports" }

  func perform() throws(UsageError) -> ExitStatus {
    let names = try clientNames
    let catalogue = try scenarios()
    if PlanCheck.complain(catalogue.cases, backEnd: nil, console) { return .usage }
    let kept = KeptResults(folder: "\(folder)/clients")
    let fingerprint = try fingerprint()
    let status =
      arguments.has("no-play")
      ? .good : try play(names, catalogue.cases, fingerprint, kept)
    return publish(catalogue, fingerprint, kept) ? status : .fault
  }

  /// Writes the page of all that is kept. False where something could not be read or written.
  private func publish(
    _ catalogue: Catalogue, _ fingerprint: String, _ kept: KeptResults
  ) -> Bool {
    let (results, failures) = kept.all()
    for failure in failures { console.complain("\(failure.file): \(failure.reason)") }
    var context = ReportContext()
    context.requirements = catalogue.requirementTexts
    let matrix = Matrix(
      results, cases: catalogue.cases, version: Program.version, fingerprint: fingerprint,
      context: context)
    do throws(ReportError) {
      try MatrixWriter(folder: folder).write(matrix)
    } catch {
      console.complain("authspec: \(error.file) could not be written: \(error.reason)")
      return false
    }
    return failures.isEmpty
  }

  private var clientNames: [String] {
    get throws(UsageError) {
      for name in arguments.operands where !ChosenClient.names.contains(name) {
        throw UsageError(
          message: "no client is named '\(name)'"
            + Arguments.suggestion(NearestName.to(name, among: ChosenClient.names)),
          command: .matrix)
      }
      return arguments.operands.isEmpty ? ChosenClient.names : arguments.operands
    }
  }

  private func scenarios() throws(UsageError) -> Catalogue {
    let catalogue: Catalogue
    do throws(SelectionError) {
      catalogue = try Catalogue([], in: ScenarioFiles.usualFolder())
    } catch {
      throw UsageError(message: error.description, command: .matrix)
    }
    guard catalogue.isValid else { throw .files(catalogue.complaints) }
    return catalogue
  }

  /// The fingerprint of all scenarios.
  private func fingerprint() throws(UsageError) -> String {
    do throws(SelectionError) {
      let files = try ScenarioFiles.find([], in: ScenarioFiles.usualFolder()).files.files
      return try Fingerprint(scenarios: files).text
    } catch {
      throw UsageError(message: error.description, command: .matrix)
    }
  }

  /// Plays the cases to the clients whose results are not those of these scenarios.
  private func play(
    _ names: [String], _ cases: [Case], _ fingerprint: String, _ kept: KeptResults
  ) throws(UsageError) -> ExitStatus {
    let jobs = max(1, arguments.number("jobs").map { Int(clamping: $0) } ?? Signals.cores)
    var due: [DueClient] = []
    for name in names {
      let client = try DueClient(name, fingerprint)
      if !arguments.has("again"), kept.isFinished(client.wanted) {
        console.say("\(client.wanted.displayName): finished before\n")
      } else {
        due.append(client)
      }
    }
    guard !due.isEmpty else { return .good }
    var options = RunOptions()
    let atOnce = min(jobs, due.count)
    options.jobs = max(1, jobs / atOnce)
    options.timeout = arguments.number("timeout").map { Int(clamping: $0) } ?? options.timeout
    options.version = Program.version
    let runs = due.map {
      Run(cases: cases, options: options, expected: $0.expected, makeClient: $0.makeClient)
    }
    Signals.watch()
    console.output.flush()
    let voice = Voice()
    let definitions = due.map(\.wanted.basis)
    let statuses = ClientRuns.perform(runs, atOnce: atOnce, interruption: Signals.interruption) {
      place, run -> ExitStatus in
      let recorder = ClientResultsRecorder(definitions[place])
      let summary = run.perform(interruption: Signals.interruption) { recorder.record($0) }
      guard let results = recorder.whole else { return .interrupted }
      do throws(ReportError) { try kept.keep(results) } catch {
        voice.complain("authspec: \(error.file) could not be written: \(error.reason)")
        return .fault
      }
      voice.say("\(results.displayName): \(SummaryLine.text(summary))")
      return summary.counts[.error] == nil ? .good : .fault
    }
    if statuses.contains(where: { $0 == nil || $0 == .interrupted }) { return .interrupted }
    return statuses.contains(.fault) ? .fault : .good
  }
}

/// A client that may have to be played to.
private struct DueClient {
  let makeClient: Run.ClientFactory
  let expected: ExpectedFailures?
  /// What its results will be results of; there are none yet.
  let wanted: ClientResults

  /// The client of that name.
  init(_ name: String, _ fingerprint: String) throws(UsageError) {
    var client = try ChosenClient(named: name, of: .matrix)
    if let trouble = client.prepare() { throw .files(["authspec: \(trouble.words)"]) }
    makeClient = client.make
    expected = try ExpectedFailures.usualFile(client: name).map {
      path throws(UsageError) in try ExpectedFailures.load(file: path)
    }
    var definition = ""
    do throws(FileError) {
      if let folder = ScenarioFiles.usualClientsFolder().map({ "\($0)/\(name)" }),
        FileSystem.kind(of: folder) == .folder
      {
        definition = try Fingerprint(filesIn: folder).text
      }
    } catch {
      throw .files(["\(error.file): \(error.reason)"])
    }
    wanted = ClientResults(
      client: makeClient(EventLoop()).identity,
      basis: .init(authspec: Program.version, catalogue: fingerprint, definition: definition))
  }
}
