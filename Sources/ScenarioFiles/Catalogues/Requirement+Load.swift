// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Requirement {
  /// Decodes requirements.yaml.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<Requirement> {
    Decoder.load(
      text, file, of: "requirements", one: "the requirement", as: Forms.requirement, id: \.id,
      blank: Requirement.init
    ) { decoder, fields in
      guard let node = fields["observation"], fields["shared-faults"] != nil else { return }
      decoder.report(
        node, "an observation has no shared-faults",
        hint: "a requirement that faults break may have shared-faults")
    }
  }
}

extension Forms {
  static let requirement: YAMLForm<Requirement> = .init(
    "a requirement", hint: "as in - { id: R083, level: should, source: RFC 7616 3.3, text: … }",
    .must("id", \.id, .requirement, "as in R083"),
    .must("level", \.level, .choice("a level"), "must, should, may, robust or note"),
    .must("source", \.source, .specification, "as in RFC 7616 3.3"),
    .option("basis", \.basis, .choice("a basis")),
    .may("duty", \.duty, .choice("a duty")),
    .must("text", \.text, .words("the sentence"), "the sentence"),
    .option("sentence", \.sentence, .words("the source's sentence")),
    .option("observation", \.observation, .words("why no check of it can fail")),
    .option("evidence", \.evidence, .set(.list("evidence", .choice("evidence")))),
    .option("shared-faults", \.sharedFaults, .words("why it has no fault of its own")))
}
