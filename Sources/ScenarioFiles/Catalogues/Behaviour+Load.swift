// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Behaviour {
  /// Decodes behaviours.yaml.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<Behaviour> {
    Decoder.load(
      text, file, of: "behaviours", one: "the behaviour", as: Forms.behaviour, id: \.id,
      blank: Behaviour.init)
  }
}

extension Forms {
  static let behaviour: YAMLForm<Behaviour> = .init(
    "a behaviour", hint: "as in - { id: B21, text: … }",
    .must("id", \.id, .peer, "as in B21"),
    .must("text", \.text, .words("the sentence"), "the sentence"))
}
