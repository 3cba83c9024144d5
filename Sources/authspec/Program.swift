internal import ClientDrivers
internal import Conformance
internal import Polling

/// The program: what each command line comes to.
enum Program {
  /// authspec's version.
  static let version = "0.1.0"

  /// Does what a command line says, and tells how it went.
  static func run(_ words: [String]) -> ExitStatus {
    Signals.ignoreClosedPipes()
    let console = Console()
    let status: ExitStatus
    do throws(UsageError) {
      status = try run(Array(words.dropFirst()), console)
    } catch {
      console.complain("authspec: \(error.message)")
      let help = error.command.map { "authspec help \($0.rawValue)" } ?? "authspec help"
      console.complain("'\(help)' tells more.")
      status = .usage
    }
    return console.finish() || status != .good ? status : .fault
  }

  private static func run(_ words: [String], _ console: Console) throws(UsageError) -> ExitStatus {
    guard let first = words.first else {
      console.complain(Help.overview())
      return .usage
    }
    switch first {
    case "--help", "-h":
      console.say(Help.overview())
      return .good
    case "--version":
      let client = LibcurlClient(loop: EventLoop()).identity
      console.say("authspec \(version)\n\(client.version)\n")
      return .good
    default: break
    }
    guard let name = Command.Name(rawValue: first) else {
      let nearest = NearestName.to(first, among: Command.Name.allCases.map(\.rawValue))
      let kind = first.hasPrefix("-") ? "option" : "command"
      throw UsageError(message: "unknown \(kind) '\(first)'" + Arguments.suggestion(nearest))
    }
    let arguments = try Arguments(.named(name), words.dropFirst())
    if arguments.wantsHelp {
      console.say(Help.text(arguments.command))
      return .good
    }
    switch name {
    case .run: return try RunCommand(arguments, console).perform()
    case .list: return try ListCommand(arguments, console).perform()
    case .check: return try CheckCommand(arguments, console).perform()
    case .explain: return try ExplainCommand(arguments, console).perform()
    case .judge: return try JudgeCommand(arguments, console).perform()
    case .diff: return try DiffCommand(arguments, console).perform()
    case .matrix: return try MatrixCommand(arguments, console).perform()
    case .selftest: return try SelftestCommand(arguments, console).perform()
    case .requirements: return try RequirementsCommand(arguments, console).perform()
    case .completions:
      console.say(Completions.text(for: arguments.operands.first ?? ""))
      return .good
    case .help: return try help(arguments, console)
    }
  }

  private static func help(_ arguments: Arguments, _ console: Console) throws(UsageError)
    -> ExitStatus
  {
    guard let word = arguments.operands.first else {
      console.say(Help.overview())
      return .good
    }
    guard let name = Command.Name(rawValue: word) else {
      let nearest = NearestName.to(word, among: Command.Name.allCases.map(\.rawValue))
      throw UsageError(
        message: "unknown command '\(word)'" + Arguments.suggestion(nearest), command: .help)
    }
    console.say(Help.text(.named(name)))
    return .good
  }
}
