// SPDX-License-Identifier: Apache-2.0

import Scenarios

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
    var behaviour = Behaviour(location: node.span.start)
    behaviour.id = id
    behaviour.text = text
    return behaviour
  }
}
