// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension MutantReason {
  /// Decodes a file of Tools/Mutants/survivors.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<MutantReason> {
    Decoder.load(
      text, file, of: "mutants", as: Forms.mutantReason,
      blank: {
        var entry = MutantReason(location: $0)
        entry.file = file
        return entry
      })
  }
}

extension Forms {
  static let mutantReason: YAMLForm<MutantReason> = .init(
    "an entry about mutants",
    hint: "as in - { claim: equal, reason: …, mutants: [\"Paths.plain: *\"] }",
    .must(
      "mutants", \.patterns, .list("names of mutants", .words("the name of a mutant")),
      "names of mutants, * for anything"),
    .must("claim", \.claim, .choice("a claim"), "equal, allowed or unshown"),
    .must("reason", \.reason, .words("why nothing notices them"), "why nothing notices them"))
}
