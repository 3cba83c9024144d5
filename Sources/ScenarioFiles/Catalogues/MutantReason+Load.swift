// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension MutantReason {
  /// Decodes a file of Tools/Mutants/survivors: a list of mappings with `mutants`, `claim` and
  /// `reason`.
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
    var entry = MutantReason(location: node.span.start)
    entry.patterns = mutants
    entry.claim = claim
    entry.reason = reason
    entry.file = collector.source.file
    return entry
  }
}
