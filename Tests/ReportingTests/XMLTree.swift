// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A document as libxml2 reads it.
final class XMLTree: NSObject, XMLParserDelegate {
  final class Node {
    let name: String
    let attributes: [String: String]
    var children: [Node] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    subscript(_ name: String) -> [Node] { children.filter { $0.name == name } }

    /// All nodes of a name, at any depth.
    func all(_ name: String) -> [Node] {
      children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }
  }

  struct NotXML: Error {}

  private var stack: [Node] = []
  private var root: Node?

  static func read(_ data: Data) throws -> Node {
    let tree = XMLTree()
    let parser = XMLParser(data: data)
    parser.delegate = tree
    guard parser.parse(), let root = tree.root else { throw parser.parserError ?? NotXML() }
    return root
  }

  static func read(_ path: String) throws -> Node {
    try read(Data(contentsOf: URL(filePath: path)))
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let node = Node(name, attributes)
    stack.last?.children.append(node)
    if root == nil { root = node }
    stack.append(node)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    stack.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { stack.last?.text += text }
}
