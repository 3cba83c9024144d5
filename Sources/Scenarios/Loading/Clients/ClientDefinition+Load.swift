// SPDX-License-Identifier: Apache-2.0

extension ClientDefinition {
  /// Reads the text of a client.yaml, UTF-8. `nil` if anything is wrong, which the diagnostics say.
  ///
  /// `complaint` says what is wrong with a pattern, or nil: which expressions there are is the
  /// system's to know.
  package static func load(
    text: [UInt8], file: String, complaint: (_ pattern: String) -> String?
  ) -> (ClientDefinition?, [Diagnostic]) {
    let collector = DiagnosticCollector(source: SourceText(file: file, bytes: text))
    let decoder = Decoder(
      collector: collector, texts: TextReader(budget: Budget(), matrixKeys: []))
    guard let root = YAMLComposer.compose(collector) else { return (nil, collector.sorted()) }
    let definition = withoutActuallyEscaping(complaint) { complaint in
      ClientFileReader(decoder: decoder, complaint: complaint).read(root)
    }
    return (collector.isEmpty ? definition : nil, collector.sorted())
  }
}

/// Reads a client's file.
struct ClientFileReader {
  let decoder: Decoder
  /// Returns what is wrong with a pattern.
  let complaint: (String) -> String?

  /// Each word of a few, as a schema would list them.
  private static let driver = "driver"
  private static let command = "command"

  func read(_ root: YAMLNode) -> ClientDefinition? {
    guard let fields = decoder.fields(root, as: ClientFileKey.self) else { return nil }
    let name = decoder.required(.name, fields, "the name of its folder", self.name)
    let word = decoder.required(.kind, fields, "command, or driver") {
      decoder.word($0, "a kind", of: [ClientFileReader.command, ClientFileReader.driver])
    }
    let argv = decoder.required(.argv, fields, "[program, argument, …]", self.argv)
    guard let name, let word, let argv else { return nil }
    var definition = ClientDefinition(
      name: name, kind: .driver, argv: argv, location: root.span.start)
    var command = CommandDefinition()
    for (key, entry) in fields.known {
      let node = entry.value
      if key.isOfCommands, word == ClientFileReader.driver {
        decoder.collector.report(
          entry.nameSpan, "a driver has no \(key.rawValue):",
          hint: "that belongs to kind: command; a driver says itself what it can")
        continue
      }
      switch key {
      case .name, .kind, .argv: break
      case .about: definition.about = decoder.words(node, "a sentence")
      case .environment: definition.environment = settings(node, .variable)
      case .files: definition.files = settings(node, .file)
      case .version: definition.version = version(node)
      case .limits: definition.limits = limits(node)
      case .start:
        definition.start =
          decoder.number(node, "milliseconds", in: 100...600_000) ?? definition.start
      case .jobs: definition.jobs = decoder.number(node, "processes", in: 1...1024)
      case .install: definition.install = installation(node)
      case .fragments: fragments(node, into: &command)
      case .methods: command.methods = methods(node)
      case .stdin: command.bodyOnStandardInput = decoder.word(node, "stdin", of: ["body"]) != nil
      case .body:
        command.body = decoder.choice(node, "a body's place", of: CommandDefinition.BodySource.self)
      case .outcomes: command.outcomes = outcomes(node)
      case .abilities: command.abilities = abilities(node)
      }
    }
    if word == ClientFileReader.command {
      checkOptions(definition, command, fields)
      definition.kind = .command(command)
    }
    return definition
  }

  // MARK: Names and texts

  private func name(_ node: YAMLNode) -> String? {
    guard let text = decoder.words(node, "a name") else { return nil }
    let isSound = text.utf8.allSatisfy { $0.isNameOctet || "._+".utf8.contains($0) }
    guard isSound, let first = text.utf8.first, first != UInt8(ascii: "."),
      first != UInt8(ascii: "_")
    else {
      decoder.report(
        node, "\(decoder.shown(node)) is not a client's name",
        hint:
          "letters, digits and -._+, as its folder is called; a folder that begins with _ holds no client"
      )
      return nil
    }
    return text
  }

  /// A text with places.
  func text(_ node: YAMLNode, _ what: String) -> FillableText? {
    guard let raw = decoder.raw(node, what) else { return nil }
    do throws(FillableText.UnknownPlaceholder) {
      return try FillableText(raw)
    } catch {
      decoder.report(
        node, "nothing is called {\(error.word)}",
        hint: error.nearest.map { "did you mean {\($0)}?" }
          ?? "the words are those of docs/clients.md; the brace itself is {{", at: "{\(error.word)}"
      )
      return nil
    }
  }

  /// The texts of a list.
  func texts(_ node: YAMLNode, of what: String) -> [FillableText] {
    (decoder.list(node, of: what) ?? []).compactMap { text($0, "a text") }
  }

