/// A part of a YAML file that knows its place.
struct YAMLNode: Sendable {
  /// What it is.
  enum Content: Sendable {
    /// A text; plain when it stands without quotes and not in a block.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([YAMLNode])
    /// A mapping, in the file's order, each name once.
    case mapping([Entry])
    /// Something that has been reported already and is not worth a second word.
    case broken
  }

  /// A key with its value.
  struct Entry: Sendable {
    var name: String
    var nameSpan: SourceSpan
    var value: YAMLNode
  }

  var content: Content
  var span: SourceSpan
  /// True when a `${` stands somewhere in it.
  var hasPlaces: Bool

  /// True for `key:` without a value, `~` and `null`.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL"
  }

  /// True when it has been reported already.
  var isBroken: Bool { if case .broken = content { true } else { false } }

  /// What it is, in words.
  var kind: String {
    switch content {
    case .scalar(let text, _): isNull ? "nothing" : text.isEmpty ? "an empty text" : "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .broken: "something broken"
    }
  }

  /// How many nodes and octets there are in it, about.
  var weight: Int {
    switch content {
    case .scalar(let text, _): 16 + text.utf8.count
    case .sequence(let nodes): nodes.reduce(16) { $0 + $1.weight }
    case .mapping(let entries):
      entries.reduce(16) { $0 + 16 + $1.name.utf8.count + $1.value.weight }
    case .broken: 16
    }
  }
}
