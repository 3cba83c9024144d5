// SPDX-License-Identifier: Apache-2.0

/// A command: its row of the table that parsing, help and completions are made from.
struct Command: Sendable {
  /// What a command's operands are.
  enum Operands: Sendable {
    case none
    /// Ids, folders, files and patterns of scenarios; all scenarios where there are none.
    case scenarios
    /// One id.
    case scenario
    /// Files, at least one.
    case files
    /// Ids of published leaks; all where there are none.
    case leaks
    /// Names of clients; all clients where there are none.
    case clients
    /// One of these words.
    case choice([String])
    /// A driver's command line, or nothing.
    case driver
    /// A command's name, or nothing.
    case command
  }

  /// The commands there are.
  enum Name: String, CaseIterable, Sendable {
    case run, list, check, explain, judge, diff, clients, matrix, proof
    case driverCheck = "driver-check"
    case fuzz, selftest, requirements, catalogue, leaks, audit
    case completions, manual, help
  }

  let name: Name
  let operands: Operands
  /// What it does, in a few words.
  let summary: String
  /// What else there is to know.
  let details: String
  let options: [Option]

  /// How the operands are written in the help.
  var usage: String {
    switch operands {
    case .none: ""
    case .scenarios: "[ID | FOLDER | FILE | PATTERN]..."
    case .scenario: "ID"
    case .files: "FILE..."
    case .leaks: "[ID]..."
    case .clients: "[CLIENT]..."
    case .choice(let words): words.joined(separator: "|")
    case .driver: "[CMD]"
    case .command: "[COMMAND]"
    }
  }

  /// The command of a name; `command` is the one that takes it as an operand.
  static func named(_ word: String, for command: Name? = nil) throws(UsageError) -> Command {
    guard let named = table.first(where: { $0.name.rawValue == word }) else {
      let kind = word.hasPrefix("-") ? "option" : "command"
      throw .unknown(
        "unknown \(kind) '\(word)'", word, among: Name.allCases.map(\.rawValue),
        command: command)
    }
    return named
  }
}
