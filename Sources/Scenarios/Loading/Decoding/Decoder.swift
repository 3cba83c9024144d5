// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Reads one combination's nodes into values, and reports what it cannot read.
///
/// The functions of its extensions return `nil` for what has been reported.
class Decoder {
  let collector: DiagnosticCollector
  let texts: TextReader

  /// The accounts by name.
  var accounts: [String: Account] = [:]
  /// The challenges by name.
  var challenges: [String: ChallengeTemplate] = [:]
  /// The certificates by name.
  var certificates: [String: CertificateDefinition] = [:]
  /// The servers that speak TLS.
  var speakers: [(name: String, tls: TLSSettings)] = []
  /// Rules that send a frame of HTTP/2: their servers, and where they are.
  var framesOfHTTP2: [(server: String, span: SourceSpan)] = []
  /// The kinds of the declared servers.
  var kinds: [String: ServerKind] = [:]
  /// The names that servers have in URLs.
  var authorities: Set<String> = []
  /// The servers that are named, declared or not.
  var named: Set<String> = []
  /// Some `client:` has `proxy:`.
  var choosesProxy = false
  /// A reply leads elsewhere.
  var hasRedirects = false
  /// A URL is written out somewhere, with its scheme.
  var namesScheme = false
  /// The values that are kept and compared.
  let captures = Captures()
  /// Abilities that the file's parts need.
  var needs: Set<String> = []

  init(collector: DiagnosticCollector, texts: TextReader) {
    self.collector = collector
    self.texts = texts
  }

  /// Notes that something is wrong with a node.
  func report(_ node: YAMLNode, _ message: String, hint: String? = nil, at text: String = "") {
    collector.report(node.span, message, hint: hint, at: text)
  }

  /// Reports keys that cannot be where they are.
  func reject(_ entries: [YAMLNode.Entry], _ problem: String, hint: String) {
    for entry in entries {
      collector.report(entry.nameSpan, "\"\(entry.name)\" \(problem)", hint: hint)
    }
  }

  /// Reports two keys that are both there, at the place of one of them.
  func rejectBoth<Key>(
    _ first: Key, _ second: Key, in fields: Fields<Key>, at place: Key, hint: String
  ) {
    guard fields[first] != nil, fields[second] != nil, let entry = fields.entry(place) else {
      return
    }
    collector.report(
      entry.nameSpan, "\(first.rawValue): and \(second.rawValue): cannot stand together",
      hint: hint)
  }

  /// Reports a node of the wrong kind, unless it has been reported already.
  func reportKind(_ node: YAMLNode, expected: String, hint: String? = nil) {
    guard !node.isBroken else { return }
    report(node, "expected \(expected), found \(shown(node))", hint: hint)
  }

  /// Describes a node in few words.
  func shown(_ node: YAMLNode) -> String {
    if case .scalar(let text, _) = node.content, !node.isNull, !text.isEmpty {
      return text.utf8.count <= 40 ? "\"\(text)\"" : "a long text"
    }
    return node.kind
  }

  /// The fields of a mapping that has no other keys.
  func fields<Key: KeySet>(_ node: YAMLNode, as keys: Key.Type, hint: String? = nil) -> Fields<Key>?
  {
    guard let fields = openFields(node, as: keys, hint: hint) else { return nil }
    reportUnknown(fields.others, in: Key.holder, known: Key.names)
    return fields
  }

  /// The fields of a mapping that may have other keys.
  func openFields<Key: KeySet>(
    _ node: YAMLNode, as keys: Key.Type, hint: String? = nil
  ) -> Fields<Key>? {
    guard case .mapping(let entries) = node.content else {
      reportKind(node, expected: "a mapping for \(Key.holder)", hint: hint)
      return nil
    }
    return Fields(entries, span: node.span)
  }

  /// Reads the keys of a mapping that has no others into a value; `nil` if it is no mapping.
  func read<Key: KeySet, Value>(
    _ node: YAMLNode, as keys: Key.Type, hint: String? = nil, into initial: Value,
    _ body: (_ key: Key, _ node: YAMLNode, _ value: inout Value) -> Void
  ) -> Value? {
    fields(node, as: keys, hint: hint).map { $0.read(into: initial, body) }
  }

  /// Reports keys that mean nothing.
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

  /// The elements of a list that can be read.
  func list<Element>(
    _ node: YAMLNode, of what: String, hint: String? = nil, _ read: (YAMLNode) -> Element?
  ) -> [Element] {
    (list(node, of: what, hint: hint) ?? []).compactMap(read)
  }

  /// The entries of a mapping, whatever its keys; reports a node that is none.
  func entries(_ node: YAMLNode, expected: String, hint: String? = nil) -> [YAMLNode.Entry] {
    if case .mapping(let entries) = node.content { return entries }
    reportKind(node, expected: expected, hint: hint)
    return []
  }

  /// The nodes of a list; a node that is no list stands for itself.
  func oneOrMore(_ node: YAMLNode) -> [YAMLNode] {
    if case .sequence(let nodes) = node.content { return nodes }
    return [node]
  }

  /// Replaces a value by one that could be read.
  func set<Value>(_ value: inout Value, _ read: Value?) { if let read { value = read } }

  /// Looks a declared name up; reports one that is not declared.
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

  /// Reports a name that a section, whose name is the plural of what it declares, does not have.
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
