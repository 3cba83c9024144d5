// SPDX-License-Identifier: Apache-2.0

extension ClientFileReader {
  // MARK: Fragments

  func fragments(_ node: YAMLNode, into command: inout CommandDefinition) {
    guard let entries = decoder.entries(node, expected: "fragments by what asks for them") else {
      return
    }
    for entry in entries {
      guard let fragment = Fragment(rawValue: entry.name) else {
        let known = Fragment.allCases.map(\.rawValue)
        decoder.collector.report(
          entry.nameSpan, "\"\(entry.name)\" asks for nothing",
          hint: decoder.collector.suggestion(for: entry.name, among: known)
            ?? "known: \(known.joined(separator: ", "))")
        continue
      }
      if fragment == .proxyHeader, case .scalar("unsupported", isPlain: true) = entry.value.content
      {
        command.unsupported.insert(fragment)
        continue
      }
      command.fragments[fragment] = addition(entry.value)
      command.order.append(fragment)
    }
  }

  /// A list of arguments, or a mapping with variables and files too.
  private func addition(_ node: YAMLNode) -> CommandDefinition.Addition {
    var addition = CommandDefinition.Addition()
    guard case .mapping = node.content else {
      addition.argv = texts(node, of: "arguments")
      return addition
    }
    guard let fields = decoder.fields(node, as: AdditionKey.self) else { return addition }
    if let node = fields[.argv] { addition.argv = texts(node, of: "arguments") }
    if let node = fields[.environment] { addition.environment = settings(node, .variable) }
    if let node = fields[.files] { addition.files = settings(node, .file) }
    return addition
  }

  func methods(_ node: YAMLNode) -> [String: CommandDefinition.MethodAddition] {
    guard let entries = decoder.entries(node, expected: "fragments by method") else { return [:] }
    var methods: [String: CommandDefinition.MethodAddition] = [:]
    for entry in entries {
      guard entry.name.isToken else {
        decoder.collector.report(
          entry.nameSpan, "\"\(entry.name)\" is not a method", hint: "as in POST; * is any other")
        continue
      }
      methods[entry.name] = methodAddition(entry.value)
    }
    return methods
  }

  /// A list of arguments, or a mapping that may have others for requests with a body.
  private func methodAddition(_ node: YAMLNode) -> CommandDefinition.MethodAddition {
    var addition = CommandDefinition.MethodAddition()
    guard case .mapping = node.content else {
      addition.plain.argv = texts(node, of: "arguments")
      return addition
    }
    guard let fields = decoder.fields(node, as: MethodKey.self) else { return addition }
    if let node = fields[.argv] { addition.plain.argv = texts(node, of: "arguments") }
    if let node = fields[.environment] { addition.plain.environment = settings(node, .variable) }
    if let node = fields[.files] { addition.plain.files = settings(node, .file) }
    if let node = fields[.body] { addition.body = texts(node, of: "arguments") }
    if let node = fields[.stream] { addition.stream = texts(node, of: "arguments") }
    return addition
  }

  /// Reports fragments without a placeholder for them.
  func checkOptions(
    _ definition: ClientDefinition, _ command: CommandDefinition, _ fields: Fields<ClientFileKey>
  ) {
    let methods = (command.methods ?? [:]).values
    let lists =
      command.fragments.values.map(\.argv)
      + methods.flatMap { [$0.plain.argv, $0.body ?? [], $0.stream ?? []] }
    guard lists.contains(where: { !$0.isEmpty }), !definition.argv.contains(.options),
      let entry = fields.entry(.argv)
    else { return }
    decoder.collector.report(
      entry.nameSpan, "argv has no place for the fragments",
      hint: "put \"{options}\" where they are to stand")
  }

  func abilities(_ node: YAMLNode) -> Set<String> {
    var abilities: Set<String> = []
    for node in decoder.list(node, of: "abilities") ?? [] {
      if let word = decoder.word(node, "an ability", of: Abilities.known.sorted()) {
        abilities.insert(word)
      }
    }
    return abilities
  }

  // MARK: Outcomes

  func outcomes(_ node: YAMLNode) -> [CommandDefinition.OutcomeRule] {
    (decoder.list(node, of: "outcomes") ?? []).compactMap(outcome)
  }

  private func outcome(_ node: YAMLNode) -> CommandDefinition.OutcomeRule? {
    guard let fields = decoder.fields(node, as: ProcessEndKey.self) else { return nil }
    var patterns: [CommandDefinition.Pattern] = []
    var isLookedFor = false
    for (key, place) in [
      (ProcessEndKey.stdout, CommandDefinition.Place.stdout), (.stderr, .stderr),
      (.headers, .headers),
    ] {
      guard let node = fields[key] else { continue }
      isLookedFor = true
      if let text = pattern(node) { patterns.append(.init(place: place, text: text)) }
    }
    guard fields.entry(.exit) != nil || isLookedFor else {
      decoder.report(
        node, "an outcome needs exit:, stdout:, stderr: or headers:",
        hint: "as in { exit: 0, stdout: '^status ([0-9]{3})$', status: found }")
      return nil
    }
    let exit = fields[.exit].map { node in
      decoder.oneOrMore(node).compactMap { decoder.number($0, "an exit status", in: 0...255) }
    }
    guard let meaning = meaning(fields, node, hasPattern: isLookedFor) else { return nil }
    return CommandDefinition.OutcomeRule(exit: exit, patterns: patterns, meaning: meaning)
  }

  private func meaning(
    _ fields: Fields<ProcessEndKey>, _ node: YAMLNode, hasPattern: Bool
  ) -> CommandDefinition.Meaning? {
    switch (fields[.status], fields[.error]) {
    case (let status?, nil):
      if case .scalar("found", _) = status.content {
        if hasPattern { return .found }
        decoder.report(
          status, "nothing is found without a pattern", hint: "add stdout:, stderr: or headers:")
        return nil
      }
      return decoder.status(status).map { .status($0) }
    case (nil, let error?):
      return decoder.word(error, "an error kind", of: Decoder.errorKinds).map { .error($0) }
    default:
      decoder.report(node, "an outcome needs either status: or error:")
      return nil
    }
  }
}
