// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension ScenarioLoader {
  /// The mistakes of a file that was loaded, each where the file says what is wrong: at the text
  /// below the key, at the text anywhere, because a matrix may have it, or at the key.
  package static func diagnostics(
    of mistakes: [ScenarioMistake], text: [UInt8], file: String
  ) -> [Diagnostic] {
    guard !mistakes.isEmpty else { return [] }
    let collector = DiagnosticCollector(source: SourceText(file: file, bytes: text))
    let root = YAMLComposer.compose(collector)
    for mistake in mistakes {
      let span =
        root?.span(of: mistake.value, below: mistake.key) ?? root?.span(of: mistake.value)
        ?? root?.span(ofKey: mistake.key)
      collector.report(span ?? .beginning, mistake.message, hint: mistake.hint)
    }
    return collector.sorted()
  }
}

extension YAMLNode {
  fileprivate var entries: [Entry] {
    guard case .mapping(let entries) = content else { return [] }
    return entries
  }

  private var children: [YAMLNode] {
    guard case .sequence(let nodes) = content else { return entries.map(\.value) }
    return nodes
  }

  /// The first scalar with that text.
  fileprivate func span(of text: String) -> SourceSpan? {
    if case .scalar(text, _) = content { return span }
    return children.lazy.compactMap { $0.span(of: text) }.first
  }

  /// The first scalar with that text below an entry with that key.
  fileprivate func span(of text: String, below key: String) -> SourceSpan? {
    for entry in entries where entry.name == key {
      if let span = entry.value.span(of: text) { return span }
    }
    return children.lazy.compactMap { $0.span(of: text, below: key) }.first
  }

  /// The key of that name of a mapping.
  fileprivate func span(ofKey key: String) -> SourceSpan? {
    entries.first { $0.name == key }?.nameSpan
  }
}
