// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension Forms {
  /// All other keys are parameters.
  static let challenge: YAMLForm<Void> = .init(
    "a challenge", oneOf: ["scheme", "header", "fields"], rest: .values { .text },
    keys: [
      "scheme": .text, "token68": .text, "quoted": .list(.text), "bare": .list(.text),
      "header": .text, "fields": .list(.text),
    ])
}

extension YAMLKind<[ChallengeTemplate]> {
  static let challenges = YAMLKind(.any([.text, .list(.text)])) { $0.challengeNames($1) }
}

extension Decoder {
  /// Decodes `challenges:` into the property of that name.
  func readChallenges(_ node: YAMLNode) {
    let entries = entries(
      node, expected: "a mapping of challenges by name",
      hint: "as in  challenges: { first: { scheme: Basic, realm: vault } }")
    for entry in entries {
      if let known = texts.challenge(entry.value) {
        challenges[entry.name] = known
        continue
      }
      let challenge = challenge(entry.value)
      // The name of a challenge that cannot be decoded is still declared.
      challenges[entry.name] = challenge ?? .lines([])
      if let challenge, collector.isEmpty { texts.keep(challenge, for: entry.value) }
    }
  }

  private func challenge(_ node: YAMLNode) -> ChallengeTemplate? {
    guard let fields = openFields(node, as: Forms.challenge) else { return nil }
    if let lines = fieldLines(fields, beside: fields.others) {
      return .lines(lines)
    }
    guard let schemeNode = fields["scheme"] else {
      report(
        node, "this challenge needs a scheme",
        hint: "as in { scheme: Basic, realm: vault }, or { header: 'Basic realm=\"vault\"' }")
      return nil
    }
    let scheme = octets(schemeNode, "a scheme")
    if fields.others.contains(where: { $0.name == "nonce" }) {
      let kind = scheme.map { AuthScheme($0) }
      if kind == .ntlm { return ntlmOffer(node).map { .ntlm($0) } }
      if kind == .scram { return scramOffer(node).map { .scram($0) } }
    }
    let token68 = fields["token68"].flatMap { template($0, "token68") }
    if let entry = fields.entry("token68"), let parameter = fields.others.first {
      collector.report(
        entry.nameSpan, "token68 replaces the parameters",
        hint: "leave out \"\(parameter.name)\", or write the field line with header:")
    }
    let parameters = parameters(
      fields.others, quoted: fields["quoted"], bare: fields["bare"],
      isBare: { ChallengeForm.isBare($0, scheme: scheme ?? "") })
    return scheme.map { .structured(scheme: $0, token68: token68, parameters: parameters) }
  }

  /// The lines of `header:` or `fields:`, beside which no other key is allowed; `nil` if there is
  /// neither.
  func fieldLines<Value>(
    _ fields: Fields<Value>, beside parameters: [YAMLNode.Entry] = []
  ) -> [Template]? {
    guard let node = fields["header"] ?? fields["fields"] else { return nil }
    rejectBoth(
      "header", "fields", in: fields, at: "fields", hint: "put all lines in fields:")
    reject(
      fields.entries(except: "header", "fields") + parameters,
      "cannot be combined with header: or fields:",
      hint: "these are whole field lines: write it into them")
    if fields["header"] != nil { return [template(node, "a field line")].compactMap(\.self) }
    return list(node, of: "field lines") { template($0, "a field line") }
  }

  /// The parameters in the file's order.
  func parameters(
    _ entries: [YAMLNode.Entry], quoted: YAMLNode?, bare: YAMLNode?, isBare: (Octets) -> Bool
  ) -> [ChallengeTemplate.Parameter] {
    let quotedNames = parameterNames(quoted, among: entries)
    let bareNames = parameterNames(bare, among: entries)
    return entries.compactMap { entry in
      let value = template(entry.value, "the value of \"\(entry.name)\"")
      guard let name = octets(entry.name, at: entry.nameSpan, "a parameter's name"), let value
      else { return nil }
      let isToken =
        bareNames.contains(entry.name) || (isBare(name) && !quotedNames.contains(entry.name))
      return .init(name: name, value: value, form: isToken ? .token : .quotedString)
    }
  }

  private func parameterNames(_ node: YAMLNode?, among entries: [YAMLNode.Entry]) -> Set<String> {
    guard let node else { return [] }
    let names = Set(entries.map(\.name))
    return Set(
      list(node, of: "parameters") { node in
        guard let name = words(node, "a parameter") else { return nil }
        if names.contains(name) { return name }
        report(
          node, "the challenge has no parameter \"\(name)\"",
          hint: collector.suggestion(for: name, among: names.prefix(1000).sorted()))
        return nil
      })
  }

  /// The challenges of a name, or of a list of names.
  func challengeNames(_ node: YAMLNode) -> [ChallengeTemplate] {
    oneOrMore(node).compactMap {
      declared(
        $0, "the name of a challenge", in: "challenges", challenges,
        example: "{ scheme: Basic, realm: vault }")
    }
  }
}

/// The parameters whose default form is a token.
enum ChallengeForm {
  private static let digest: Octets = "Digest"
  private static let challengeTokens: [Octets] = ["algorithm", "stale", "userhash", "charset"]
  private static let infoTokens: [Octets] = ["qop", "nc"]

  /// RFC 7616 3.3 quotes all parameters except these; RFC 7617 2.1 quotes all.
  static func isBare(_ name: Octets, scheme: Octets) -> Bool {
    scheme.equalsIgnoringCase(digest)
      && challengeTokens.contains { name.equalsIgnoringCase($0) }
  }

  /// RFC 7616 3.5: qop and nc are tokens in Authentication-Info, all others are quoted strings.
  static func isBareInfo(_ name: Octets) -> Bool {
    infoTokens.contains { name.equalsIgnoringCase($0) }
  }
}
