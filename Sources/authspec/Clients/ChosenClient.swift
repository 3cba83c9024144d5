internal import ClientDrivers
internal import Conformance
internal import Polling
internal import ReferenceClient
internal import ScenarioLanguage

/// The client that a command line names: one of ours, one of the folder Clients, or a driver.
struct ChosenClient {
  /// Its name; where its expected failures are.
  let name: String
  /// How a worker makes it.
  let make: Run.ClientFactory
  /// How many of it may run at once; nil for any number.
  let jobs: Int?

  /// Why there is no client.
  struct Failure: Error {
    /// What to say, a line or more each.
    var texts: [String]
    /// How the program ends.
    var status: ExitStatus
  }

  /// The client of a command line; a driver is started once, to hear what it is.
  init(_ arguments: Arguments) throws(Failure) {
    if arguments.has("client"), arguments.has("driver") {
      throw Failure(
        texts: ["authspec: --client and --driver each name a client; give one"], status: .usage)
    }
    if let line = arguments["driver"] {
      try self.init(driver: DriverProgram(name: "driver", words: ChosenClient.words(line)))
      return
    }
    switch arguments["client"] ?? "libcurl" {
    case "libcurl": self.init(name: "libcurl", jobs: nil) { LibcurlClient(loop: $0) }
    case "reference": self.init(name: "reference", jobs: nil) { ReferenceClient(loop: $0) }
    case let name: try self.init(file: ChosenClient.file(name))
    }
  }

  private init(name: String, jobs: Int?, make: @escaping Run.ClientFactory) {
    self.name = name
    self.jobs = jobs
    self.make = make
  }

  /// The client of a file.
  init(file: ClientFile) throws(Failure) {
    guard
      let program = DriverProgram(
        file.definition, folder: file.folder, installed: file.installed)
    else {
      throw Failure(texts: ["authspec: \(file.path): commands are not played yet"], status: .fault)
    }
    try self.init(driver: program, jobs: file.definition.jobs)
  }

  private init(driver program: DriverProgram, jobs: Int? = nil) throws(Failure) {
    let first = DriverClient(loop: EventLoop(), program: program)
    if let trouble = first.start() {
      throw Failure(texts: ["authspec: \(trouble.words)"], status: .fault)
    }
    let identity = first.identity
    self.init(name: program.name, jobs: jobs) {
      DriverClient(loop: $0, program: program, identity: identity)
    }
  }

  private static func words(_ line: String) throws(Failure) -> [String] {
    do throws(CommandWords.Mistake) {
      return try CommandWords(line).words
    } catch {
      let mark = String(repeating: " ", count: error.offset) + "^"
      throw Failure(texts: ["authspec: \(error.reason)\n  \(line)\n  \(mark)"], status: .usage)
    }
  }

  private static func file(_ name: String) throws(Failure) -> ClientFile {
    do throws(ClientFileError) {
      return try ClientFiles.load(name)
    } catch {
      switch error {
      case .unknown(let name, let nearest):
        throw Failure(
          texts: ["authspec: no client is named '\(name)'" + Arguments.suggestion(nearest)],
          status: .usage)
      case .unreadable(let error):
        throw Failure(texts: ["\(error.file): \(error.reason)"], status: .usage)
      case .invalid(let diagnostics):
        throw Failure(texts: diagnostics.map(\.description), status: .usage)
      }
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
