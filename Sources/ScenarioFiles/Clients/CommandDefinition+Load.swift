// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Forms {
  static let command: YAMLForm<CommandDefinition> = .init(
    "a command",
    .custom("fragments", .mapOf(Fragment.allCases.map(\.rawValue), additionSchema)) {
      $0.readFragments($1, into: &$2)
    },
    .custom("methods", .map(.any([.list(.text), method.schema]))) { $2.methods = $0.methods($1) },
    .may("stdin", \.bodyOnStandardInput, .isWord("body", "stdin", of: ["body"])),
    .option("body", \.body, .choice("a body's place")),
    .may(
      "outcomes", \.outcomes, .list("outcomes", YAMLKind(processEnd.schema) { $0.outcomeRule($1) })),
    .may(
      "abilities", \.abilities,
      .set(.list("abilities", .word("an ability", of: Abilities.known.sorted())))))

  fileprivate static let addition: YAMLForm<CommandDefinition.Addition> = .init(
    "a fragment",
    .may("argv", \.argv, .arguments),
    .may("environment", \.environment, .variables),
    .may("files", \.files, .files))
  private static let additionSchema = YAMLSchema.any([.text, .list(.text), addition.schema])

  fileprivate static let method: YAMLForm<CommandDefinition.MethodAddition> = .init(
    "a method",
    .may("argv", \.plain.argv, .arguments),
    .may("environment", \.plain.environment, .variables),
    .may("files", \.plain.files, .files),
    .option("body", \.body, .arguments),
    .option("stream", \.stream, .arguments))

  fileprivate static let processEnd: YAMLForm<Void> = .init(
    "an outcome",
    keys: [
      "exit": .any([.number(0...255), .list(.number(0...255))]), "stdout": .text, "stderr": .text,
      "headers": .text, "status": .any([YAMLKind<Int>.status.schema, .words(["found"])]),
      "body": .words(["none"]), "error": .words(Decoder.errorKinds),
    ])
}

extension Decoder {
  fileprivate func readFragments(_ node: YAMLNode, into command: inout CommandDefinition) {
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
      command.fragments[fragment] = addition(entry.value, as: Forms.addition, \.argv, .init())
      command.order.append(fragment)
    }
  }

  /// A list of arguments, or a mapping with more.
  private func addition<Value>(
    _ node: YAMLNode, as form: YAMLForm<Value>, _ argv: WritableKeyPath<Value, [FillableText]>,
    _ blank: Value
  ) -> Value {
    var addition = blank
    if case .mapping = node.content { return read(node, as: form, into: blank) ?? blank }
    addition[keyPath: argv] = YAMLKind.arguments.read(self, node) ?? []
    return addition
  }

  fileprivate func methods(_ node: YAMLNode) -> [String: CommandDefinition.MethodAddition] {
    var methods: [String: CommandDefinition.MethodAddition] = [:]
    for entry in entries(node, expected: "fragments by method") {
      if entry.name.isToken {
        methods[entry.name] = addition(entry.value, as: Forms.method, \.plain.argv, .init())
      } else {
        reject([entry], "is not a method", hint: "as in POST; * is any other")
      }
    }
    return methods
  }

  /// Reports fragments with arguments if argv has no `{options}`.
  func checkOptions(
    _ definition: ClientDefinition, _ command: CommandDefinition,
    at argv: YAMLNode.Entry?
  ) {
    let methods = (command.methods ?? [:]).values
    let lists =
      command.fragments.values.map(\.argv)
      + methods.flatMap { [$0.plain.argv, $0.body ?? [], $0.stream ?? []] }
    guard lists.contains(where: { !$0.isEmpty }), !definition.argv.contains(.options),
      let entry = argv
    else { return }
    collector.report(
      entry.nameSpan, "argv has no place for the fragments",
      hint: "put \"{options}\" where they are to stand")
  }

  // MARK: Outcomes

  fileprivate func outcomeRule(_ node: YAMLNode) -> CommandDefinition.OutcomeRule? {
    guard let fields = fields(node, as: Forms.processEnd) else { return nil }
    let texts: [(CommandDefinition.Place, YAMLNode?)] = [
      (.stdout, fields["stdout"]), (.stderr, fields["stderr"]), (.headers, fields["headers"]),
    ]
    let hasPattern = texts.contains { $0.1 != nil }
    guard fields["exit"] != nil || hasPattern else {
      report(
        node, "an outcome needs exit:, stdout:, stderr: or headers:",
        hint: "as in { exit: 0, stdout: '^status ([0-9]{3})$', status: found }")
      return nil
    }
    let patterns = texts.compactMap { place, node -> CommandDefinition.Pattern? in
      node.flatMap { YAMLKind.expression.read(self, $0) }.map { .init(place: place, text: $0) }
    }
    let exit = fields["exit"].map { node in
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
  private func keepsNoBody(_ fields: Fields<Void>) -> Bool {
    guard let body = fields["body"] else { return false }
    guard case .scalar("none", _) = body.content else {
      report(body, "expected none", hint: "leave body: out if the client keeps the body")
      return false
    }
    if fields["status"] == nil { report(body, "an error has no body", hint: "remove body:") }
    return true
  }

  private func meaning(
    _ fields: Fields<Void>, _ node: YAMLNode, hasPattern: Bool
  ) -> CommandDefinition.Meaning? {
    switch (fields["status"], fields["error"]) {
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
