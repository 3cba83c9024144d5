// SPDX-License-Identifier: Apache-2.0

/// A requirement for clients.
package struct Requirement: Hashable, Sendable {
  /// How the source states it without a keyword of RFC 2119.
  package enum Basis: String, Hashable, Sendable, CaseIterable {
    /// The source defines something.
    case definition
  }

  /// The party that the source binds.
  package enum Duty: String, Hashable, Sendable, CaseIterable {
    /// The client under test.
    case client
    /// The program that uses the client, or its user.
    case caller
    /// The server or proxy.
    case server
  }

  /// `R` and a number: `R083`.
  package var id: String
  /// Its level.
  package var level: Level
  /// Its source, such as `RFC 7616 3.3`.
  package var source: String
  /// How the source states it without a keyword; `nil` if it uses a keyword or does not state it.
  package var basis: Basis?
  /// The party that the source binds.
  package var duty: Duty
  /// The behaviour of the client, in the project's words.
  package var text: String
  /// A quotation of the source with its keyword; `[…]` marks omissions. `nil` if there is none.
  package var sentence: String?
  /// Why no check of it can fail a client; `nil` if a check can.
  package var observation: String?
  /// Why scenarios of other requirements notice each of its faults too; `nil` if it has a fault
  /// that only its own scenarios notice.
  package var sharedFaults: String?
  /// What shows that a client breaks it; `nil` if everything does that a check can observe. A
  /// requirement of level must or should has it: its sentence is quoted for nothing else.
  package var evidence: Set<Evidence>?
  /// Its location in the file.
  package var location: SourceLocation
}

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
    return Requirement(
      id: id, level: level, source: source, basis: basis, duty: duty ?? .client, text: text,
      sentence: sentence, observation: observation, sharedFaults: sharedFaults,
      evidence: fields[.evidence].map { Set(list($0, of: "evidence", evidence)) },
      location: node.span.start)
  }
}
