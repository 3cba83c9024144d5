// SPDX-License-Identifier: Apache-2.0

/// A published leak with two versions of a client: a vulnerable one, and one with the fix.
package struct ProofEntry: Hashable, Sendable {
  /// The published id of the leak: `CVE-2018-18074`.
  package var id = ""
  /// The client and the vulnerable version: `requests@2.19.1`; without a version, the only one.
  package var vulnerable: String?
  /// The client and the version with the fix.
  package var clean: String?
  /// Ids of cases, in which `*` stands for anything; empty for all cases of the scenarios with the
  /// leak's tag.
  package var cases: [String] = []
  /// The name of the checks that show it, in which `*` stands for anything.
  package var check = "*"
  /// Why it is not shown; `nil` if it is.
  package var unshown: String?
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }

  /// `true` if the case with this id, of a scenario with these tags, must show the leak.
  package func covers(case id: String, tags: [String]) -> Bool {
    tags.contains(self.id.lowercased())
      && (cases.isEmpty || cases.contains { Glob($0, .text).matches(id) })
  }

  /// `true` if the check of this name must show the leak.
  package func covers(check: String) -> Bool { Glob(self.check, .text).matches(check) }
}
