/// A mapping sorted by the keys of a set.
struct Fields<Key: KeySet> {
  /// The mapping's place.
  let span: SourceSpan
  /// The known keys, in the file's order.
  private(set) var known: [(key: Key, entry: YAMLNode.Entry)] = []
  /// Everything else.
  private(set) var others: [YAMLNode.Entry] = []

  /// Sorts entries.
  init(_ entries: [YAMLNode.Entry], span: SourceSpan) {
    self.span = span
    for entry in entries {
      if let key = Key(rawValue: entry.name) {
        known.append((key, entry))
      } else {
        others.append(entry)
      }
    }
  }

  /// The value of a key.
  subscript(_ key: Key) -> YAMLNode? { entry(key)?.value }

  /// A key with its value.
  func entry(_ key: Key) -> YAMLNode.Entry? { known.first { $0.key == key }?.entry }
}
