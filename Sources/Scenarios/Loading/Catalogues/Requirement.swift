// SPDX-License-Identifier: Apache-2.0

/// A sentence that a client must, should or may keep to.
package struct Requirement: Hashable, Sendable {
  /// How its source states it, if not by a keyword of RFC 2119.
  package enum Basis: String, Hashable, Sendable, CaseIterable {
    /// The source says what something is or means.
    case definition
  }

  /// Whom the source binds.
  package enum Duty: String, Hashable, Sendable, CaseIterable {
    /// The client under test.
    case client
    /// The program that uses the client, or its user: the party that chose the client's input.
    case caller
    /// The server or proxy.
    case server
  }

  /// `R` and a number: `R083`.
  package var id: String
  /// How binding it is.
  package var level: Level
  /// Where it comes from, as `RFC 7616 3.3`.
  package var source: String
  /// How the source states it without a keyword; `nil` if it has a keyword, or does not state it.
  package var basis: Basis?
  /// Whom the source binds.
  package var duty: Duty
  /// What a client does, in our words.
  package var text: String
  /// The source's own words, with their keyword; `[…]` marks omissions. `nil` if the source has
  /// none.
  package var sentence: String?
  /// The abilities without which no client can show it, and which no server gives yet: it is for
  /// later. Empty for the others.
  package var needs: [String]
  /// Why no check of it can fail a client, so that no fault breaks it; `nil` if a check can.
  package var observation: String?
  /// Why each of its faults is noticed by scenarios of other requirements as well; `nil` if it has
  /// a fault of its own.
  package var sharedFaults: String?
  /// Its location in the file.
  package var location: SourceLocation
}

extension Requirement {
  /// All requirements, from requirements.yaml: a list of mappings with `id`, `level`, `source`,
  /// `text` and perhaps `basis`, `duty`, `sentence`, `needs`, `observation` and `shared-faults`.
  /// Wrong entries are left out and reported in the diagnostics.
  package static func load(
    text: [UInt8], file: String
  ) -> (entries: [Requirement], diagnostics: [Diagnostic]) {
    Decoder.load(
      text, file, of: "requirements",
      example: "- { id: R083, level: should, source: RFC 7616 3.3, text: … }"
    ) { $0.entries($1, "the requirement", id: \.id, line: \.location, read: $0.catalogued) }
  }
}

extension Decoder {
  fileprivate func catalogued(_ node: YAMLNode) -> Requirement? {
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
    if let node = fields[.observation], fields[.needs] != nil || fields[.sharedFaults] != nil {
      report(
        node, "an observation has neither needs nor shared-faults",
        hint: "a requirement for later has needs, one that faults break may have shared-faults")
    }
    guard let id, let level, let source, let text else { return nil }
    return Requirement(
      id: id, level: level, source: source, basis: basis, duty: duty ?? .client, text: text,
      sentence: sentence, needs: needs(fields[.needs]), observation: observation,
      sharedFaults: sharedFaults, location: node.span.start)
  }
}
