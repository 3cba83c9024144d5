import SwiftSyntax

/// Writes a file of the client anew, with a switch at each site.
///
/// Every node is written as it is, but for those that are sites: what they become stands in `Instrumenter+…`. Code of the
/// planted faults stays as it is.
final class Instrumenter {
  let file: String
  let planted: PlantedCode
  let list: SiteList
  private let places: SourceLocationConverter
  /// The declaration that is being written.
  private var declarations: [String] = []
  /// Innermost last: what a constant stands in.
  var surroundings: [Syntax] = []
  /// What is referred to in code that no fault asks for.
  private(set) var names: Set<String> = []
  /// Inside an initialiser, or a closure or function in which what a block comes to may be its value.
  var returnsValue: [Bool] = []

  init(file: String, tree: SourceFileSyntax, planted: PlantedCode, list: SiteList) {
    self.file = file
    self.planted = planted
    self.list = list
    places = SourceLocationConverter(fileName: file, tree: tree)
  }

  // MARK: Names

  /// A further site at a node.
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

  /// The code in one line, without comments, cut short.
  static func excerpt(_ node: some SyntaxProtocol) -> String {
    var text = ""
    // A line that ends has no blank behind it.
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

  /// A node as it is, its children written.
  func children(_ node: Syntax) -> String {
    if let token = node.as(TokenSyntax.self) { return token.description }
    return node.children(viewMode: .sourceAccurate).map { write($0) }.joined()
  }

  /// The code that stands for a node, with its blanks and comments around it.
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
      leave(conditional, because: "It differs between systems, of which one is compiled.")
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

  /// Without what stands before and behind it.
  func core(_ node: some SyntaxProtocol) -> String {
    let text = write(node)
    let before = node.leadingTrivia.description
    let behind = node.trailingTrivia.description
    return String(text.dropFirst(before.count).dropLast(behind.count))
  }

  /// With what stands before and behind a node.
  func around(_ node: some SyntaxProtocol, _ text: String) -> String {
    node.leadingTrivia.description + text + node.trailingTrivia.description
  }
}
