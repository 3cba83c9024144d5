// SPDX-License-Identifier: Apache-2.0

import Judging
import Scenarios
import Transcripts

/// What is wrong with a client where its cases break, as far as its kept results say.
struct MatrixCause: Hashable, Sendable {
  /// How grave it is; the gravest first.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A login, a token or a client certificate went where it must not go.
    case leak
    /// What the caller had written itself, in a header field or a URL, went on to another server.
    case callerLeak = "caller-leak"
    /// The client uses a server that it must refuse.
    case serverAccepted = "server-accepted"
    case crash
    case hang
    /// The caller gets an error from inside the client.
    case internalError = "internal-error"
    /// Any other rule, of every case or of a scenario.
    case rule
    /// authspec or the client's driver is at fault.
    case fault
  }

  let kind: Kind
  /// The same in every report: `leak.R041`, `rule.nonce-count`, `digest/nonce-count-rises`.
  let id: String
  /// What is wrong, as a sentence without a full stop.
  let title: String
  /// What to change in the client; empty if the title says it.
  let advice: String

  private init(_ kind: Kind, _ cause: FailureCause) {
    self.kind = kind
    id = cause.id
    let prose = CauseProse(cause)
    title = prose.title
    advice = prose.advice
  }

  private init(_ kind: Kind, id: String, title: String, advice: String) {
    self.kind = kind
    self.id = id
    self.title = title
    self.advice = advice
  }

  /// The cause of a broken check of a case of a scenario.
  init(
    _ finding: ClientResults.CheckFinding, in outcome: ClientResults.Outcome, of scenario: Scenario
  ) {
    let invariant = finding.check.split(separator: ".", maxSplits: 1)
    if let ending = MatrixCause(ending: finding.verdict) {
      self = ending
    } else if invariant.count == 2, invariant[0] == "invariant" {
      self.init(
        FailureCause(invariant: String(invariant[1]), breaking: finding.requirements.first),
        finding, in: outcome)
    } else if finding.usesServerToRefuse {
      self.init(.serverAccepted, FailureCause(.serverAccepted))
    } else {
      self.init(.rule, id: scenario.id, title: "Not kept: \(scenario.title)", advice: "")
    }
  }

  /// The cause of a case that broke without a check; `nil` for a verdict that tells none.
  init?(ending verdict: Verdict) {
    switch verdict {
    case .crash: self.init(.crash, FailureCause(.crash))
    case .timeout: self.init(.hang, FailureCause(.hang))
    case .error:
      self.init(
        .fault, id: "fault", title: "authspec or the client's driver is at fault", advice: "")
    default: return nil
    }
  }

  private init(
    _ cause: FailureCause, _ finding: ClientResults.CheckFinding, in outcome: ClientResults.Outcome
  ) {
    switch (cause.kind, cause.subject) {
    case (.leak, "R031"?) where finding.isAboutField, (.leak, "R032"?) where finding.isAboutField:
      self = MatrixCause.wrongField
    case (.leak, "R031"?) where finding.isAtProxy, (.leak, "R042"?) where finding.isAtProxy:
      let connect = FailureCause(.leak, "R033")
      self = outcome.breaks("R033") ? .init(.leak, connect) : .unclearTarget
    case (.leak, "R042"?), (.leak, "R049"?): self.init(.callerLeak, cause)
    case (.leak, _): self.init(.leak, cause)
    case (.internalError, _): self.init(.internalError, cause)
    default: self.init(.rule, cause)
    }
  }

  /// `Proxy-Authorization` at an origin, which is no leak as long as the login in it is that
  /// origin's. If it is a proxy's, the rule that secrets stay is broken as well.
  private static let wrongField = MatrixCause(
    .rule, id: "rule.proxy-separation", title: "Proxy-Authorization goes to an origin",
    advice: "Answer a 407 only if a proxy sent it.")

  /// Credentials of an origin reach the proxy that the request for the origin goes to in any case,
  /// in a request of which the proxy cannot tell the origin: `GET http://::1:80/`. This is wrong,
  /// but tells the proxy nothing that it is not told by a right request.
  private static let unclearTarget = MatrixCause(
    .rule, id: "rule.target-at-a-proxy",
    title: "A request to a proxy has a target that names no server",
    advice: "Write the absolute form, with brackets around an IPv6 address.")
}

extension ClientResults.CheckFinding {
  /// Whether it is about the field of credentials, whosever they are.
  fileprivate var isAboutField: Bool { check == "invariant.proxy-separation" }

  /// Whether it is about something that a proxy was told.
  fileprivate var isAtProxy: Bool { expected?.hasSuffix(" at proxy") ?? false }

  /// Whether a handshake was to fail and did not: `StepJudge` words it so.
  fileprivate var usesServerToRefuse: Bool {
    check.hasSuffix(".handshakes") && observed?.hasPrefix("the server used") ?? false
      && expected?.contains("the server refused") ?? false
  }
}

extension ClientResults.Outcome {
  /// Whether a check broke that is about a requirement.
  fileprivate func breaks(_ requirement: String) -> Bool {
    findings.contains { $0.verdict.isBad && $0.requirements.first == requirement }
  }
}

extension MatrixCause.Kind: Comparable {
  /// Graver than.
  static func < (left: Self, right: Self) -> Bool { left.gravity < right.gravity }

  private var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
