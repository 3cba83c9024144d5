// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// Reads the outcome of a command's process, with compiled patterns.
final class CommandReading {
  /// The results of a process.
  struct Remains {
    var ending: ProcessEnding
    var output: [UInt8]
    /// The standard output is cut.
    var isCut = false
    var errors: StderrTail
    /// The file `{headers}`.
    var headers: [UInt8]
    /// The file `{output}`; `nil` if the command made none.
    var file: Octets?
  }

  private struct Rule {
    var exit: [Int]?
    var patterns: [(place: CommandDefinition.Place, pattern: POSIXRegex)]
    var meaning: CommandDefinition.Meaning
    var hasBody: Bool

    /// `true` if a process that exits with 0 has to write the status on standard output.
    var promisesStatus: Bool {
      guard case .found = meaning else { return false }
      return exit?.contains(0) == true && patterns.contains { $0.place == .stdout }
    }
  }

  private let name: String
  private let body: CommandDefinition.BodySource?
  private var rules: [Rule] = []

  init(_ program: ClientProgram) {
    name = program.name
    body = program.command.body
    for rule in program.command.outcomes {
      var patterns: [(CommandDefinition.Place, POSIXRegex)] = []
      for pattern in rule.patterns {
        // The file's loader refuses invalid patterns.
        if let compiled = try? POSIXRegex(pattern.text) {
          patterns.append((pattern.place, compiled))
        }
      }
      rules.append(
        Rule(
          exit: rule.exit, patterns: patterns, meaning: rule.meaning, hasBody: rule.hasBody))
    }
  }

  /// How the request ended.
  func outcome(_ remains: Remains) -> ClientOutcome {
    let tail = remains.errors.tail
    if let report = remains.errors.sanitizerReport { return .crashed("\(name): \(report)\(tail)") }
    guard case .exit(let status) = remains.ending else {
      return .crashed("\(name) \(remains.ending)\(tail)")
    }
    for rule in rules where rule.exit?.contains(status) != false {
      if let outcome = apply(rule, remains) { return outcome }
    }
    if status == 0, rules.contains(where: \.promisesStatus) {
      return .faulty(
        "\(name) exited with status 0, but its standard output has no status where its outcomes "
          + "look for one: \(CommandReading.firstLine(remains.output))"
          + (remains.isCut ? "; it is cut at \(CommandClient.longestOutput) octets" : "") + tail)
    }
    if status == 0 { return .response(response(nil, remains)) }
    let last = remains.errors.lines(1)
    let message = "\(remains.ending)" + (last.isEmpty ? "" : ": \(last)")
    return .failure(ClientFailure(kind: .other, message: message))
  }

  /// The beginning of the first line of an output.
  private static func firstLine(_ output: [UInt8]) -> String {
    let line = output.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).first ?? []
    return line.isEmpty ? "it is empty" : "\(Octets(line.prefix(120)))"
  }

  /// The outcome by a rule; `nil` if the rule does not match.
  private func apply(_ rule: Rule, _ remains: Remains) -> ClientOutcome? {
    var found: Octets?
    for (place, pattern) in rule.patterns {
      let text =
        switch place {
        case .stdout: remains.output
        case .stderr: remains.errors.text
        case .headers: remains.headers
        }
      guard let match = pattern.lastMatch(in: text) else { return nil }
      found = match
    }
    switch rule.meaning {
    case .status(let status): return .response(response(status, remains, hasBody: rule.hasBody))
    case .found:
      guard let text = found?.utf8, let status = Int(text), (100...999).contains(status) else {
        return nil
      }
      return .response(response(status, remains, hasBody: rule.hasBody))
    case .error(let word):
      let last = remains.errors.lines(1)
      return .failure(
        ClientFailure(
          kind: ClientFailure.Kind(rawValue: word) ?? .other,
          message: last.isEmpty ? "\(remains.ending)" : last))
    }
  }

  private func response(
    _ status: Int?, _ remains: Remains, hasBody: Bool = true
  ) -> ClientResponse {
    let body: Octets? =
      switch hasBody ? body : nil {
      case .output: CommandReading.cut(remains.file ?? Octets())
      case .stdout: Octets(remains.isCut ? remains.output + CommandReading.note : remains.output)
      case nil: nil
      }
    return ClientResponse(
      status: status, fields: CommandReading.lastSection(remains.headers), body: body)
  }

  /// The end of a body that is cut.
  private static let note = Array("\n… cut at \(CommandClient.longestOutput) octets".utf8)

  /// The body, cut if it is too long.
  private static func cut(_ body: Octets) -> Octets {
    guard body.count > CommandClient.longestOutput else { return body }
    return Octets(Array(body.bytes.prefix(CommandClient.longestOutput)) + note)
  }

  /// The field lines of the last header section in a file that may hold those of several responses;
  /// none in a log, whose lines begin with a time.
  static func lastSection(_ octets: [UInt8]) -> FieldSection {
    var section = octets[...]
    while let last = section.last, last == 0x0A || last == 0x0D { section.removeLast() }
    // An empty line ends the section before it. A file may have very many lines, so they are not
    // split.
    var end = section.endIndex
    while end > section.startIndex {
      let start = section[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? section.startIndex
      if section[start..<end].allSatisfy({ $0 == 0x0D }) {
        section = section[(end + 1)...]
        break
      }
      end = max(section.startIndex, start - 1)
    }
    guard section.first(where: { $0 != 0x0A && $0 != 0x0D })?.isASCIILetter ?? false else {
      return FieldSection()
    }
    return FieldSection(responseLines: CommandReading.beginning(of: section))
  }

  /// The most lines of a header section that are read.
  private static let mostLines = 1 << 16

  /// The first lines of a header section.
  private static func beginning(of section: ArraySlice<UInt8>) -> [UInt8] {
    var lines = 0
    let end = section.firstIndex { octet in
      if octet == 0x0A { lines += 1 }
      return lines == mostLines
    }
    return Array(section[..<(end ?? section.endIndex)])
  }
}
