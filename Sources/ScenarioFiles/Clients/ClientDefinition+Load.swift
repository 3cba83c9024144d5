// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension ClientDefinition {
  /// Decodes a client.yaml. Returns `nil` for the client if there are diagnostics.
  ///
  /// - Parameters:
  ///   - text: the content of the file, UTF-8.
  ///   - file: the file's name in diagnostics.
  ///   - syntaxError: returns the syntax error of a regular expression, or `nil` if it has none.
  ///     The system defines which expressions are valid.
  package static func load(
    text: [UInt8], file: String, syntaxError: @escaping (_ pattern: String) -> String?
  ) -> (ClientDefinition?, [Diagnostic]) {
    let reader = ClientFileReader(text: text, file: file)
    reader.syntaxError = syntaxError
    let definition = YAMLComposer.compose(reader.collector).flatMap(reader.definition)
    return (reader.collector.isEmpty ? definition : nil, reader.collector.sorted())
  }
}

/// Decodes a client's file.
final class ClientFileReader: Decoder {
  /// A client that is a process for each request, or one process for all.
  private enum Kind: String, CaseIterable { case command, driver }

  /// Returns the syntax error of a regular expression; `nil` if it has none.
  var syntaxError: (String) -> String? = { _ in nil }

  func definition(_ root: YAMLNode) -> ClientDefinition? {
    guard let fields = fields(root, as: ClientFileKey.self) else { return nil }
    let name = required(.name, fields, "the name of its folder", clientName)
    let kind: Kind? = required(.kind, fields, "command, or driver") { choice($0, "a kind") }
    let argv = required(.argv, fields, "[program, argument, …]", self.argv)
    guard let name, let kind, let argv else { return nil }
    var definition = ClientDefinition(location: root.span.start)
    definition.name = name
    definition.argv = argv
    var command = CommandDefinition()
    for (key, entry) in fields.known {
      let node = entry.value
      if key.isOfCommands, kind == .driver {
        collector.report(
          entry.nameSpan, "a driver has no \(key.rawValue):",
          hint: "that belongs to kind: command; a driver says itself what it can")
        continue
      }
      switch key {
      case .name, .kind, .argv: break
      case .about: definition.about = words(node, "a sentence")
      case .environment: definition.environment = settings(node, .variable)
      case .files: definition.files = settings(node, .file)
      case .version: definition.version = version(node)
      case .limits: set(&definition.limits, limits(node))
      case .start: set(&definition.start, number(node, "milliseconds", in: 100...600_000))
      case .jobs: definition.jobs = number(node, "processes", in: 1...1024)
      case .install: set(&definition.install, installation(node))
      case .skip: definition.skips = list(node, of: "cases", skip)
      case .fragments: readFragments(node, into: &command)
      case .methods: command.methods = methods(node)
      case .stdin: command.bodyOnStandardInput = word(node, "stdin", of: ["body"]) != nil
      case .body: command.body = choice(node, "a body's place")
      case .outcomes: command.outcomes = list(node, of: "outcomes", outcomeRule)
      case .abilities:
        let known = Abilities.known.sorted()
        command.abilities = Set(
          list(node, of: "abilities") { word($0, "an ability", of: known) })
      }
    }
    if kind == .command {
      checkOptions(definition, command, fields)
      definition.kind = .command(command)
    }
    return definition
  }

  // MARK: Names and texts

  private func clientName(_ node: YAMLNode) -> String? {
    guard let text = words(node, "a name") else { return nil }
    if text.utf8.allSatisfy({ $0.isNameOctet || "._+".utf8.contains($0) }), let first = text.first,
      first != ".", first != "_"
    {
      return text
    }
    report(
      node, "\(shown(node)) is not a client's name",
      hint: "letters, digits and -._+, as its folder is called; "
        + "a folder that begins with _ holds no client")
    return nil
  }

  /// A text with placeholders.
  func fillable(_ node: YAMLNode, _ what: String) -> FillableText? {
    guard let raw = raw(node, what) else { return nil }
    do throws(FillableText.UnknownPlaceholder) {
      return try FillableText(raw)
    } catch {
      report(
        node, "nothing is called {\(error.word)}",
        hint: error.nearest.map { "did you mean {\($0)}?" }
          ?? "the words are those of docs/clients.md; the brace itself is {{", at: "{\(error.word)}"
      )
      return nil
    }
  }

  /// A list of texts with placeholders.
  func fillables(_ node: YAMLNode, of what: String) -> [FillableText] {
    list(node, of: what) { fillable($0, "a text") }
  }

