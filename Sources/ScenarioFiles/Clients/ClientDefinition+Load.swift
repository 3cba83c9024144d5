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
    let decoder = Decoder(text: text, file: file)
    decoder.syntaxError = syntaxError
    let definition = YAMLComposer.compose(decoder.collector).flatMap(decoder.client)
    return (decoder.collector.isEmpty ? definition : nil, decoder.collector.sorted())
  }
}

/// The keys of a client.yaml that clients of both kinds may have.
struct ClientFile {
  /// A client that is a process for each request, or one process for all.
  enum Kind: String, CaseIterable { case command, driver }

  var kind = Kind.driver
  var definition: ClientDefinition
}

extension Forms {
  static let clientFile: YAMLForm<ClientFile> = .init(
    "a client", rest: .form { command.schema },
    .must(
      "name", \.definition.name, YAMLKind(.text) { $0.clientName($1) }, "the name of its folder"),
    .option("about", \.definition.about, .words("a sentence")),
    .must("kind", \.kind, .choice("a kind"), "command, or driver"),
    .must(
      "argv", \.definition.argv, YAMLKind(.list(.text)) { $0.argv($1) }, "[program, argument, …]"),
    .may("environment", \.definition.environment, .variables),
    .may("files", \.definition.files, .files),
    .option("version", \.definition.version, .form(version) { _ in .init() }),
    .may("limits", \.definition.limits, .form(limits) { _ in .init() }),
    .may("start", \.definition.start, .number("milliseconds", 100...600_000)),
    .option("jobs", \.definition.jobs, .number("processes", 1...1024)),
    .may("install", \.definition.install, .form(install) { _ in .init() }),
    .may("skip", \.definition.skips, .list("cases", YAMLKind(skip.schema) { $0.skip($1) })))

  private static let version: YAMLForm<ClientDefinition.VersionQuestion> = .init(
    "version",
    .must("argv", \.argv, .program(ifEmpty: "argv is empty"), "[program, --version]"),
    .option("pattern", \.pattern, .expression))

  private static let limits: YAMLForm<ClientDefinition.Limits> = .init(
    "limits",
    .option("memory", \.memory, .memory),
    .may("files", \.files, .number("open files", 16...1_000_000)))

  private static let install: YAMLForm<ClientDefinition.Installation> = .init(
    "install",
    .may("debian", \.debian, .packages("packages")),
    .may("python", \.python, .packages("requirements")),
    .may("commands", \.commands, .list("commands", .program(ifEmpty: "a command is empty"))))

  fileprivate static let skip: YAMLForm<(cases: [NamePattern], reason: String)> = .init(
    "an entry of skip",
    .must("case", \.cases, .patterns(caseWords), caseWords),
    .must("reason", \.reason, .words(reasonWords), reasonWords))

  private static let reasonWords = "why the cases show nothing about the client"
}

extension YAMLKind<Int> {
  /// Megabytes; `nil` for `none`.
  fileprivate static let memory = YAMLKind(.any([.text, .number(16...1_000_000)])) {
    decoder, node in
    if case .scalar("none", _) = node.content { return nil }
    return decoder.number(node, "megabytes of memory (or none)", in: 16...1_000_000)
  }
}

extension YAMLKind<[FillableText]> {
  static func fillables(_ what: String) -> YAMLKind { list(what, .fillable("a text")) }

  static let arguments = fillables("arguments")

  /// A program and its arguments; reports `problem` for an empty list.
  fileprivate static func program(ifEmpty problem: String) -> YAMLKind {
    let list = fillables("a program and its arguments")
    return YAMLKind(list.schema) { decoder, node in
      let argv = list.read(decoder, node) ?? []
      if argv.isEmpty, case .sequence = node.content { decoder.report(node, problem) }
      return argv.isEmpty ? nil : argv
    }
  }
}

extension YAMLKind<FillableText> {
  /// A text with placeholders.
  static func fillable(_ what: String) -> YAMLKind { YAMLKind(.text) { $0.fillable($1, what) } }
}

