// SPDX-License-Identifier: Apache-2.0

/// A failure of a client that is known and has a reason.
package struct ExpectedFailure: Hashable, Sendable {
  /// How a check may be expected to end.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// A MUST, or safety, is broken.
    case fail
    /// A SHOULD is broken.
    case warn
    /// The situation never arose.
    case inconclusive
    /// The driver fails.
    case error
    /// The client crashed.
    case crash
    /// The client hangs.
    case timeout
  }

  /// What a run puts its cases on, whatever the scenarios say.
  package enum Transport: String, Hashable, Sendable, CaseIterable {
    /// `run --tls`.
    case tls
  }

  /// A case's id, in which `*` stands for anything.
  package let cases: Glob
  /// A check's name, in which `*` stands for anything.
  package let checks: Glob
  /// How it ends.
  package var verdict: Verdict
  /// Why.
  package var reason: String
  /// Where that can be looked up: a link, or the text of a version.
  package var evidence: String
  /// The client's versions that it is true of, in words; `nil` for all.
  package var versions: String?
  /// The transport without which it does not occur; `nil` for a failure of any run.
  var transport: Transport?
  /// Its location in the file.
  package var location: SourceLocation

  /// `true` for a case that this entry is about.
  package func covers(case id: String) -> Bool { cases.matches(id) }

  /// `true` for a check that this entry is about, in a case that it is about.
  package func covers(check: String) -> Bool { checks.matches(check) }

  /// `true` if it names one check of one case, and not a pattern of them.
  package var isExact: Bool { !cases.hasWildcard && !checks.hasWildcard }
}

/// The known failures of a client, from its expected.yaml: a list of mappings with `case`, `check`,
/// `verdict`, `reason`, `evidence` and perhaps `versions` and `over`.
package struct ExpectedFailures: Sendable {
  /// In the file's order.
  package private(set) var entries: [ExpectedFailure]

  /// Reads a file's text, UTF-8; wrong entries are left out and reported in the diagnostics.
  package static func load(text: [UInt8], file: String) -> (ExpectedFailures, [Diagnostic]) {
    let (entries, diagnostics) = Decoder.load(
      text, file, of: "expected failures",
      example: "- { case: digest/stale*, check: exchange-2, verdict: fail, "
        + "reason: …, evidence: … }"
    ) { $1.compactMap($0.expectedFailure) }
    return (ExpectedFailures(entries: entries), diagnostics)
  }

  /// The failures to expect of a run that plays every scenario over TLS, or of one that does not.
  package func expected(overTLS: Bool) -> ExpectedFailures {
    ExpectedFailures(entries: entries.filter { overTLS || $0.transport != .tls })
  }
}

extension Decoder {
  fileprivate func expectedFailure(_ node: YAMLNode) -> ExpectedFailure? {
    guard let fields = fields(node, as: ExpectedFailureKey.self) else { return nil }
    let id = required(.case, fields, "a case's id, * for anything")
    let check = required(.check, fields, "a check's name, * for anything")
    let reason = required(.reason, fields, "why it fails")
    let evidence = required(.evidence, fields, "a link, or the text of a version")
    let verdict: ExpectedFailure.Verdict? = required(
      .verdict, fields, "fail, warn, inconclusive, error, crash or timeout"
    ) { choice($0, "a verdict") }
    let versions = fields[.versions].flatMap { words($0, "versions") }
    let over: ExpectedFailure.Transport? = fields[.over].flatMap { choice($0, "a transport") }
    guard let id, let check, let reason, let evidence, let verdict else { return nil }
    return ExpectedFailure(
      cases: Glob(id, .text), checks: Glob(check, .text), verdict: verdict, reason: reason,
      evidence: evidence, versions: versions, transport: over,
      location: node.span.start)
  }
}
