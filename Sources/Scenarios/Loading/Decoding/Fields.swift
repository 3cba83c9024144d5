// SPDX-License-Identifier: Apache-2.0

/// A mapping sorted by the keys of a set.
struct Fields<Key: KeySet> {
  /// The mapping's place.
  let span: SourceSpan
  /// The known keys and their entries, in the file's order; two arrays, as one of pairs is copied
  /// slowly.
  private(set) var keys: [Key] = []
  private(set) var entries: [YAMLNode.Entry] = []
  /// Everything else.
  private(set) var others: [YAMLNode.Entry] = []

  init(_ all: [YAMLNode.Entry], span: SourceSpan) {
    self.span = span
    keys.reserveCapacity(all.count)
    entries.reserveCapacity(all.count)
    for entry in all {
      if let key = Key(rawValue: entry.name) {
        keys.append(key)
        entries.append(entry)
      } else {
        others.append(entry)
      }
    }
  }

  /// The known keys with their entries, in the file's order.
  var known: Zip2Sequence<[Key], [YAMLNode.Entry]> { zip(keys, entries) }

  /// The value of a key.
  subscript(_ key: Key) -> YAMLNode? { keys.firstIndex(of: key).map { entries[$0].value } }

  /// A key with its value.
  func entry(_ key: Key) -> YAMLNode.Entry? { keys.firstIndex(of: key).map { entries[$0] } }

  /// Those of some keys that are there, with their values.
  func entries(of keys: Key...) -> [YAMLNode.Entry] { keys.compactMap(entry) }

  /// The known keys apart from some, with their values.
  func entries(except keys: Key...) -> [YAMLNode.Entry] {
    known.filter { !keys.contains($0.0) }.map(\.1)
  }

  /// Calls `body` with each known key and its value, in the file's order.
  func read<Value>(
    into initial: Value, _ body: (_ key: Key, _ node: YAMLNode, _ value: inout Value) -> Void
  ) -> Value {
    var value = initial
    for (key, entry) in known { body(key, entry.value, &value) }
    return value
  }
}
