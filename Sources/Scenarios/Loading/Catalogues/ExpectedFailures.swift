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
  package let cases: [Glob]
  /// Names of checks, in which `*` stands for anything.
  package let checks: [Glob]
  /// The expected verdict.
  package var verdict: Verdict
  /// Why the client fails.
  package var reason: String
  /// A source for the reason: a link, or the text of a version.
  package var evidence: String
  /// The client's versions with this failure, in words; `nil` for all.
  package var versions: String?
  /// The last day on which it is expected; `nil` for no end.
  package var expires: CalendarDate?
  /// The only transport on which it occurs; `nil` for any.
  package var transport: Transport?
  /// Its location in the file.
  package var location: SourceLocation
  /// The place of each pattern of `cases` in the file.
  let casePlaces: [SourceSpan]
  /// The place of each pattern of `checks` in the file.
  let checkPlaces: [SourceSpan]

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

  /// Decodes a file's text, UTF-8. Entries with errors are omitted and reported as diagnostics.
  package static func load(text: [UInt8], file: String) -> (ExpectedFailures, [Diagnostic]) {
    let (entries, diagnostics) = Decoder.load(
      text, file, of: "expected failures",
      example: "- { case: digest/stale*, check: exchange-2, verdict: fail, "
        + "reason: …, evidence: … }"
    ) { $1.compactMap($0.expectedFailure) }
    return (ExpectedFailures(file: file, entries: entries), diagnostics)
  }

  /// The failures to expect of a run that plays all cases on these transports.
  package func expected(over transports: Set<ExpectedFailure.Transport>) -> ExpectedFailures {
    var expected = self
    expected.entries.removeAll { $0.transport.map { !transports.contains($0) } ?? false }
    return expected
  }
}

extension Decoder {
  fileprivate func expectedFailure(_ node: YAMLNode) -> ExpectedFailure? {
    guard let fields = fields(node, as: ExpectedFailureKey.self) else { return nil }
    let cases = patterns(.case, fields, "a case's id, * for anything")
    let checks = patterns(.check, fields, "a check's name, * for anything")
    let reason = required(.reason, fields, "why it fails")
    let evidence = required(.evidence, fields, "a link, or the text of a version")
    let verdict: ExpectedFailure.Verdict? = required(
      .verdict, fields, "fail, warn, inconclusive, error, crash or timeout"
    ) { choice($0, "a verdict") }
    let versions = fields[.versions].flatMap { words($0, "versions") }
    let expires = fields[.expires].flatMap(date)
    let over: ExpectedFailure.Transport? = fields[.over].flatMap { choice($0, "a transport") }
    guard let cases, let checks, let reason, let evidence, let verdict else { return nil }
    return ExpectedFailure(
      cases: cases.map(\.glob), checks: checks.map(\.glob), verdict: verdict, reason: reason,
      evidence: evidence,
      versions: versions, expires: expires, transport: over, location: node.span.start,
      casePlaces: cases.map(\.place), checkPlaces: checks.map(\.place))
  }

  /// A date such as `2027-05-31`.
  fileprivate func date(_ node: YAMLNode) -> CalendarDate? {
    guard let text = words(node, "a date") else { return nil }
    guard let date = CalendarDate(text) else {
      reportKind(node, expected: "a date, as 2027-05-31")
      return nil
    }
    return date
  }

  /// The patterns of a required key, which has one or a list of them; `nil` if one is not a text.
  func patterns<Key: KeySet>(
    _ key: Key, _ fields: Fields<Key>, _ what: String
  ) -> [(glob: Glob, place: SourceSpan)]? {
    required(key, fields, what) { node in
      var nodes = [node]
      if case .sequence(let list) = node.content, !list.isEmpty { nodes = list }
      let all = nodes.compactMap { node in
        words(node, what).map { (glob: Glob($0, .text), place: node.span) }
      }
      return all.count == nodes.count ? all : nil
    }
  }
}
