// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A node of a YAML file, with its location. Nodes are immutable, so that cases can share them.
final class YAMLNode: Sendable {
  enum Content: Sendable {
    /// A text, which is plain if it is neither quoted nor a block.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    /// A mapping, in the file's order, each name once.
    case mapping([Entry])
    /// A node about which a diagnostic has been reported.
    case broken
  }

  /// A key with its value.
  struct Entry: Sendable {
    var name: String
    var nameSpan: SourceSpan
    var value: YAMLNode
  }

  let content: Content
  let span: SourceSpan
  /// `true` if it contains `${` anywhere.
  let hasPlaceholders: Bool

  init(content: Content, span: SourceSpan, hasPlaceholders: Bool) {
    self.content = content
    self.span = span
    self.hasPlaceholders = hasPlaceholders
  }

  /// `true` for `key:` without a value, `~` and `null`.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
  }

  /// `true` if a diagnostic has been reported about it.
  var isBroken: Bool { if case .broken = content { true } else { false } }

  /// Its kind, for messages.
  var kind: String {
    switch content {
    case .scalar(let text, _): isNull ? "nothing" : text.isEmpty ? "an empty text" : "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .broken: "something broken"
    }
  }

  /// The number of keys, texts, lists and mappings in it.
  var count: Int {
    switch content {
    case .scalar, .broken: 1
    case .sequence(let nodes): nodes.reduce(1) { $0 + $1.count }
    case .mapping(let entries): entries.reduce(1) { $0 + 1 + $1.value.count }
    }
  }

  /// The approximate number of octets that it takes in memory.
  var weight: Int {
    switch content {
    case .scalar(let text, _): 64 + text.utf8.count
    case .sequence(let nodes): nodes.reduce(64) { $0 + $1.weight }
    case .mapping(let entries):
      entries.reduce(64) { $0 + 64 + $1.name.utf8.count + $1.value.weight }
    case .broken: 64
    }
  }
}
