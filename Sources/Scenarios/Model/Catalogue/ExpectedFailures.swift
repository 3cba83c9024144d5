// SPDX-License-Identifier: Apache-2.0

/// A known failure of a client.
package struct ExpectedFailure: Hashable, Sendable {
  /// How a check may be expected to end.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// A MUST, or safety, is broken.
    case fail
    /// A SHOULD is broken.
    case warn
    /// The case did not reach the situation that the check is about.
    case inconclusive
    /// The driver fails.
    case error
    /// The client crashed.
    case crash
    /// The client hangs.
    case timeout
  }

  /// The transport on which a run plays all cases, whatever the scenarios say.
  package enum Transport: String, Hashable, Sendable, CaseIterable {
    /// `run --tls`.
    case tls
    /// `run --http 2`, over TLS or not.
    case http2 = "http-2"
    /// Any other run.
    case http1 = "http-1"
  }

  /// Ids of cases, in which `*` stands for anything.
  package var cases: [NamePattern] = []
  /// Names of checks, in which `*` stands for anything.
  package var checks: [NamePattern] = []
  /// The expected verdict.
  package var verdict = Verdict.fail
  /// Why the client fails.
  package var reason = ""
  /// A source for the reason: a link, or the text of a version.
  package var evidence = ""
  /// The client's versions with this failure, in words; `nil` for all.
  package var versions: String?
  /// The last day on which it is expected; `nil` for no end.
  package var expires: CalendarDate?
  /// The only transport on which it occurs; `nil` for any.
  package var transport: Transport?
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }

  /// `true` if a pattern of `cases` matches the id.
  package func covers(case id: String) -> Bool { cases.contains { $0.matches(id) } }

  /// `true` if a pattern of `checks` matches the name.
  package func covers(check: String) -> Bool { checks.contains { $0.matches(check) } }

  /// `true` if it names one check of one case, without wildcards.
  package var isExact: Bool {
    cases.count == 1 && checks.count == 1 && !(cases + checks).contains(where: \.hasWildcard)
  }

  /// The patterns of `cases`, separated by commas.
  package var casePatterns: String { cases.map(\.pattern).joined(separator: ", ") }

  /// The patterns of `checks`, separated by commas.
  package var checkPatterns: String { checks.map(\.pattern).joined(separator: ", ") }
}

/// The known failures of a client, from its expected.yaml: a list of mappings with `case`, `check`,
/// `verdict`, `reason`, `evidence` and optionally `versions`, `expires` and `over`.
package struct ExpectedFailures: Sendable {
  /// The path of the file.
  package let file: String
  /// The entries, in the file's order.
  package private(set) var entries: [ExpectedFailure]

  package init(file: String, entries: [ExpectedFailure]) {
    self.file = file
    self.entries = entries
  }

  /// The failures to expect of a run that plays all cases on these transports.
  package func expected(over transports: Set<ExpectedFailure.Transport>) -> ExpectedFailures {
    var expected = self
    expected.entries.removeAll { $0.transport.map { !transports.contains($0) } ?? false }
    return expected
  }
}
