// SPDX-License-Identifier: Apache-2.0

/// Cases that a client's file leaves out, because they show nothing about the client.
package struct SkippedCases: Hashable, Sendable {
  /// Ids of cases, in which `*` stands for anything.
  package let cases: [Glob]
  /// Why.
  package let reason: String
  /// The client's file.
  let file: String
  /// Where each pattern of `cases` is written.
  let places: [SourceSpan]

  /// `true` for a case that is left out.
  package func covers(case id: String) -> Bool {
    cases.contains { $0.matches(id) }
  }

  /// The patterns that mean none of these, which are all cases that there are.
  package func complaints(among ids: [String]) -> [Diagnostic] {
    zip(cases, places).compactMap { pattern, place in
      if ids.contains(where: pattern.matches) { return nil }
      return Diagnostic(
        file: file, location: place.start, message: "there is no case “\(pattern.pattern)”",
        hint: "take the pattern out, or write the id that 'authspec list --cases' shows")
    }
  }
}