  private func argv(_ node: YAMLNode) -> [ClientDefinition.Argument]? {
    guard let nodes = decoder.list(node, of: "a program and its arguments") else { return nil }
    guard !nodes.isEmpty else {
      decoder.report(node, "argv is empty", hint: "argv: [program, argument, …]")
      return nil
    }
    return nodes.compactMap { node in
      if case .scalar("{options}", _) = node.content { return .options }
      return text(node, "an argument").map { .text($0) }
    }
  }

  // MARK: Variables and files

  /// The kind of a mapping's names.
  enum Settings {
    case variable
    case file
  }

  func settings(_ node: YAMLNode, _ kind: Settings) -> [ClientDefinition.Setting] {
    guard let entries = decoder.entries(node, expected: kind == .file ? "files" : "variables")
    else { return [] }
    return entries.compactMap { entry in
      if let wrong = kind == .file ? wrongPath(entry.name) : wrongVariable(entry.name) {
        decoder.collector.report(entry.nameSpan, wrong.0, hint: wrong.1)
        return nil
      }
      return text(entry.value, "a text").map { .init(name: entry.name, value: $0) }
    }
  }

  private func wrongVariable(_ name: String) -> (String, String)? {
    let isSound =
      !name.isEmpty && name.utf8.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "=") && $0 > 0x20 }
    guard isSound else { return ("\"\(name)\" cannot be a variable", "as in NO_PROXY") }
    guard ["HOME", "TMPDIR"].contains(name) else { return nil }
    return ("\(name) is given to every client", "it is a private folder; leave it out")
  }

  private func wrongPath(_ path: String) -> (String, String)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isSound =
      path.utf8.allSatisfy { $0 != 0 }
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    return isSound && !path.isEmpty
      ? nil : ("\"\(path)\" is not a path below HOME", "as in .config/git/config")
  }

  // MARK: Version, limits, installation

  private func version(_ node: YAMLNode) -> ClientDefinition.VersionQuestion? {
    guard let fields = decoder.fields(node, as: VersionKey.self) else { return nil }
    let argv = decoder.required(.argv, fields, "[program, --version]") { node -> [FillableText]? in
      let argv = texts(node, of: "a program and its arguments")
      if argv.isEmpty, case .sequence = node.content { decoder.report(node, "argv is empty") }
      return argv.isEmpty ? nil : argv
    }
    let pattern = fields[.pattern].flatMap(self.pattern)
    return argv.map { .init(argv: $0, pattern: pattern) }
  }

  /// An extended regular expression.
  func pattern(_ node: YAMLNode) -> String? {
    guard let text = decoder.raw(node, "a pattern") else { return nil }
    if let wrong = complaint(text) {
      decoder.report(
        node, "\(decoder.shown(node)) is not a pattern: \(wrong)",
        hint: "an extended regular expression of POSIX, as in ^HTTP/[0-9.]+ ([0-9]{3})")
      return nil
    }
    return text
  }

  private func limits(_ node: YAMLNode) -> ClientDefinition.Limits {
    var limits = ClientDefinition.Limits()
    guard let fields = decoder.fields(node, as: LimitKey.self) else { return limits }
    if let node = fields[.memory] {
      if case .scalar("none", _) = node.content {
        limits.memory = nil
      } else {
        limits.memory =
          decoder.number(node, "megabytes of memory (or none)", in: 16...1_000_000) ?? limits.memory
      }
    }
    if let node = fields[.files] {
      limits.files = decoder.number(node, "open files", in: 16...1_000_000) ?? limits.files
    }
    return limits
  }

  private func installation(_ node: YAMLNode) -> ClientDefinition.Installation {
    var installation = ClientDefinition.Installation()
    guard let fields = decoder.fields(node, as: InstallKey.self) else { return installation }
    if let node = fields[.debian] { installation.debian = words(node, "packages") }
    if let node = fields[.python] { installation.python = words(node, "requirements") }
    if let node = fields[.commands] {
      installation.commands = (decoder.list(node, of: "commands") ?? []).compactMap { node in
        let argv = texts(node, of: "a program and its arguments")
        if argv.isEmpty, case .sequence = node.content {
          decoder.report(node, "a command is empty")
        }
        return argv.isEmpty ? nil : argv
      }
    }
    return installation
  }

  /// A list of words that a shell and a package tool take as they are: no space, no quote, no
  /// option.
  private func words(_ node: YAMLNode, _ what: String) -> [String] {
    (decoder.list(node, of: what) ?? []).compactMap { node in
      guard let text = decoder.words(node, what) else { return nil }
      let isSound = text.utf8.allSatisfy { $0.isNameOctet || "._+=<>~!,[]:/".utf8.contains($0) }
      guard isSound, text.utf8.first != UInt8(ascii: "-") else {
        decoder.report(node, "\(decoder.shown(node)) cannot be one of \(what)")
        return nil
      }
      return text
    }
  }
}

extension ClientDefinition {
  init(name: String, kind: Kind, argv: [Argument], location: SourceLocation) {
    self.init(
      name: name, about: nil, kind: kind, argv: argv, environment: [], files: [], version: nil,
      limits: Limits(), start: 10_000, jobs: nil, install: Installation(), location: location)
  }
}
