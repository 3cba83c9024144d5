// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Replaces the placeholders of a matrix in nodes by the values of one combination.
struct Substitution {
  let values: [String: CaseMatrix.Value]
  let collector: DiagnosticCollector
  let budget: Budget

  /// Returns a node with the placeholders replaced; the node itself if it has none.
  func apply(_ node: YAMLNode) -> YAMLNode {
    guard node.hasPlaceholders, !values.isEmpty, !budget.isSpent else { return node }
    let content: YAMLNode.Content
    switch node.content {
    case .scalar(let text, let isPlain):
      if let whole = whole(text, node) { return whole }
      content = .scalar(self.text(text, at: node.span), isPlain: isPlain)
    case .sequence(let nodes): content = .sequence(nodes.map(apply))
    case .mapping(let entries): content = .mapping(apply(entries))
    case .broken: content = .broken
    }
    return YAMLNode(content: content, span: node.span, hasPlaceholders: true)
  }

  private func apply(_ entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
    var result: [YAMLNode.Entry] = []
    result.reserveCapacity(entries.count)
    var hasNewNames = false
    for var entry in entries {
      entry.value = apply(entry.value)
      if entry.name.utf8.contains(UInt8(ascii: "$")) {
        entry.name = text(entry.name, at: entry.nameSpan)
        hasNewNames = true
      }
      result.append(entry)
    }
    return hasNewNames ? withoutDuplicates(result) : result
  }

  private func withoutDuplicates(_ entries: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
    var lines: [String: Int] = [:]
    return entries.filter { entry in
      guard let line = lines.updateValue(entry.nameSpan.start.line, forKey: entry.name) else {
        return true
      }
      collector.report(
        entry.nameSpan, "the key \"\(entry.name)\" then occurs twice in this mapping",
        hint: "the first one is in line \(line)")
      return false
    }
  }

  /// The value of a text that is a single placeholder. It may be a list or a mapping.
  private func whole(_ text: String, _ node: YAMLNode) -> YAMLNode? {
    guard text.hasPrefix("${"),
      text.utf8.firstIndex(of: UInt8(ascii: "}")) == text.utf8.indices.last
    else { return nil }
    let inside = text.dropFirst(2).dropLast()
    guard let found = lookUp(inside, at: node.span), budget.spend(found.weight) else { return nil }
    return YAMLNode(
      content: found.content, span: node.span, hasPlaceholders: found.hasPlaceholders)
  }

  /// A text with the matrix's placeholders replaced. Other placeholders stay.
  private func text(_ text: String, at span: SourceSpan) -> String {
    var result = ""
    PlaceholderScanner.forEach(in: text) { piece in
      switch piece {
      case .text(let characters): result += characters
      case .escape: result += "$${"
      case .open(let rest): result += rest
      case .placeholder(let inside):
        guard let node = lookUp(inside, at: span) else {
          result += "${\(inside)}"
          return
        }
        if case .scalar(let value, _) = node.content {
          if budget.spend(value.utf8.count) { result += value }
        } else if !node.isBroken {
          collector.report(
            span, "${\(inside)} is \(node.kind) and cannot stand inside a text",
            hint: "it can only be the whole value", at: "${\(inside)}")
        }
      }
    }
    return result
  }

  /// The value of `key` or `key.field`; `nil` if the matrix has no such key.
  private func lookUp(_ inside: Substring, at span: SourceSpan) -> YAMLNode? {
    if let value = values[String(inside)] { return value.node }
    guard let dot = inside.firstIndex(of: "."), let value = values[String(inside[..<dot])] else {
      return nil
    }
    let field = String(inside[inside.index(after: dot)...])
    if let node = value.fields[field] { return node }
    let names = value.fields.keys.prefix(100).sorted()
    collector.report(
      span, "this value of \"\(inside[..<dot])\" has no \"\(field)\"",
      hint: collector.suggestion(for: field, among: names)
        ?? (names.isEmpty
          ? "it is a text: only ${\(inside[..<dot])} refers to it"
          : "it has: \(names.joined(separator: ", "))"),
      at: "${\(inside)}")
    return YAMLNode(content: .broken, span: span, hasPlaceholders: false)
  }
}
