internal import ClientDrivers
internal import Conformance
internal import Polling
internal import ReferenceClient
internal import ScenarioLanguage

/// The client that a command line names: one of ours, one of the folder Clients, or a driver.
struct ChosenClient {
  /// Its name; where its expected failures are.
  let name: String
  /// How many of it may run at once; nil for any number.
  let jobs: Int?
  /// How a worker makes it.
  private(set) var make: Run.ClientFactory
  private var driver: DriverProgram?

  /// The client of a command line; nothing is started yet.
  init(_ arguments: Arguments) throws(UsageError) {
    if arguments.has("client"), arguments.has("driver") {
      throw UsageError(
        message: "--client and --driver each name a client: give one",
        command: arguments.command.name)
    }
    if let line = arguments["driver"] {
      self.init(driver: DriverProgram(name: "driver", words: try arguments.words(line)), jobs: nil)
    } else {
      try self.init(named: arguments["client"] ?? "libcurl", of: arguments.command.name)
    }
  }

  /// The names that can be given: those that need no file first.
  static var names: [String] { ClientFiles.builtIn + ClientFiles.names() }

  /// The client of a name that was given to a command.
  init(named name: String, of command: Command.Name) throws(UsageError) {
    switch name {
    case "libcurl": self.init(name: name, jobs: nil) { LibcurlClient(loop: $0) }
    case "reference": self.init(name: name, jobs: nil) { ReferenceClient(loop: $0) }
    default: try self.init(file: ChosenClient.file(name, of: command))
    }
  }

  /// The file of the client of that name.
  static func file(_ name: String, of command: Command.Name) throws(UsageError)
    -> ClientFile
  {
    do throws(ClientFileError) {
      return try ClientFiles.load(name)
    } catch {
      switch error {
      case .unknown(let name, let nearest):
        throw UsageError(
          message: "no client is named '\(name)'" + Arguments.suggestion(nearest), command: command)
      case .unreadable(let error): throw .files(["\(error.file): \(error.reason)"])
      case .invalid(let diagnostics): throw .files(diagnostics.map(\.description))
      }
    }
  }

  /// The client of a file.
  init(file: ClientFile) throws(UsageError) {
    guard
      let program = DriverProgram(
        file.definition, folder: file.folder, installed: file.installed)
    else { throw .files(["\(file.path): commands are not played yet"]) }
    self.init(driver: program, jobs: file.definition.jobs)
  }

  private init(name: String, jobs: Int?, make: @escaping Run.ClientFactory) {
    self.name = name
    self.jobs = jobs
    self.make = make
  }

  private init(driver program: DriverProgram, jobs: Int?) {
    self.init(name: program.name, jobs: jobs) { DriverClient(loop: $0, program: program) }
    driver = program
  }

  /// Starts what has to be started to know what the client is. Nil, or why it cannot be played to.
  mutating func prepare() -> ClientTrouble? {
    guard let program = driver else { return nil }
    let first = DriverClient(loop: EventLoop(), program: program)
    if let trouble = first.start() { return trouble }
    let identity = first.identity
    make = { DriverClient(loop: $0, program: program, identity: identity) }
    return nil
  }
}

extension Arguments {
  /// The words of a command line within the command line.
  fileprivate func words(_ line: String) throws(UsageError) -> [String] {
    do throws(CommandWords.Mistake) {
      return try CommandWords(line).words
    } catch {
      let mark = String(repeating: " ", count: error.offset) + "^"
      throw UsageError(message: "\(error.reason)\n  \(line)\n  \(mark)", command: command.name)
    }
  }
}

extension ClientTrouble {
  /// As it is told.
  var words: String {
    switch self {
    case .unsupported(let reason): "the client cannot do this: \(reason)"
    case .hung(let words): words.isEmpty ? "the client did not answer in time" : words
    case .crashed(let words): "the client crashed: \(words)"
    case .faulty(let reason): reason
    }
  }
}
