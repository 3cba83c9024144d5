// SPDX-License-Identifier: Apache-2.0

/// Why mutants of the reference client may survive.
package struct MutantReason: Hashable, Sendable {
  /// The claim about them.
  package enum Claim: String, Hashable, Sendable, CaseIterable {
    /// Neither the octets on the wire nor the results for the caller differ.
    case equal
    /// Its behaviour is allowed as well: a scenario that fails it would fail correct clients.
    case allowed
    /// It differs, but no scenario shows it, for the reason given.
    case unshown
  }

  /// The names of mutants, in which `*` stands for anything.
  package var patterns: [String]
  /// The claim about them.
  package var claim: Claim
  /// Why.
  package var reason: String
  /// The file of the entry.
  package var file: String
  /// Its location there.
  package var location: SourceLocation

  /// `true` for a mutant that this entry is about.
  package func covers(_ name: String) -> Bool {
    patterns.contains { Glob($0, .text).matches(name) }
  }
}

extension MutantReason {
  /// The mutants that are known to survive: a list of mappings with `mutants`, `claim` and
  /// `reason`. Wrong entries are left out and reported in the diagnostics.
  package static func load(
    text: [UInt8], file: String
  ) -> (entries: [MutantReason], diagnostics: [Diagnostic]) {
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
