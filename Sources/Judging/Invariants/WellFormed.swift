// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

extension Invariants {
  /// credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ] (RFC 9110 11.4), one field line
  /// of each kind, and the forms of RFC 7616 3.4, RFC 7617 2 and RFC 6750 2.1.
  static let wellFormed = Invariant(
    .wellFormed, "Credentials are well-formed, and there is one field line of each kind",
    requirements: [
      "R053", "R055", "R067", "R075", "R086", "R092", "R094", "R097", "R098", "R099", "R100",
      "R101", "R113", "R140",
    ]
  ) { evidence in
    guard evidence.sent.contains(where: { !$0.isCallers }) else { return .noSubject }
    // A less binding rule is reported only if no graver one is broken.
    var lesser: Finding?
    for (index, sent) in evidence.sent.enumerated() {
      // If the caller wrote a field line, the client must not add its own.
      if index > 0, evidence.sent[index - 1].exchange == sent.exchange,
        evidence.sent[index - 1].isForProxy == sent.isForProxy,
        !(sent.isCallers && evidence.sent[index - 1].isCallers)
      {
        return .broken(
          expected: "one \(sent.fieldName) field line", observed: "two",
          exchange: sent.exchange, rule: BrokenRule("R097", .must))
      }
      guard !sent.isCallers, let finding = complaint(about: sent) else { continue }
      if finding.isFailure { return .broken(finding) }
      lesser = lesser ?? finding
    }
    return lesser.map { .broken($0) } ?? .held
  }

  /// algorithm, qop and nc are not quoted (RFC 7616 3.4). A client that quotes one does so in all
  /// its Digests, and would fail every case. So it is a note here, and a failure in the scenario
  /// about it.
  static let bareTokens = Invariant(
    .bareTokens, "algorithm, qop and nc stand without quotes", level: .note,
    requirements: ["R095"]
  ) { evidence in
    evidence.examineCredentials { sent in
      guard let credentials = sent.credentials, let fields = sent.digest else { return .noSubject }
      guard let violation = DigestFormRules.needlessQuotes(in: credentials, fields).first else {
        return .held
      }
      return .broken(
        expected: violation.requirement, observed: violation.sentence, exchange: sent.exchange)
    }
  }

  private static func complaint(about sent: SentCredentials) -> Finding? {
    switch sent.field {
    case .absent: return nil
    case .malformed(let value, let error):
      // It is not known who is the source of the invalid octets: the client, its caller or the
      // server.
      return Finding(
        expected: "credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]",
        observed: "\(sent.fieldName): \(abridged(value))",
        diagnosis: "The grammar stops \(error).", exchange: sent.exchange,
        rule: BrokenRule("R140", .robust))
    case .read(_, let credentials):
      let findings = violations(in: credentials, sent).map { violation in
        Finding(
          expected: violation.requirement, observed: violation.sentence, exchange: sent.exchange,
          rule: violation.rule)
      }
      return findings.first(where: \.isFailure) ?? findings.first
    }
  }

  private static func violations(
    in credentials: Credentials, _ sent: SentCredentials
  ) -> [FormViolation] {
    switch sent.scheme {
    case .basic: BasicFormRules.violations(in: credentials)
    case .digest: DigestFormRules.violations(in: credentials, sent.digest)
    case .bearer, .dpop: BearerFormRules.violations(in: credentials)
    case .ntlm, .scram, .other, nil: []
    }
  }
}

extension Finding {
  /// `true` if breaking the rule is a failure.
  fileprivate var isFailure: Bool { rule.map { Verdict(breaking: $0.level) == .fail } ?? true }
}
