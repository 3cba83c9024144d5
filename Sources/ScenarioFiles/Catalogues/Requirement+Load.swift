// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Requirement {
  /// Decodes requirements.yaml: a list of mappings with `id`, `level`, `source`, `text` and
  /// optionally `basis`, `duty`, `sentence`, `observation`, `shared-faults` and `evidence`.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<Requirement> {
    Decoder.load(
      text, file, of: "requirements",
      example: "- { id: R083, level: should, source: RFC 7616 3.3, text: … }"
    ) { $0.entries($1, "the requirement", id: \.id, line: \.location, read: $0.catalogueEntry) }
  }
}

extension Decoder {
  fileprivate func evidence(_ node: YAMLNode) -> Evidence? { choice(node, "evidence") }

  fileprivate func catalogueEntry(_ node: YAMLNode) -> Requirement? {
    guard let fields = fields(node, as: RequirementKey.self) else { return nil }
    let id = required(.id, fields, "as in R083", requirement)
    let level: Level? = required(.level, fields, "must, should, may, robust or note") {
      choice($0, "a level")
    }
    let source = required(.source, fields, "as in RFC 7616 3.3", specification)
    let text = required(.text, fields, "the sentence")
    let basis: Requirement.Basis? = fields[.basis].flatMap { choice($0, "a basis") }
    let duty: Requirement.Duty? = fields[.duty].flatMap { choice($0, "a duty") }
    let sentence = fields[.sentence].flatMap { words($0, "the source's sentence") }
    let observation = fields[.observation].flatMap { words($0, "why no check of it can fail") }
    let sharedFaults = fields[.sharedFaults].flatMap { words($0, "why it has no fault of its own") }
    if let node = fields[.observation], fields[.sharedFaults] != nil {
      report(
        node, "an observation has no shared-faults",
        hint: "a requirement that faults break may have shared-faults")
    }
    guard let id, let level, let source, let text else { return nil }
    var entry = Requirement(location: node.span.start)
    entry.id = id
    entry.level = level
    entry.source = source
    entry.basis = basis
    entry.duty = duty ?? .client
    entry.text = text
    entry.sentence = sentence
    entry.observation = observation
    entry.sharedFaults = sharedFaults
    entry.evidence = fields[.evidence].map { Set(list($0, of: "evidence", self.evidence)) }
    return entry
  }
}
