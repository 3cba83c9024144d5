// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension ProofEntry {
  /// Decodes proof.yaml: a list of mappings with `id`, `vulnerable` and `clean` or `unshown`, and
  /// optionally `cases` and `check`.
  package static func load(text: [UInt8], file: String) -> CatalogueResult<ProofEntry> {
    Decoder.load(
      text, file, of: "leaks that are to be shown",
      example: "- { id: CVE-2018-18074, vulnerable: requests@2.19.1, clean: requests@2.20.0 }"
    ) { $0.entries($1, "the leak", id: \.id, line: \.location, read: $0.proof) }
  }
}

extension Decoder {
  fileprivate func proof(_ node: YAMLNode) -> ProofEntry? {
    guard let fields = fields(node, as: ProofKey.self) else { return nil }
    let id = required(.id, fields, "as in CVE-2018-18074", leakID)
    let unshown = fields[.unshown].flatMap { words($0, "a reason") }
    let vulnerable = fields[.vulnerable].flatMap(release)
    let clean = fields[.clean].flatMap(release)
    if fields[.unshown] == nil || fields[.vulnerable] != nil || fields[.clean] != nil {
      _ = required(.vulnerable, fields, "as in requests@2.19.1") { $0 }
      _ = required(.clean, fields, "as in requests@2.20.0") { $0 }
    }
    guard let id else { return nil }
    var entry = ProofEntry(location: node.span.start)
    entry.id = id
    entry.vulnerable = vulnerable
    entry.clean = clean
    entry.cases = list(fields[.cases], of: "cases' ids") {
      words($0, "a case's id, * for anything")
    }
    set(&entry.check, fields[.check].flatMap { words($0, "a check's name, * for anything") })
    entry.unshown = unshown
    return entry
  }

  /// A client's name, followed by `@` and a version if there are several.
  private func release(_ node: YAMLNode) -> String? {
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
