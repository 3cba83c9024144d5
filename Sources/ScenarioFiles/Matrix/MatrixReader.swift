// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// Decodes `matrix:`.
struct MatrixReader {
  let collector: DiagnosticCollector

  /// Words that cannot be keys, because they have another meaning in `matrix:` or `${…}`.
  static let reserved: Set<String> = ["serial", "except"]

  /// Returns the matrix; reports errors and then returns `nil`.
  func read(_ node: YAMLNode) -> CaseMatrix? {
    guard case .mapping(let entries) = node.content else {
      reportKind(
        node, "a matrix is a mapping", hint: "as in  matrix: { algorithm: [MD5, SHA-256] }")
      return nil
    }
    let before = collector.count
    var matrix = CaseMatrix()
    for entry in entries where entry.name != "except" {
      if let key = key(entry) { matrix.keys.append(key) }
    }
    guard collector.count == before, checkSize(matrix, node) else { return nil }
    if let except = entries.first(where: { $0.name == "except" }) {
      readExceptions(except.value, into: &matrix)
    }
    return collector.count == before ? matrix : nil
  }

  /// Returns `false`, and reports it, if the matrix has too many combinations.
  private func checkSize(_ matrix: CaseMatrix, _ node: YAMLNode) -> Bool {
    var product = 1
    for key in matrix.keys {
      let (next, isTooMuch) = product.multipliedReportingOverflow(by: key.values.count)
      product = isTooMuch ? .max : next
      if product > CaseMatrix.maximumCombinations {
        let counts = matrix.keys.prefix(8).map { "\($0.values.count)" }.joined(separator: " × ")
        collector.report(
          node.span,
          "this matrix has \(counts)\(matrix.keys.count > 8 ? " × …" : "") combinations",
          hint:
            "\(CaseMatrix.maximumCombinations) is the limit, those in except included; split the file"
        )
        return false
      }
    }
    return true
  }

  private func key(_ entry: YAMLNode.Entry) -> CaseMatrix.Key? {
    let name = entry.name
    guard MatrixReader.isName(name) else {
      collector.report(
        entry.nameSpan, "\"\(name)\" cannot be the key of a matrix",
        hint: MatrixReader.reserved.contains(name) || name.first == "x"
          ? "${\(name)} means something else; take another word"
          : "a key is letters, digits, \"-\" and \"_\", and begins with a letter")
      return nil
    }
    guard case .sequence(let nodes) = entry.value.content else {
      reportKind(
        entry.value, "the values of \"\(name)\" must be a list",
        hint: "as in  \(name): [first, second]")
      return nil
    }
    guard !nodes.isEmpty else {
      collector.report(
        entry.value.span, "\"\(name)\" has no values",
        hint: "a matrix with an empty list has no cases: leave the key out")
      return nil
    }
    var lines: [String: Int] = [:]
    var values: [CaseMatrix.Value] = []
    var positions: [String: Int] = [:]
    for node in nodes {
      guard let value = value(node, of: name) else { continue }
      if let line = lines.updateValue(node.span.start.line, forKey: value.id) {
        collector.report(
          node.span, "\"\(value.id)\" occurs twice among the values of \"\(name)\"",
          hint: "the first one is in line \(line); the ids of cases must differ")
      }
      positions[value.id] = values.count
      values.append(value)
    }
    return CaseMatrix.Key(name: name, values: values, positions: positions)
  }

