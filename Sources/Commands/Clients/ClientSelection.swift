// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import Platform
import Playing
import Scenarios
import Transcripts

/// The client that a command line names: one that is part of the program, one of the folder
/// Clients, a driver or a command.
package struct ClientSelection {
  /// Its name; where its expected failures are.
  package let name: String
  /// How many instances may run at once; `nil` for any number.
  package let jobs: Int?
  private var basis: Basis
  /// Its identity, if it had to be started to find out.
  private var found: ClientIdentity?
  /// The cases that its file skips.
  package private(set) var skips: [SkippedCases] = []
  /// How it is installed; `nil` if its file does not say so.
  private var installation: Installation?
  /// The word of the command line that names its program; `nil` if none does.
  private var word: String?
  /// The abilities that it was tried for and does not have, if its abilities are found by trying.
  private(set) var refused: [UnsupportedCapability] = []
  /// The ability that was being tried when the time of the run was up.
  private(set) var cut: UnsupportedCapability?

  private enum Basis {
    /// It needs no preparation, and its claims are tested with this program.
    case builtIn(Run.ClientFactory)
    case driver(ClientProgram)
    case command(ClientProgram)
    /// Its abilities are found by trying.
    case bareCommand(ClientProgram)
  }

  /// The options of which each names a client.
  static let options = ["client", "driver", "command"]

  /// The client of a command line; nothing is started yet.
  init(_ arguments: Arguments) throws(UsageError) {
    let given = ClientSelection.options.filter(arguments.has)
    if given.count > 1 {
      let options = given.map { "--\($0)" }.joined(separator: " and ")
      throw .words("\(options) each name a client: give one")
    }
    if let line = arguments["driver"] {
      self.init("driver", .driver(try ClientSelection.driver(line)))
    } else if let line = arguments["command"] {
      try self.init(bare: try CommandWords(line: line), of: arguments.command.name)
    } else {
      try self.init(named: arguments["client"] ?? "libcurl", arguments)
    }
    try checkOwnOptions(arguments)
    word = (arguments["driver"] ?? arguments["command"]).flatMap { line in
      (try? CommandWords(line: line))?.words.first
    }
  }

  /// Throws an option that belongs to another of the clients that are part of the program.
  private func checkOwnOptions(_ arguments: Arguments) throws(UsageError) {
    for client in arguments.table.clients where isProcess || client.name != name {
      guard let option = client.ownOptions.first(where: arguments.has) else { continue }
      throw .words("--\(option) is for the \(client.name) client: --client \(client.name)")
    }
  }

  /// The client with that name, with its own options of the command line.
  package init(named name: String, _ arguments: Arguments) throws(UsageError) {
    if let client = arguments.table.clients.first(where: { $0.name == name }) {
      self.init(name, .builtIn(try client.choice(arguments)))
    } else {
      try self.init(file: ClientSelection.file(name, arguments.table))
    }
  }

  /// Returns the file of the client with that name.
  static func file(_ name: String, _ table: CommandTable) throws(UsageError) -> ClientFile {
    do throws(ClientFileError) {
      return try ClientFiles.load(name, besides: table.clients.map(\.name))
    } catch {
      switch error {
      case .unknown(let name, let nearest):
        throw .words("no client is named '\(name)'" + Arguments.suggestion(nearest))
      case .unreadable(let error): throw .files([error.description])
      case .invalid(let diagnostics): throw .files(diagnostics.map(\.description))
      }
    }
  }

  /// Returns the driver that a command line names by an operand or with `--client`.
  static func driver(_ arguments: Arguments) throws(UsageError) -> ClientProgram {
    switch (arguments.operands.first, arguments["client"]) {
    case (let line?, nil):
      return try driver(line)
    case (nil, let name?):
      let file = try file(name, arguments.table)
      guard case .driver = file.definition.kind else {
        throw .words("'\(name)' is a command, not a driver")
      }
      return ClientProgram(file.definition, folder: file.folder, installed: file.installed)
    default:
      throw .words("expected a driver, or --client NAME")
    }
  }

  /// The client of a file.
  init(file: ClientFile) {
    let definition = file.definition
    let program = ClientProgram(definition, folder: file.folder, installed: file.installed)
    switch definition.kind {
    case .driver: self.init(program.name, .driver(program), jobs: definition.jobs)
    case .command: self.init(program.name, .command(program), jobs: definition.jobs)
    }
    skips = definition.skips
    installation = Installation(file)
  }

  /// Throws the patterns of cases to leave out that match none of `cases`, those of all scenarios.
  package func checkSkips(among cases: [Case]) throws(UsageError) {
    guard ExpectedFailures.areForUsualScenarios else { return }
    let ids = cases.map(\.id)
    let complaints = skips.flatMap { $0.complaints(among: ids) }
    guard complaints.isEmpty else { throw .files(complaints.map(\.description)) }
  }

  private init(_ name: String, _ basis: Basis, jobs: Int? = nil) {
    self.name = name
    self.basis = basis
    self.jobs = jobs
  }

  private static func driver(_ line: String) throws(UsageError) -> ClientProgram {
    ClientProgram(name: "driver", words: try CommandWords(line: line).words)
  }

  private init(bare words: CommandWords, of command: Command.Name) throws(UsageError) {
    let program: ClientProgram
    do throws(FillableText.UnknownPlaceholder) {
      program = try ClientProgram(words: words.words)
    } catch {
      throw .words(
        "nothing is called {\(error.word)}; the brace itself is {{"
          + Arguments.suggestion(error.nearest.map { ["{\($0)}"] } ?? []))
    }
    guard program.namesURL else {
      let better = CommandWords.line([CommandWords.line(words.words) + " {url}"])
      throw .words(
        "the command has no {url}, so it cannot be given the URL of a request:\n"
          + "  authspec \(command.word) --command \(better)")
    }
    self.init(program.name, .bareCommand(program))
  }

  /// The files that its command line names; none for a client in this process.
  var namedFiles: [String] {
    switch basis {
    case .builtIn: []
    case .driver(let program), .command(let program), .bareCommand(let program):
      program.namedFiles
    }
  }

  /// Makes an instance for a worker.
  package var make: Run.ClientFactory { make(environment: []) }

  /// Whether it runs as one or more processes.
  var isProcess: Bool {
    if case .builtIn = basis { false } else { true }
  }

  /// Like `make`, but with more variables in the environment of its processes.
  func make(environment more: [ClientDefinition.Setting]) -> Run.ClientFactory {
    let found = found
    switch basis {
    case .builtIn(let make): return make
    case .driver(var program):
      program.environment += more
      return { [program] in DriverClient(loop: $0, program: program, identity: found) }
    case .command(var program), .bareCommand(var program):
      program.environment += more
      return { [program] in CommandClient(loop: $0, program: program, identity: found) }
    }
  }

  // MARK: Preparation

  /// Finds out the identity of the client, which may start it. Returns why it cannot be run, or
  /// `nil`.
  package mutating func prepare(_ options: RunOptions = RunOptions()) -> ClientTrouble? {
    guard let (trouble, start) = identify(options) else { return nil }
    guard case .faulty(let reason) = trouble else { return trouble }
    guard let installation else {
      return .faulty(reason + (start == nil ? "" : adviceOnStart))
    }
    return start == .noSuchProgram || installation.isMissing
      ? .faulty("\(reason)\n\(installation.command) installs it") : trouble
  }

  /// Advice on how to start a file; empty if the command line names none.
  private var adviceOnStart: String {
    guard let word, FileReading.kind(of: word) == .file else { return "" }
    let program =
      switch word.split(separator: ".").last {
      case "py": "python3"
      case "js", "mjs", "cjs": "node"
      case "rb": "ruby"
      case "sh": "sh"
      default: "PROGRAM"
      }
    let other = word.contains("/") ? "chmod +x \(word)" : "'./\(word)'"
    return "\nto start a file: '\(program) \(word)', or \(other)"
  }

  /// How what is installed of it differs from what its files say, on one line; `nil` if it does
  /// not.
  var difference: String? { installation?.difference }

  /// Returns why it cannot be run and, if it did not even start, how it failed to.
  private mutating func identify(
    _ options: RunOptions
  ) -> (trouble: ClientTrouble, start: ProcessError.Start?)? {
    switch basis {
    case .builtIn: return nil
    case .driver(var program):
      program.deadline = options.deadline
      basis = .driver(program)
      let first = DriverClient(loop: EventLoop(), program: program)
      if let trouble = first.start() { return (trouble, first.failedStart) }
      found = first.identity
    case .command(var program):
      program.deadline = options.deadline
      do throws(ProcessError) {
        found = try program.identity()
      } catch {
        return (.faulty(error.reason), error.start)
      }
    case .bareCommand(var program):
      do throws(ProcessError) {
        let tried = try tried(program, options)
        found = tried
        program.command.abilities = tried.abilities
        basis = .bareCommand(program)
      } catch {
        return (.faulty(error.reason), error.start)
      }
    }
    return nil
  }

  /// Tries the abilities that a prepared client claims. Records those that its plain cases disprove
  /// in its identity, and returns them.
  package mutating func tryClaims(_ options: RunOptions = RunOptions()) -> [UnsupportedCapability] {
    switch basis {
    case .builtIn, .bareCommand: return []
    case .driver, .command:
      guard let probe = CapabilityProbe(options: options) else { return [] }
      let (wrong, missing) = tried(make(EventLoop()).identity.abilities, probe, make)
      found?.wrongClaims = wrong
      found?.missingCombinations = missing
      return wrong
    }
  }

  /// Returns the identity of a command without a file, whose abilities are found by trying.
  private mutating func tried(
    _ program: ClientProgram, _ options: RunOptions
  ) throws(ProcessError) -> ClientIdentity {
    var identity = try program.identity()
    guard let probe = CapabilityProbe(options: options) else { return identity }
    identity.abilities = Set(probe.abilities)
    let claiming = identity
    (refused, identity.missingCombinations) = tried(identity.abilities, probe) {
      CommandClient(loop: $0, program: program, identity: claiming)
    }
    identity.abilities.subtract(refused.map(\.ability))
    return identity
  }

  /// Tries abilities; returns those that the client does not have, and the combinations that it
  /// does not have of the others.
  private mutating func tried(
    _ abilities: Set<String>, _ probe: CapabilityProbe, _ make: @escaping Run.ClientFactory
  ) -> (wrong: [UnsupportedCapability], missing: [MissingCombination]) {
    let (name, wait) = (name, probe.wait)
    let outcome = probe.outcome(
      of: abilities, interruption: Signals.interruption, makeClient: make
    ) {
      LockedConsole().complain(
        "authspec: \(name) has not ended a plain request for "
          + "\(CapabilityProbe.slow / 1000) s; each gets \(wait) ms")
    }
    cut = outcome.cut
    let missing = probe.missingCombinations(
      of: abilities.subtracting(outcome.wrong.map(\.ability)), interruption: Signals.interruption,
      makeClient: make)
    return (outcome.wrong, missing)
  }
}

extension CommandWords {
  /// The words of a command line within a command line.
  fileprivate init(line: String) throws(UsageError) {
    do throws(Mistake) {
      try self.init(line)
    } catch {
      let mark = String(repeating: " ", count: error.offset) + "^"
      throw .words("\(error.reason)\n  \(line)\n  \(mark)")
    }
  }
}

extension ClientTrouble {
  /// The trouble in words.
  package var words: String {
    switch self {
    case .unsupported(let reason): "the client cannot do this: \(reason)"
    case .hung(let words): words.isEmpty ? "the client did not answer in time" : words
    case .crashed(let words): "the client crashed: \(words)"
    case .faulty(let reason): reason
    }
  }
}
