// SPDX-License-Identifier: Apache-2.0

/// A published leak with two versions of a client: a vulnerable one, and one with the fix.
package struct ProofEntry: Hashable, Sendable {
  /// The published id of the leak: `CVE-2018-18074`.
  package var id: String
  /// The client and the vulnerable version: `requests@2.19.1`; without a version, the only one.
  package var vulnerable: String?
  /// The client and the version with the fix.
  package var clean: String?
  /// Ids of cases, in which `*` stands for anything; empty for all cases of the scenarios with the
  /// leak's tag.
  package var cases: [String]
  /// The name of the checks that show it, in which `*` stands for anything.
  package var check: String
  /// Why it is not shown; `nil` if it is.
  package var unshown: String?
  /// Its location in the file.
  package var location: SourceLocation

  /// `true` if the case with this id, of a scenario with these tags, must show the leak.
  package func covers(case id: String, tags: [String]) -> Bool {
    tags.contains(self.id.lowercased())
      && (cases.isEmpty || cases.contains { Glob($0, .text).matches(id) })
  }

  /// `true` if the check of this name must show the leak.
  package func covers(check: String) -> Bool { Glob(self.check, .text).matches(check) }
}

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
    return ProofEntry(
      id: id, vulnerable: vulnerable, clean: clean,
      cases: list(fields[.cases], of: "cases' ids") { words($0, "a case's id, * for anything") },
      check: fields[.check].flatMap { words($0, "a check's name, * for anything") } ?? "*",
      unshown: unshown, location: node.span.start)
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
