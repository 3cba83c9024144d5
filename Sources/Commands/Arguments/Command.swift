// SPDX-License-Identifier: Apache-2.0

/// A command's part of the table that parsing, help and completions are made from.
package struct Command: Sendable {
  /// What a command's operands are.
  package struct Operands: Sendable {
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

    package static let none = Operands("", 0...0, .none)
    /// Ids, folders, files and patterns of scenarios; all scenarios where there are none.
    package static let scenarios = Operands(
      "[ID | FOLDER | FILE | PATTERN]...", 0 ... .max, .scenarios)
    /// One id.
    static let scenario = Operands("ID", 1...1, .scenarios, "expected the id of one scenario")
    /// One id or file of a scenario or of a case.
    static let served = Operands(
      "ID | FILE", 1...1, .scenarios, "expected one scenario or case, by its id or file")
    static let files = Operands("FILE...", 1 ... .max, .files, "expected a file")
    /// Ids of published leaks; all where there are none.
    package static let leaks = Operands("[ID]...", 0 ... .max, .none)
    /// Names of clients; all clients where there are none.
    package static let clients = Operands("[CLIENT]...", 0 ... .max, .clients)
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

  package let name: Name
  let operands: Operands
  /// A short description.
  let summary: String
  /// The rest of the help text.
  let details: String
  let options: [Option]
  /// `false` if it only prints texts of the program.
  let needsMemory: Bool

  package init(
    name: Name, operands: Operands, summary: String, details: String = "", options: [Option] = [],
    needsMemory: Bool = true
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.details = details
    self.options = options
    self.needsMemory = needsMemory
  }
}
