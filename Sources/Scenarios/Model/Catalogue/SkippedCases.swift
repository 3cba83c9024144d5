// SPDX-License-Identifier: Apache-2.0

/// Cases that are not played with a client, because they show nothing about it.
package struct SkippedCases: Hashable, Sendable {
  /// Ids of cases, in which `*` stands for anything.
  package let cases: [NamePattern]
  package let reason: String
  /// The client's file.
  let file: String

  package init(cases: [NamePattern], reason: String, file: String) {
    self.cases = cases
    self.reason = reason
    self.file = file
  }

  /// `true` if a pattern matches the case's id.
  package func covers(case id: String) -> Bool { cases.contains { $0.matches(id) } }

  /// Diagnostics for the patterns that match none of the ids, which are those of all cases.
  package func complaints(among ids: [String]) -> [Diagnostic] {
    cases.compactMap { pattern in
      if ids.contains(where: pattern.matches) { return nil }
      return Diagnostic(
        file: file, location: pattern.place.start, message: "there is no case “\(pattern.pattern)”",
        hint: "take the pattern out, or write the id that 'authspec list --cases' shows")
    }
  }
}
