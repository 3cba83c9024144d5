extension Decoder {
  /// A decoder for a file without a matrix, and the entries of the list that the file is.
  static func listFile(
    text: [UInt8], file: String, of what: String, example: String
  ) -> (Decoder, [YAMLNode]) {
    let collector = DiagnosticCollector(source: SourceText(file: file, bytes: text))
    let decoder = Decoder(
      collector: collector, texts: TextReader(budget: Budget(), matrixKeys: []))
    guard let root = YAMLComposer.compose(collector) else { return (decoder, []) }
    return (decoder, decoder.list(root, of: what, hint: "as in \(example)") ?? [])
  }

  /// The value of a key that must stand there.
  func required<Key: KeySet, Value>(
    _ key: Key, _ fields: Fields<Key>, _ what: String, _ read: (YAMLNode) -> Value?
  ) -> Value? {
    if let node = fields[key] { return read(node) }
    collector.report(
      .init(start: fields.span.start, end: fields.span.start),
      "\(Key.holder) needs \(key.rawValue):", hint: "\(key.rawValue): \(what)")
    return nil
  }

  /// The words of a key that must stand there.
  func required<Key: KeySet>(_ key: Key, _ fields: Fields<Key>, _ what: String) -> String? {
    required(key, fields, what) { words($0, what) }
  }
}
