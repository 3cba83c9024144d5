// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Rewrites a file of the client, with a switch at each site.
///
/// Nodes that are no sites are copied unchanged. `Instrumenter+…` has the replacements of sites.
/// Code of the planted faults is copied unchanged.
final class Instrumenter {
  let file: String
  let planted: PlantedCode
  let list: SiteList
  private let places: SourceLocationConverter
  /// The names of the declarations around the current node.
  private var declarations: [String] = []
  /// The expressions around the current constant, innermost last.
  var surroundings: [Syntax] = []
  /// The names that code outside of faults refers to.
  private(set) var names: Set<String> = []
  /// `true` inside an initialiser, or in a closure or function whose block may be its value.
  var returnsValue: [Bool] = []

  init(file: String, tree: SourceFileSyntax, planted: PlantedCode, list: SiteList) {
    self.file = file
    self.planted = planted
    self.list = list
    places = SourceLocationConverter(fileName: file, tree: tree)
  }

  // MARK: Names

  /// Adds a site at a node.
  func site(_ node: some SyntaxProtocol, _ change: String, _ kind: Site.Kind) -> Int {
    list.add(name(node, change), file: file, line: line(node), kind)
  }

  func leave(_ node: some SyntaxProtocol, because reason: String) {
    list.leave(name(node, "left out"), file: file, line: line(node), because: reason)
  }

  private func line(_ node: some SyntaxProtocol) -> Int {
    places.location(for: node.positionAfterSkippingLeadingTrivia).line
  }

  private func name(_ node: some SyntaxProtocol, _ change: String) -> String {
    let stem = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? file
    let place = declarations.isEmpty ? stem : "\(stem).\(declarations.joined(separator: "."))"
    return "\(place): \(Instrumenter.excerpt(node)) [\(change)]"
  }

  /// The code in one line, without comments, shortened.
  static func excerpt(_ node: some SyntaxProtocol) -> String {
    var text = ""
    // A line has no space at its end.
    var last: TokenSyntax?
    for token in node.tokens(viewMode: .sourceAccurate) {
      let breaks = token.leadingTrivia.contains { $0.isNewline }
      if let last, breaks || !last.trailingTrivia.isEmpty, !text.hasSuffix("(") { text += " " }
      text += token.text
      last = token
    }
    return text.count <= 72 ? text : text.prefix(71) + "…"
  }

  // MARK: Writing

  func within<Result>(_ declaration: String, _ write: () -> Result) -> Result {
    declarations.append(declaration)
    defer { declarations.removeLast() }
    return write()
  }

  func inside<Result>(_ node: some SyntaxProtocol, _ write: () -> Result) -> Result {
    surroundings.append(Syntax(node))
    defer { surroundings.removeLast() }
    return write()
  }

  /// The node with its children rewritten.
  func children(_ node: Syntax) -> String {
    if let token = node.as(TokenSyntax.self) { return token.description }
    return node.children(viewMode: .sourceAccurate).map { write($0) }.joined()
  }

  /// The replacement of a node, with the spaces and comments around the node.
  func write(_ node: some SyntaxProtocol) -> String {
    let node = Syntax(node)
    if let reference = node.as(DeclReferenceExprSyntax.self) {
      names.insert(reference.baseName.text)
    }
    if node.is(TypeSyntax.self) || node.is(AttributeListSyntax.self)
      || node.is(EnumCaseDeclSyntax.self)
    {
      return node.description
    }
    if let conditional = node.as(IfConfigDeclSyntax.self) {
      leave(conditional, because: "It differs between systems, and only one branch is compiled.")
      return node.description
    }
    if node.is(DeclSyntax.self) {
      return PlantedCode.isPlanted(node) || planted.isUnused(node)
        ? node.description : writeDeclaration(node)
    }
    if let items = node.as(CodeBlockItemListSyntax.self) { return writeItems(items) }
    if let text = writeStatement(node) ?? writeExpression(node) { return text }
    return children(node)
  }

  /// The text of a node without the trivia around it.
  func core(_ node: some SyntaxProtocol) -> String {
    let text = write(node)
    let before = node.leadingTrivia.description
    let behind = node.trailingTrivia.description
    return String(text.dropFirst(before.count).dropLast(behind.count))
  }

  /// A text with the trivia around a node.
  func around(_ node: some SyntaxProtocol, _ text: String) -> String {
    node.leadingTrivia.description + text + node.trailingTrivia.description
  }
}
