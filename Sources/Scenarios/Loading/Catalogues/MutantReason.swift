// SPDX-License-Identifier: Apache-2.0

/// The reason why mutants of the reference client may survive.
package struct MutantReason: Hashable, Sendable {
  /// The claim about them.
  package enum Claim: String, Hashable, Sendable, CaseIterable {
    /// Neither the octets on the wire nor the results for the caller differ.
    case equal
    /// An RFC allows its behaviour as well: a scenario that fails it would fail correct clients.
    case allowed
    /// It differs, and no scenario should test that.
    case unshown
  }

  /// The names of mutants, in which `*` stands for anything.
  package var patterns: [String]
  /// The claim about them.
  package var claim: Claim
  /// The reason for the claim.
  package var reason: String
  /// The file of the entry.
  package var file: String
  /// Its location there.
  package var location: SourceLocation

  /// `true` if a pattern matches the mutant's name.
  package func covers(_ name: String) -> Bool {
    patterns.contains { Glob($0, .text).matches(name) }
  }
}

extension MutantReason {
  /// Decodes a file of Mutants/survivors: a list of mappings with `mutants`, `claim` and `reason`.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<MutantReason> {
    Decoder.load(
      text, file, of: "mutants",
      example: "- { claim: equal, reason: …, mutants: [\"Paths.plain: *\"] }"
    ) { $1.compactMap($0.mutantReason) }
  }
}

extension Decoder {
  fileprivate func mutantReason(_ node: YAMLNode) -> MutantReason? {
    guard let fields = fields(node, as: MutantReasonKey.self) else { return nil }
    let reason = required(.reason, fields, "why nothing notices them")
    let claim: MutantReason.Claim? = required(.claim, fields, "equal, allowed or unshown") {
      choice($0, "a claim")
    }
    let mutants = required(.mutants, fields, "names of mutants, * for anything") {
      list($0, of: "names of mutants")?.compactMap { words($0, "the name of a mutant") }
    }
    guard let reason, let claim, let mutants else { return nil }
    return MutantReason(
      patterns: mutants, claim: claim, reason: reason, file: collector.source.file,
      location: node.span.start)
  }
}
