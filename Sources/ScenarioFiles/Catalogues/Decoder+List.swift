// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The entries of a catalogue that could be decoded, and diagnostics about the others.
package typealias CatalogueResult<Entry> = (entries: [Entry], diagnostics: [Diagnostic])

extension Decoder {
  /// A decoder for a file without a matrix.
  convenience init(text: [UInt8], file: String) {
    self.init(
      collector: DiagnosticCollector(source: SourceText(file: file, bytes: text)),
      texts: TextReader(budget: Budget(), matrixKeys: []))
  }

  /// Decodes the entries of a file that is a list.
  static func load<Entry>(
    _ text: [UInt8], _ file: String, of what: String, example: String,
    _ read: (Decoder, [YAMLNode]) -> [Entry]
  ) -> CatalogueResult<Entry> {
    let decoder = Decoder(text: text, file: file)
    let root = YAMLComposer.compose(decoder.collector)
    let nodes = root.flatMap { decoder.list($0, of: what, hint: "as in \(example)") }
    let entries = read(decoder, nodes ?? [])
    return (entries, decoder.collector.sorted())
  }

  /// The value of a required key; reports its absence.
  func required<Key: KeySet, Value>(
    _ key: Key, _ fields: Fields<Key>, _ what: String, _ read: (YAMLNode) -> Value?
  ) -> Value? {
    if let node = fields[key] { return read(node) }
    collector.report(
      fields.start, "\(Key.holder) needs \(key.rawValue):", hint: "\(key.rawValue): \(what)")
    return nil
  }

  /// The text of a required key.
  func required<Key: KeySet>(_ key: Key, _ fields: Fields<Key>, _ what: String) -> String? {
    required(key, fields, what) { words($0, what) }
  }

  /// The entries that can be decoded; reports an id that occurs twice.
  func entries<Entry>(
    _ nodes: [YAMLNode], _ what: String, id: (Entry) -> String, line: (Entry) -> SourceLocation,
    read: (YAMLNode) -> Entry?
  ) -> [Entry] {
    var entries: [Entry] = []
    var indices: [String: Int] = [:]
    for node in nodes {
      guard let entry = read(node) else { continue }
      if let index = indices[id(entry)] {
        report(
          node, "\(what) \(id(entry)) is listed twice",
          hint: "the first one is in line \(line(entries[index]).line)")
        continue
      }
      indices[id(entry)] = entries.count
      entries.append(entry)
    }
    return entries
  }
}