  private func value(_ node: YAMLNode, of key: String) -> CaseMatrix.Value? {
    switch node.content {
    case .broken:
      return nil
    case .scalar(let text, _):
      guard node.isNull else {
        return isFit(text, node) ? CaseMatrix.Value(id: text, node: node) : nil
      }
      collector.report(
        node.span, "a value of \"\(key)\" is missing",
        hint: "write \"null\" in quotes for that word")
      return nil
    case .sequence:
      collector.report(
        node.span, "a value of \"\(key)\" must be a text or a mapping with an id, not a list",
        hint: "write { id: short-name, list: [ … ] } and use ${\(key).list}")
      return nil
    case .mapping(let entries):
      guard let id = entries.first(where: { $0.name == "id" })?.value else {
        collector.report(
          node.span, "this value of \"\(key)\" needs an id",
          hint: "write { id: short-name, … }: the id becomes part of the ids of cases")
        return nil
      }
      guard case .scalar(let text, _) = id.content, !id.isNull else {
        reportKind(id, "an id must be a text")
        return nil
      }
      guard isFit(text, id) else { return nil }
      return CaseMatrix.Value(
        id: text, node: id,
        fields: Dictionary(entries.map { ($0.name, $0.value) }) { first, _ in first })
    }
  }

  /// Reports a node of the wrong kind, unless it is broken and so already reported.
  private func reportKind(_ node: YAMLNode, _ wanted: String, hint: String? = nil) {
    guard !node.isBroken else { return }
    collector.report(node.span, "\(wanted), not \(node.kind)", hint: hint)
  }

  /// Returns `false`, and reports it, if a value cannot be part of the id of a case.
  private func isFit(_ text: String, _ node: YAMLNode) -> Bool {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !"[],=*".unicodeScalars.contains($0)
    }
    guard isPlain, text.utf8.count <= 64, !text.hasPlaceholderMark else {
      collector.report(
        node.span, "this value cannot stand in the id of a case",
        hint: "write { id: short-name, value: … } and use ${key.value}: "
          + "an id has at most 64 octets and no [ ] , = * or ${")
      return false
    }
    return true
  }

  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isASCIILetter, !reserved.contains(name) else {
      return false
    }
    let isOctets =
      name.first == "x" && name.utf8.count > 1
      && name.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    return !isOctets && name.utf8.allSatisfy(\.isNameOctet)
  }

  private func readExceptions(_ node: YAMLNode, into matrix: inout CaseMatrix) {
    guard case .sequence(let nodes) = node.content else {
      reportKind(
        node, "except is a list of mappings",
        hint: "as in  except: [ { algorithm: MD5, side: proxy } ]")
      return
    }
    guard nodes.count <= CaseMatrix.maximumExceptions else {
      collector.report(
        node.span, "except has \(nodes.count) entries",
        hint: "\(CaseMatrix.maximumExceptions) is the limit; an entry may hold lists of values")
      return
    }
    for node in nodes {
      guard case .mapping(let entries) = node.content, !entries.isEmpty else {
        reportKind(
          node, "an exception is a mapping of matrix keys to values",
          hint: "as in  - { algorithm: MD5, side: proxy }")
        continue
      }
      matrix.exceptions.append(entries.compactMap { exception($0, in: matrix) })
    }
  }

  private func exception(
    _ entry: YAMLNode.Entry, in matrix: CaseMatrix
  ) -> (key: Int, values: Set<Int>)? {
    guard let index = matrix.keys.firstIndex(where: { $0.name == entry.name }) else {
      collector.report(
        entry.nameSpan, "\"\(entry.name)\" is not a key of this matrix",
        hint: collector.suggestion(for: entry.name, among: matrix.keys.map(\.name)))
      return nil
    }
    var nodes = [entry.value]
    if case .sequence(let several) = entry.value.content { nodes = several }
    var found: Set<Int> = []
    for node in nodes {
      guard case .scalar(let text, _) = node.content else {
        reportKind(node, "expected a value of \"\(entry.name)\"")
        continue
      }
      let values = matrix.keys[index].values
      guard let value = matrix.keys[index].positions[text] else {
        collector.report(
          node.span, "\"\(text)\" is not a value of \"\(entry.name)\"",
          hint: collector.suggestion(for: text, among: values.map(\.id))
            ?? "it has: \(values.prefix(12).map(\.id).joined(separator: ", "))")
        continue
      }
      found.insert(value)
    }
    return (index, found)
  }
}