  /// A program and its arguments; reports `problem` for an empty list.
  private func program(_ node: YAMLNode, ifEmpty problem: String) -> [FillableText]? {
    let argv = fillables(node, of: "a program and its arguments")
    if argv.isEmpty, case .sequence = node.content { report(node, problem) }
    return argv.isEmpty ? nil : argv
  }

  private func argv(_ node: YAMLNode) -> [ClientDefinition.Argument]? {
    guard let nodes = list(node, of: "a program and its arguments") else { return nil }
    guard !nodes.isEmpty else {
      report(node, "argv is empty", hint: "argv: [program, argument, …]")
      return nil
    }
    return nodes.compactMap { node in
      if case .scalar("{options}", _) = node.content { return .options }
      return fillable(node, "an argument").map { .text($0) }
    }
  }

  // MARK: Variables and files

  /// The names of a mapping: environment variables, or paths of files.
  enum Settings { case variable, file }

  func settings(_ node: YAMLNode, _ kind: Settings) -> [ClientDefinition.Setting] {
    entries(node, expected: kind == .file ? "files" : "variables").compactMap { entry in
      if let (problem, hint) = kind == .file ? wrongPath(entry.name) : wrongVariable(entry.name) {
        collector.report(entry.nameSpan, problem, hint: hint)
        return nil
      }
      return fillable(entry.value, "a text").map { .init(name: entry.name, value: $0) }
    }
  }

  private func wrongVariable(_ name: String) -> (String, String)? {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "=") }) else {
      return ("\"\(name)\" cannot be a variable", "as in NO_PROXY")
    }
    guard ["HOME", "TMPDIR"].contains(name) else { return nil }
    return ("\(name) is given to every client", "it is a private folder; leave it out")
  }

  private func wrongPath(_ path: String) -> (String, String)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if !path.utf8.contains(0), parts.allSatisfy({ !["", ".", ".."].contains($0) }) { return nil }
    return ("\"\(path)\" is not a path below HOME", "as in .config/git/config")
  }

  // MARK: Version, limits, installation

  private func version(_ node: YAMLNode) -> ClientDefinition.VersionQuestion? {
    guard let fields = fields(node, as: VersionKey.self) else { return nil }
    let argv = required(.argv, fields, "[program, --version]") {
      program($0, ifEmpty: "argv is empty")
    }
    let pattern = fields[.pattern].flatMap(expression)
    return argv.map {
      var version = ClientDefinition.VersionQuestion()
      version.argv = $0
      version.pattern = pattern
      return version
    }
  }

  /// An extended regular expression (POSIX 9.4).
  func expression(_ node: YAMLNode) -> String? {
    guard let text = raw(node, "a pattern") else { return nil }
    guard let problem = syntaxError(text) else { return text }
    report(
      node, "\(shown(node)) is not a pattern: \(problem)",
      hint: "an extended regular expression of POSIX, as in ^HTTP/[0-9.]+ ([0-9]{3})")
    return nil
  }

  private func limits(_ node: YAMLNode) -> ClientDefinition.Limits? {
    read(node, as: LimitKey.self, into: ClientDefinition.Limits()) { key, node, limits in
      switch key {
      case .memory:
        if case .scalar("none", _) = node.content {
          limits.memory = nil
        } else {
          limits.memory = number(node, "megabytes of memory (or none)", in: 16...1_000_000)
        }
      case .files: set(&limits.files, number(node, "open files", in: 16...1_000_000))
      }
    }
  }

  private func installation(_ node: YAMLNode) -> ClientDefinition.Installation? {
    read(node, as: InstallKey.self, into: ClientDefinition.Installation()) { key, node, install in
      switch key {
      case .debian: install.debian = packages(node, "packages")
      case .python: install.python = packages(node, "requirements")
      case .commands:
        install.commands = list(node, of: "commands") {
          program($0, ifEmpty: "a command is empty")
        }
      }
    }
  }

  /// Names of packages that are safe in a shell command: no spaces, quotes or options.
  private func packages(_ node: YAMLNode, _ what: String) -> [String] {
    list(node, of: what) { node in
      guard let text = words(node, what) else { return nil }
      let isSound = text.utf8.allSatisfy { $0.isNameOctet || "._+=<>~!,[]:/".utf8.contains($0) }
      if isSound, text.first != "-" { return text }
      report(node, "\(shown(node)) cannot be one of \(what)")
      return nil
    }
  }

  // MARK: Skipped cases

  private func skip(_ node: YAMLNode) -> SkippedCases? {
    guard let fields = fields(node, as: SkipKey.self) else { return nil }
    let cases = patterns(.case, fields, "a case's id, * for anything")
    let reason = required(.reason, fields, "why the cases show nothing about the client")
    guard let cases, let reason else { return nil }
    return SkippedCases(cases: cases, reason: reason, file: collector.source.file)
  }
}
