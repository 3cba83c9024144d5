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

  /// Decodes the entries of a file that is a list; omits those with errors. Reports an id that
  /// occurs twice, if the entries have ids.
  ///
  /// - Parameters:
  ///   - what: the entries in messages; `one` is one of them.
  ///   - check: reports what does not fit together in an entry.
  static func load<Entry>(
    _ text: [UInt8], _ file: String, of what: String, one: String = "", as form: YAMLForm<Entry>,
    id: ((Entry) -> String)? = nil, blank: (SourceLocation) -> Entry,
    check: (Decoder, Fields<Entry>) -> Void = { _, _ in }
  ) -> CatalogueResult<Entry> {
    let decoder = Decoder(text: text, file: file)
    let root = YAMLComposer.compose(decoder.collector)
    var entries: [Entry] = []
    var lines: [String: Int] = [:]
    for node in root.flatMap({ decoder.list($0, of: what, hint: form.hint) }) ?? [] {
      guard let fields = decoder.fields(node, as: form, hint: "") else { continue }
      var entry = blank(node.span.start)
      let isWhole = fields.read(into: &entry, by: decoder)
      check(decoder, fields)
      guard isWhole else { continue }
      if let id = id?(entry) {
        if let line = lines[id] {
          decoder.report(
            node, "\(one) \(id) is listed twice", hint: "the first one is in line \(line)")
          continue
        }
        lines[id] = node.span.start.line
      }
      entries.append(entry)
    }
    return (entries, decoder.collector.sorted())
  }
}

extension YAMLKind<[NamePattern]> {
  /// One pattern or a list of them; `nil` if one is not a text.
  static func patterns(_ what: String) -> YAMLKind {
    YAMLKind(.any([.text, .list(.text)])) { decoder, node in
      var nodes = [node]
      if case .sequence(let list) = node.content, !list.isEmpty { nodes = list }
      let all = nodes.compactMap { node in
        decoder.words(node, what).map { NamePattern($0, at: node.span) }
      }
      return all.count == nodes.count ? all : nil
    }
  }
}