extension YAMLKind<[ClientDefinition.Setting]> {
  static let variables = YAMLKind(.map(.text)) {
    $0.settings($1, "variables", Decoder.wrongVariable)
  }
  static let files = YAMLKind(.map(.text)) { $0.settings($1, "files", Decoder.wrongPath) }
}

extension YAMLKind<String> {
  /// An extended regular expression (POSIX 9.4).
  static let expression = YAMLKind(.text) { decoder, node in
    guard let text = decoder.raw(node, "a pattern") else { return nil }
    guard let problem = decoder.syntaxError(text) else { return text }
    decoder.report(
      node, "\(decoder.shown(node)) is not a pattern: \(problem)",
      hint: "an extended regular expression of POSIX, as in ^HTTP/[0-9.]+ ([0-9]{3})")
    return nil
  }
}

extension YAMLKind<[String]> {
  /// Names of packages that are safe in a shell command: no spaces, quotes or options.
  fileprivate static func packages(_ what: String) -> YAMLKind {
    list(
      what,
      YAMLKind<String>(.text) { decoder, node in
        guard let text = decoder.words(node, what) else { return nil }
        let isSound = text.utf8.allSatisfy { $0.isNameOctet || "._+=<>~!,[]:/".utf8.contains($0) }
        if isSound, text.first != "-" { return text }
        decoder.report(node, "\(decoder.shown(node)) cannot be one of \(what)")
        return nil
      })
  }
}

extension Decoder {
  fileprivate func client(_ root: YAMLNode) -> ClientDefinition? {
    guard let fields = openFields(root, as: Forms.clientFile) else { return nil }
    let ofCommand = Fields(fields.others, as: Forms.command, span: root.span)
    reportUnknown(
      ofCommand.others, in: fields.form.holder, known: fields.form.names + ofCommand.form.names)
    var file = ClientFile(definition: ClientDefinition(location: root.span.start))
    guard fields.read(into: &file, by: self) else { return nil }
    if file.kind == .driver {
      for entry in ofCommand.entries {
        collector.report(
          entry.nameSpan, "a driver has no \(entry.name):",
          hint: "that belongs to kind: command; a driver says itself what it can")
      }
    } else {
      var command = CommandDefinition()
      ofCommand.read(into: &command, by: self)
      checkOptions(file.definition, command, at: fields.entry("argv"))
      file.definition.kind = .command(command)
    }
    return file.definition
  }

  // MARK: Names and texts

  fileprivate func clientName(_ node: YAMLNode) -> String? {
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
  fileprivate func fillable(_ node: YAMLNode, _ what: String) -> FillableText? {
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

  fileprivate func argv(_ node: YAMLNode) -> [ClientDefinition.Argument]? {
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

  /// The entries of a mapping; `wrong` returns what is wrong with a name, and a hint.
  fileprivate func settings(
    _ node: YAMLNode, _ what: String, _ wrong: (String) -> (String, String)?
  ) -> [ClientDefinition.Setting] {
    entries(node, expected: what).compactMap { entry in
      if let (problem, hint) = wrong(entry.name) {
        collector.report(entry.nameSpan, problem, hint: hint)
        return nil
      }
      return fillable(entry.value, "a text").map { .init(name: entry.name, value: $0) }
    }
  }

  fileprivate static func wrongVariable(_ name: String) -> (String, String)? {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "=") }) else {
      return ("\"\(name)\" cannot be a variable", "as in NO_PROXY")
    }
    guard ["HOME", "TMPDIR"].contains(name) else { return nil }
    return ("\(name) is given to every client", "it is a private folder; leave it out")
  }

  fileprivate static func wrongPath(_ path: String) -> (String, String)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if !path.utf8.contains(0), parts.allSatisfy({ !["", ".", ".."].contains($0) }) { return nil }
    return ("\"\(path)\" is not a path below HOME", "as in .config/git/config")
  }

  fileprivate func skip(_ node: YAMLNode) -> SkippedCases? {
    read(node, as: Forms.skip, into: (cases: [], reason: "")).map {
      SkippedCases(cases: $0.cases, reason: $0.reason, file: collector.source.file)
    }
  }
}
