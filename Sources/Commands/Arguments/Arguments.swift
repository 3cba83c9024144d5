// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios

/// A command line, parsed by the table of commands.
package struct Arguments {
  /// What the program can be told.
  package let table: CommandTable
  /// The command.
  package let command: Command
  /// The operands in order.
  package private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  /// The index in `argv` of the word that has the last value of each option.
  private var places: [String: Int] = [:]
  /// Whether `--help` is given.
  private(set) var wantsHelp = false

  /// The number of words in `argv` before those that are parsed: the program and the command.
  private static let wordsBefore = 2

  /// Parses the words after a command's name: `--name value` and `--name=value`; `--` ends the
  /// options.
  init(
    _ command: Command, of table: CommandTable, _ words: some Sequence<String>
  ) throws(UsageError) {
    self.table = table
    self.command = command
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      let place = Arguments.wordsBefore + rest.startIndex - 1
      if word == "--" {
        operands += rest
        break
      }
      if word == "--help" || word == "-h" {
        wantsHelp = true
      } else if word.hasPrefix("-"), word != "-" {
        try parse(option: word, at: place, &rest)
      } else {
        operands.append(word)
      }
    }
    if !wantsHelp { try checkOperands() }
  }

  private mutating func parse(
    option word: String, at place: Int, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let sign = word.firstIndex(of: "=")
    let spelled = String(word[..<(sign ?? word.endIndex)])
    guard spelled.hasPrefix("--"),
      let option = command.options.first(where: { "--\($0.name)" == spelled })
    else {
      let known = command.options.map { "--\($0.name)" } + ["--help"]
      throw .unknown("unknown option '\(spelled)'", spelled, among: known)
    }
    let attached = sign.map { String(word[word.index(after: $0)...]) }
    switch option.value {
    case .none:
      guard attached == nil else { throw .words("option '\(spelled)' takes no value") }
      values[option.name] = [""]
      return
    case .optional:
      if let attached { try check(attached, of: option) }
      values[option.name] = [attached ?? ""]
      return
    case .text, .choice, .client, .number, .file, .folder: break
    }
    // A word that begins like an option is one; such a value has to be attached with `=`.
    guard let value = attached ?? rest.first.flatMap({ $0.hasPrefix("--") ? nil : $0 }) else {
      throw .words("option '\(spelled)' needs a value: \(option.placeholder ?? "")")
    }
    if attached == nil { rest.removeFirst() }
    try check(value, of: option)
    guard option.isList || values[option.name] == nil else {
      throw .words("option '\(spelled)' is given twice")
    }
    values[option.name, default: []].append(value)
    places[option.name] = attached == nil ? place + 1 : place
  }

  private func check(_ value: String, of option: Option) throws(UsageError) {
    switch option.value {
    case .none: break
    case .text, .client, .file, .folder:
      if value.isEmpty { throw .words("option '--\(option.name)' needs a value") }
    case .choice(let words), .optional(let words):
      guard !words.contains(value) else { return }
      throw .unknown(
        "option '--\(option.name)' cannot be '\(value)', only \(words.joined(separator: ", "))",
        value, among: words)
    case .number(let range):
      guard let number = UInt64(value), range.contains(number) else {
        throw .words(
          "option '--\(option.name)' cannot be '\(value)', only a number from "
            + "\(range.lowerBound) to \(range.upperBound)")
      }
    }
  }

  private func checkOperands() throws(UsageError) {
    let wanted = command.operands
    if case .choice(let words) = wanted.words,
      operands.count != 1 || !words.contains(operands[0])
    {
      throw .unknown(
        "expected one of \(words.joined(separator: ", "))", operands.first ?? "", among: words)
    }
    guard wanted.count.contains(operands.count) else {
      throw .words(wanted.complaint ?? "unexpected argument '\(operands.first ?? "")'")
    }
    if let empty = operands.first(where: \.isEmpty) {
      throw .words("an argument is empty: '\(empty)'")
    }
  }

  /// `; did you mean 'x'?`
  static func suggestion(_ nearest: [String]) -> String {
    nearest.isEmpty
      ? "" : "; did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// Parses other words for the same command.
  func replaced(by words: [String]) throws(UsageError) -> Arguments {
    try Arguments(command, of: table, words)
  }

  // MARK: Values

  /// Whether an option is given.
  package func has(_ option: String) -> Bool { values[option] != nil }

  /// An option's last value, empty if it has none; `nil` if the option is not given.
  package subscript(_ option: String) -> String? { values[option]?.last }

  /// An option as reports repeat it in commands; `nil` if it is not given.
  func repeated(_ option: String) -> CommandOption? {
    guard has(option) else { return nil }
    guard let place = places[option] else {
      return CommandOption(self[option].flatMap { $0.isEmpty ? nil : "\(option)=\($0)" } ?? option)
    }
    return CommandOption(option, value: self[option], place: place)
  }

  /// All values of an option, in order.
  package func all(_ option: String) -> [String] { values[option] ?? [] }

  /// An option's number.
  package func number(_ option: String) -> UInt64? { self[option].flatMap { UInt64($0) } }

  /// An option's number, at most the largest `Int`.
  package func count(_ option: String) -> Int? { number(option).map { Int(clamping: $0) } }

  /// The number of workers: `--jobs`, or one for each core.
  package var jobs: Int { count("jobs") ?? Signals.cores }
}
