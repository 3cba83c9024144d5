// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The entries of a mapping, split into those with known keys and all others.
struct Fields<Key: KeySet> {
  let span: SourceSpan
  /// The place of its first character, for what is missing.
  var start: SourceSpan { SourceSpan(start: span.start, end: span.start) }
  /// The known keys and their entries, in the file's order. They are two arrays because an array of
  /// pairs is slow to copy.
  private(set) var keys: [Key] = []
  private(set) var entries: [YAMLNode.Entry] = []
  /// The entries with other keys.
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
  /// The only entry, with its key; `nil` if there is another number of known keys.
  var only: (key: Key, entry: YAMLNode.Entry)? {
    keys.count == 1 ? (keys[0], entries[0]) : nil
  }

  var known: Zip2Sequence<[Key], [YAMLNode.Entry]> { zip(keys, entries) }

  subscript(_ key: Key) -> YAMLNode? { keys.firstIndex(of: key).map { entries[$0].value } }

  func entry(_ key: Key) -> YAMLNode.Entry? { keys.firstIndex(of: key).map { entries[$0] } }

  /// The entries of these keys, as far as the mapping has them.
  func entries(of keys: Key...) -> [YAMLNode.Entry] { keys.compactMap(entry) }

  /// The entries of all known keys except these.
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
