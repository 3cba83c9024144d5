// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Reads one combination's nodes into values, and reports what it cannot read.
///
/// The functions of its extensions return nil for what has been reported.
final class Decoder {
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
  /// The kinds of the declared servers.
  var kinds: [String: ServerKind] = [:]
  /// The names that servers have in URLs.
  var authorities: Set<String> = []
  /// The servers that are named, declared or not.
  var named: Set<String> = []
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

  /// The entries of a mapping; reports a node that is none.
  func entries(_ node: YAMLNode, expected: String, hint: String? = nil) -> [YAMLNode.Entry]? {
    if case .mapping(let entries) = node.content { return entries }
    reportKind(node, expected: expected, hint: hint)
    return nil
  }

  /// The nodes of a list; a node that is no list stands for itself.
  func oneOrMore(_ node: YAMLNode) -> [YAMLNode] {
    if case .sequence(let nodes) = node.content { return nodes }
    return [node]
  }
}
