// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension ProofEntry {
  /// Decodes proof.yaml. An entry has `vulnerable` and `clean`, or `unshown`.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<ProofEntry> {
    Decoder.load(
      text, file, of: "leaks that are to be shown", one: "the leak", as: Forms.proof, id: \.id,
      blank: ProofEntry.init
    ) { decoder, fields in
      guard
        fields["unshown"] == nil || fields["vulnerable"] != nil || fields["clean"] != nil
      else { return }
      for (key, example) in [("vulnerable", "requests@2.19.1"), ("clean", "requests@2.20.0")]
      where fields[key] == nil { fields.reportMissing(key, "as in \(example)", by: decoder) }
    }
  }
}

extension Forms {
  static let proof: YAMLForm<ProofEntry> = .init(
    "a proof",
    hint: "as in - { id: CVE-2018-18074, vulnerable: requests@2.19.1, clean: requests@2.20.0 }",
    .must("id", \.id, .leakID, "as in CVE-2018-18074"),
    .option("vulnerable", \.vulnerable, .release),
    .option("clean", \.clean, .release),
    .may("cases", \.cases, .list("cases' ids", .words(caseWords))),
    .may("check", \.check, .words(checkWords)),
    .option("unshown", \.unshown, .words("a reason")))
}

extension YAMLKind<String> {
  fileprivate static let release = YAMLKind(.text) { $0.release($1) }
}

extension Decoder {
  /// A client's name, followed by `@` and a version if there are several.
  fileprivate func release(_ node: YAMLNode) -> String? {
    guard let text = words(node, "a client and its version") else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
      report(
        node, "\(shown(node)) is not a client and its version",
        hint: "as in requests@2.19.1, or libsoup where it has only one")
      return nil
    }
    return text
  }
}
