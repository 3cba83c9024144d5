// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// Decodes the nodes of one case into values, and reports what it cannot decode.
///
/// A function that returns `nil` has reported a diagnostic.
final class Decoder {
  let collector: DiagnosticCollector
  let texts: TextReader

  var accounts: [String: Account] = [:]
  var challenges: [String: ChallengeTemplate] = [:]
  var certificates: [String: CertificateDefinition] = [:]
  var tlsServers: [(name: String, tls: TLSSettings)] = []
  /// The servers whose rules send a frame of HTTP/2, and the places of these rules.
  var http2Frames: [(server: String, span: SourceSpan)] = []
  /// The kinds of the declared servers.
  var kinds: [String: ServerKind] = [:]
  /// The values of `name:` and `authority:`: hosts of servers in URLs.
  var authorities: Set<String> = []
  /// The names of servers that the file uses, declared or not.
  var named: Set<String> = []
  /// `true` if some `client:` has `proxy:`.
  var choosesProxy = false
  /// `true` if some reply is a redirect.
  var hasRedirects = false
  /// `true` if some text contains a literal URL with its scheme.
  var namesScheme = false
  let captures = Captures()
  /// The servers that ask for credentials in some step.
  var challengers = Challengers(servers: [], steps: [])
  /// Returns the syntax error of a regular expression; `nil` if it has none.
  var syntaxError: (String) -> String? = { _ in nil }
  /// The abilities that a client needs for the case.
  var needs: Set<String> = []

  init(collector: DiagnosticCollector, texts: TextReader) {
    self.collector = collector
    self.texts = texts
  }

  /// Reports a diagnostic at a node, or at the part of it that reads `text`.
  func report(_ node: YAMLNode, _ message: String, hint: String? = nil, at text: String = "") {
    collector.report(node.span, message, hint: hint, at: text)
  }

  /// Reports keys that are not allowed here. `problem` is the predicate of the message.
  func reject(_ entries: [YAMLNode.Entry], _ problem: String, hint: String) {
    for entry in entries {
      collector.report(entry.nameSpan, "\"\(entry.name)\" \(problem)", hint: hint)
    }
  }

  /// Reports two keys of which only one is allowed, at the key `place`.
  func rejectBoth<Value>(
    _ first: String, _ second: String, in fields: Fields<Value>, at place: String, hint: String
  ) {
    guard fields[first] != nil, fields[second] != nil, let entry = fields.entry(place) else {
      return
    }
    collector.report(
      entry.nameSpan, "\(first): and \(second): cannot stand together", hint: hint)
  }

  /// Reports a node of the wrong kind, unless it is broken and so already reported.
  func reportKind(_ node: YAMLNode, expected: String, hint: String? = nil) {
    guard !node.isBroken else { return }
    report(node, "expected \(expected), found \(shown(node))", hint: hint)
  }

  /// A short description of a node for a message.
  func shown(_ node: YAMLNode) -> String {
    if case .scalar(let text, _) = node.content, !node.isNull, !text.isEmpty {
      return text.utf8.count <= 40 ? "\"\(text)\"" : "a long text"
    }
    return node.kind
  }

  /// The fields of a mapping; reports all other keys.
  func fields<Value>(
    _ node: YAMLNode, as form: YAMLForm<Value>, hint: String? = nil
  ) -> Fields<Value>? {
    guard let fields = openFields(node, as: form, hint: hint) else { return nil }
    reportUnknown(fields.others, in: form.holder, known: form.names)
    return fields
  }

  /// The fields of a mapping in which other keys are allowed.
  func openFields<Value>(
    _ node: YAMLNode, as form: YAMLForm<Value>, hint: String? = nil
  ) -> Fields<Value>? {
    guard case .mapping(let entries) = node.content else {
      reportKind(node, expected: "a mapping for \(form.holder)", hint: hint ?? form.hint)
      return nil
    }
    return Fields(entries, as: form, span: node.span)
  }

  /// The value of a mapping; `nil` if the node is not a mapping, or lacks what it must have.
  func read<Value>(
    _ node: YAMLNode, as form: YAMLForm<Value>, into initial: Value
  ) -> Value? {
    var value = initial
    return fields(node, as: form)?.read(into: &value, by: self) == true ? value : nil
  }

  /// Reports unknown keys.
  func reportUnknown(
    _ entries: [YAMLNode.Entry], in holder: String, known: @autoclosure () -> [String]
  ) {
    guard !entries.isEmpty else { return }
    let known = known()
    for entry in entries {
      collector.report(
        entry.nameSpan, "unknown key \"\(entry.name)\" in \(holder)",
        hint: collector.suggestion(for: entry.name, among: known)
          ?? "known: \(known.joined(separator: ", "))")
    }
  }

  /// The nodes of a list.
  func list(_ node: YAMLNode, of what: String, hint: String? = nil) -> [YAMLNode]? {
    guard case .sequence(let nodes) = node.content else {
      var hint = hint
      if hint == nil, case .scalar(let text, _) = node.content, !node.isNull, text.utf8.count <= 40
      {
        hint = "write [\(text)]"
      } else if hint == nil, case .mapping = node.content {
        hint = "put \"- \" before it"
      }
      reportKind(node, expected: "a list of \(what)", hint: hint)
      return nil
    }
    return nodes
  }

  /// The elements of a list that can be read; empty if there is no node.
  func list<Element>(
    _ node: YAMLNode?, of what: String, hint: String? = nil, _ read: (YAMLNode) -> Element?
  ) -> [Element] {
    (node.flatMap { list($0, of: what, hint: hint) } ?? []).compactMap(read)
  }

  /// The entries of a mapping with any keys; reports a node that is not a mapping.
  func entries(_ node: YAMLNode, expected: String, hint: String? = nil) -> [YAMLNode.Entry] {
    if case .mapping(let entries) = node.content { return entries }
    reportKind(node, expected: expected, hint: hint)
    return []
  }

  /// The nodes of a list, or the node itself if it is not a list.
  func oneOrMore(_ node: YAMLNode) -> [YAMLNode] {
    if case .sequence(let nodes) = node.content { return nodes }
    return [node]
  }

  /// The value that a name is declared for; reports an undeclared name.
  func declared<Value>(
    _ node: YAMLNode, _ what: String, in section: String, _ known: [String: Value],
    example: String
  ) -> Value? {
    guard let name = words(node, what) else { return nil }
    if let value = known[name] { return value }
    reportUndeclared(
      name, in: section, among: known.keys.prefix(1000).sorted(), example: example, at: node.span)
    return nil
  }

  /// Reports a name that a section does not declare. The section's name is a plural in "s".
  func reportUndeclared(
    _ name: String, in section: String, among known: @autoclosure () -> [String], example: String,
    at span: SourceSpan, place: String = ""
  ) {
    collector.report(
      span, "there is no \(section.dropLast()) \"\(name)\"",
      hint: collector.suggestion(for: name, among: known())
        ?? "declare it: \(section): { \(name): \(example) }", at: place)
  }
}
