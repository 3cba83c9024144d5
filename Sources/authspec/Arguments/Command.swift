// SPDX-License-Identifier: Apache-2.0

/// A command: its row of the table that parsing, help and completions are made from.
struct Command: Sendable {
  /// What a command's operands are.
  struct Operands: Sendable {
    /// What operands can be, for completions.
    enum Words: Sendable {
      case none, scenarios, clients, commands, files
      case choice([String])
    }

    /// How they are written in the help.
    let usage: String
    /// The number of operands that is allowed.
    let count: ClosedRange<Int>
    /// The message for any other number; `nil` to call the first operand unexpected.
    let complaint: String?
    let words: Words

    private init(
      _ usage: String, _ count: ClosedRange<Int>, _ words: Words, _ complaint: String? = nil
    ) {
      self.usage = usage
      self.count = count
      self.complaint = complaint
      self.words = words
    }

    static let none = Operands("", 0...0, .none)
    /// Ids, folders, files and patterns of scenarios; all scenarios where there are none.
    static let scenarios = Operands("[ID | FOLDER | FILE | PATTERN]...", 0 ... .max, .scenarios)
    /// One id.
    static let scenario = Operands("ID", 1...1, .scenarios, "expected the id of one scenario")
    /// One id or file of a scenario or of a case.
    static let served = Operands(
      "ID | FILE", 1...1, .scenarios, "expected one scenario or case, by its id or file")
    static let files = Operands("FILE...", 1 ... .max, .files, "expected a file")
    /// Ids of published leaks; all where there are none.
    static let leaks = Operands("[ID]...", 0 ... .max, .none)
    /// Names of clients; all clients where there are none.
    static let clients = Operands("[CLIENT]...", 0 ... .max, .clients)
    /// A driver's command line, or nothing.
    static let driver = Operands(
      "[CMD]", 0...1, .files, "expected one driver: put its whole command line in quotes")
    /// A command's name, or nothing.
    static let command = Operands("[COMMAND]", 0...1, .commands, "expected the name of one command")

    /// One of these words.
    static func choice(_ words: [String]) -> Operands {
      Operands(words.joined(separator: "|"), 1...1, .choice(words))
    }
  }

  /// The commands there are.
  enum Name: String, CaseIterable, Sendable {
    case run, serve, list, check, explain, judge, baseline, merge, diff, clients, matrix, proof
    case driverCheck = "driver-check"
    case fuzz, selftest, requirements, catalogue, leaks, audit
    case completions, manual, help

    /// `false` if it only prints texts of the program.
    var needsMemory: Bool {
      switch self {
      case .completions, .manual, .help: false
      case .run, .serve, .list, .check, .explain, .judge, .baseline, .merge, .diff, .clients,
        .matrix, .proof, .driverCheck, .fuzz, .selftest, .requirements, .catalogue, .leaks, .audit:
        true
      }
    }
  }

  let name: Name
  let operands: Operands
  /// A short description.
  let summary: String
  /// The rest of the help text.
  let details: String
  let options: [Option]

  /// Returns the command with that name.
  static func named(_ word: String) throws(UsageError) -> Command {
    guard let command = table.first(where: { $0.name.rawValue == word }) else {
      let kind = word.hasPrefix("-") ? "option" : "command"
      throw .unknown(
        "unknown \(kind) '\(word)'", word, among: Name.allCases.map(\.rawValue))
    }
    return command
  }
}
