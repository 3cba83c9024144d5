// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension ClientFileReader {
  // MARK: Fragments

  func readFragments(_ node: YAMLNode, into command: inout CommandDefinition) {
    for entry in entries(node, expected: "fragments by what asks for them") {
      guard let fragment = Fragment(rawValue: entry.name) else {
        let known = Fragment.allCases.map(\.rawValue)
        reject(
          [entry], "asks for nothing",
          hint: collector.suggestion(for: entry.name, among: known)
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
    guard case .mapping = node.content else { return .init(argv: arguments(node)) }
    return read(node, as: AdditionKey.self, into: CommandDefinition.Addition()) {
      key, node, addition in
      switch key {
      case .argv: addition.argv = arguments(node)
      case .environment: addition.environment = settings(node, .variable)
      case .files: addition.files = settings(node, .file)
      }
    } ?? .init()
  }

  private func arguments(_ node: YAMLNode) -> [FillableText] { fillables(node, of: "arguments") }

  func methods(_ node: YAMLNode) -> [String: CommandDefinition.MethodAddition] {
    var methods: [String: CommandDefinition.MethodAddition] = [:]
    for entry in entries(node, expected: "fragments by method") {
      if entry.name.isToken {
        methods[entry.name] = methodAddition(entry.value)
      } else {
        reject([entry], "is not a method", hint: "as in POST; * is any other")
      }
    }
    return methods
  }

  /// A list of arguments, or a mapping with other arguments for requests with a body.
  private func methodAddition(_ node: YAMLNode) -> CommandDefinition.MethodAddition {
    guard case .mapping = node.content else { return .init(argv: arguments(node)) }
    return read(node, as: MethodKey.self, into: CommandDefinition.MethodAddition()) {
      key, node, addition in
      switch key {
      case .argv: addition.plain.argv = arguments(node)
      case .environment: addition.plain.environment = settings(node, .variable)
      case .files: addition.plain.files = settings(node, .file)
      case .body: addition.body = arguments(node)
      case .stream: addition.stream = arguments(node)
      }
    } ?? .init()
  }

  /// Reports fragments with arguments if argv has no `{options}`.
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
    collector.report(
      entry.nameSpan, "argv has no place for the fragments",
      hint: "put \"{options}\" where they are to stand")
  }

  // MARK: Outcomes

  func outcomeRule(_ node: YAMLNode) -> CommandDefinition.OutcomeRule? {
    guard let fields = fields(node, as: ProcessEndKey.self) else { return nil }
    let texts: [(CommandDefinition.Place, YAMLNode?)] = [
      (.stdout, fields[.stdout]), (.stderr, fields[.stderr]), (.headers, fields[.headers]),
    ]
    let hasPattern = texts.contains { $0.1 != nil }
    guard fields[.exit] != nil || hasPattern else {
      report(
        node, "an outcome needs exit:, stdout:, stderr: or headers:",
        hint: "as in { exit: 0, stdout: '^status ([0-9]{3})$', status: found }")
      return nil
    }
    let patterns = texts.compactMap { place, node -> CommandDefinition.Pattern? in
      node.flatMap(expression).map { .init(place: place, text: $0) }
    }
    let exit = fields[.exit].map { node in
      oneOrMore(node).compactMap { number($0, "an exit status", in: 0...255) }
    }
    return meaning(fields, node, hasPattern: hasPattern).map {
      var rule = CommandDefinition.OutcomeRule(meaning: $0)
      rule.exit = exit
      rule.patterns = patterns
      rule.hasBody = !keepsNoBody(fields)
      return rule
    }
  }

  /// `true` if the outcome says `body: none`.
  private func keepsNoBody(_ fields: Fields<ProcessEndKey>) -> Bool {
    guard let body = fields[.body] else { return false }
    guard case .scalar("none", _) = body.content else {
      report(body, "expected none", hint: "leave body: out if the client keeps the body")
      return false
    }
    if fields[.status] == nil { report(body, "an error has no body", hint: "remove body:") }
    return true
  }

  private func meaning(
    _ fields: Fields<ProcessEndKey>, _ node: YAMLNode, hasPattern: Bool
  ) -> CommandDefinition.Meaning? {
    switch (fields[.status], fields[.error]) {
    case (let status?, nil):
      guard case .scalar("found", _) = status.content else {
        return self.status(status).map { .status($0) }
      }
      if hasPattern { return .found }
      report(
        status, "nothing is found without a pattern", hint: "add stdout:, stderr: or headers:")
      return nil
    case (nil, let error?):
      return word(error, "an error kind", of: Decoder.errorKinds).map { .error($0) }
    default:
      report(node, "an outcome needs either status: or error:")
      return nil
    }
  }
}
