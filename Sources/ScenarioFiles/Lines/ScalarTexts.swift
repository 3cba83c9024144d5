// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// The keys and scalars of a file in its order, each with what a case has in its place.
struct ScalarTexts {
  private struct Scalar {
    var span: SourceSpan
    /// The value of the matrix of which it is a placeholder and nothing else.
    var value: String?
    var hasPlaceholders: Bool
  }

  private let source: SourceText
  private let values: [String: CaseMatrix.Value]
  private var scalars: [Scalar] = []

  /// The keys and scalars of a mapping, for a case with these values by the matrix's keys.
  init(
    of entries: [YAMLNode.Entry], _ values: [String: CaseMatrix.Value], in source: SourceText
  ) {
    self.source = source
    self.values = values
    add(entries)
  }

  private mutating func add(_ entries: [YAMLNode.Entry]) {
    for entry in entries {
      add(entry.name, entry.nameSpan)
      add(entry.value)
    }
  }

  private mutating func add(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let text, _): add(text, node.span)
    case .sequence(let nodes): for node in nodes { add(node) }
    case .mapping(let entries): add(entries)
    case .broken: break
    }
  }

  private mutating func add(_ text: String, _ span: SourceSpan) {
    var only: Substring?
    var count = 0
    PlaceholderScanner.forEach(in: text) { piece in
      count += 1
      if case .placeholder(let inside) = piece { only = inside }
    }
    let node = count == 1 ? only.flatMap { value($0) } : nil
    scalars.append(
      Scalar(span: span, value: node.map { flow($0) }, hasPlaceholders: text.hasPlaceholderMark))
  }

  /// The value of `key` or `key.field`; `nil` if it is not the matrix's.
  private func value(_ inside: Substring) -> YAMLNode? {
    if let value = values[String(inside)] { return value.node }
    guard let dot = inside.firstIndex(of: ".") else { return nil }
    return values[String(inside[..<dot])]?.fields[String(inside[inside.index(after: dot)...])]
  }

  /// A node on one line, its scalars as they are written.
  private func flow(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text, _):
      let span = node.span
      guard span.start.line == span.end.line else { return "\"\(text.escapedInQuotes)\"" }
      return String(characters(of: span.start.line, from: span.start.column, to: span.end.column))
    case .sequence(let nodes): return "[\(nodes.map(flow).joined(separator: ", "))]"
    case .mapping(let entries):
      let fields = entries.map { "\($0.name): \(flow($0.value))" }.joined(separator: ", ")
      return fields.isEmpty ? "{}" : "{ \(fields) }"
    case .broken: return ""
    }
  }

  /// The characters of a line from one column to the one before another.
  private func characters(
    of line: Int, from start: Int, to end: Int
  ) -> String.UnicodeScalarView.SubSequence {
    let characters = source.line(line).unicodeScalars
    return characters.dropFirst(start - 1).prefix(max(0, end - start))
  }

  /// The parts of a line, from 1.
  func pieces(ofLine number: Int) -> [CaseLines.Piece] {
    var pieces: [CaseLines.Piece] = []
    var column = 1
    for scalar in scalars[first(endingAt: number)...] {
      let span = scalar.span
      guard span.start.line <= number else { break }
      let start = span.start.line == number ? span.start.column : 1
      let end = span.end.line == number ? span.end.column : Int.max
      append(between: characters(of: number, from: column, to: start), to: &pieces)
      append(scalar, characters(of: number, from: start, to: end), at: number, to: &pieces)
      column = max(column, end)
    }
    if column < .max {
      append(between: characters(of: number, from: column, to: .max), to: &pieces)
    }
    return pieces
  }

  /// The index of the first scalar that ends at that line or after it.
  private func first(endingAt line: Int) -> Int {
    // They end in the order of the file.
    var (low, high) = (0, scalars.count)
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle].span.end.line < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func append(
    _ scalar: Scalar, _ characters: String.UnicodeScalarView.SubSequence, at line: Int,
    to pieces: inout [CaseLines.Piece]
  ) {
    if let value = scalar.value {
      if scalar.span.start.line == line { pieces.append(value, .value) }
      return
    }
    guard scalar.hasPlaceholders else { return pieces.append(String(characters), .written) }
    let isQuoted =
      source.line(scalar.span.start.line).unicodeScalars
      .dropFirst(scalar.span.start.column - 1).first == "\""
    PlaceholderScanner.forEach(in: String(characters)) { piece in
      switch piece {
      case .text(let text), .open(let text): pieces.append(String(text), .written)
      case .escape: pieces.append("$${", .written)
      case .placeholder(let inside):
        guard case .scalar(let text, _)? = value(inside)?.content else {
          return pieces.append("${\(inside)}", .written)
        }
        pieces.append(isQuoted ? text.escapedInQuotes : text, .value)
      }
    }
  }

  /// Adds what is not in a scalar: spaces, punctuation, and a comment, which a space or the
  /// beginning of the line precedes (YAML 1.2 6.6).
  private func append(
    between characters: String.UnicodeScalarView.SubSequence, to pieces: inout [CaseLines.Piece]
  ) {
    guard let mark = characters.firstIndex(of: "#") else {
      return pieces.append(String(characters), .written)
    }
    pieces.append(String(characters[..<mark]), .written)
    pieces.append(String(characters[mark...]), .comment)
  }
}

extension [CaseLines.Piece] {
  /// Adds a text to the last part, if that is of the same kind, or as a part of its own.
  fileprivate mutating func append(_ text: String, _ kind: CaseLines.Piece.Kind) {
    guard !text.isEmpty else { return }
    if let last = indices.last, self[last].kind == kind {
      self[last].text += text
    } else {
      append(CaseLines.Piece(text: text, kind: kind))
    }
  }
}

extension String {
  /// The text between the double quotes of YAML (1.2 5.7).
  fileprivate var escapedInQuotes: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
