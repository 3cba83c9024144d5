// SPDX-License-Identifier: Apache-2.0

/// A behaviour that the suites of other projects test.
package struct Behaviour: Hashable, Sendable {
  /// `B` and a number: `B21`.
  package var id: String
  /// The behaviour as a sentence.
  package var text: String
  /// Its location in the file.
  package var location: SourceLocation
}

extension Behaviour {
  /// Decodes behaviours.yaml: a list of mappings with `id` and `text`.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<Behaviour> {
    Decoder.load(text, file, of: "behaviours", example: "- { id: B21, text: … }") {
      $0.entries($1, "the behaviour", id: \.id, line: \.location, read: $0.behaviour)
    }
  }
}

extension Decoder {
  fileprivate func behaviour(_ node: YAMLNode) -> Behaviour? {
    guard let fields = fields(node, as: BehaviourKey.self) else { return nil }
    let id = required(.id, fields, "as in B21", peer)
    let text = required(.text, fields, "the sentence")
    guard let id, let text else { return nil }
    return Behaviour(id: id, text: text, location: node.span.start)
  }
}
