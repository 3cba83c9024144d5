// SPDX-License-Identifier: Apache-2.0

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
  init(_ finding: ClientResults.CheckFinding, of scenario: Scenario) {
    let cause = finding.cause.flatMap(FailureCause.init(id:)) ?? FailureCause(.otherRequests)
    switch cause.kind {
    case .leak: self.init(.leak, cause)
    case .callerLeak: self.init(.callerLeak, cause)
    case .serverAccepted: self.init(.serverAccepted, cause)
    case .crash: self.init(.crash, cause)
    case .hang: self.init(.hang, cause)
    case .internalError: self.init(.internalError, cause)
    case .fault: self = .fault
    default:
      // The scenario's title says more about its own check than a kind of cause does.
      if finding.check.hasPrefix("invariant.") {
        self.init(.rule, cause)
      } else {
        self.init(.rule, id: scenario.id, title: "Not kept: \(scenario.title)", advice: "")
      }
    }
  }

  /// The cause of a case that broke without a check; `nil` for a verdict that tells none.
  init?(ending verdict: Verdict) {
    switch verdict {
    case .crash: self.init(.crash, FailureCause(.crash))
    case .timeout: self.init(.hang, FailureCause(.hang))
    case .error: self = .fault
    default: return nil
    }
  }

  private static let fault = MatrixCause(
    .fault, id: "fault", title: "authspec or the client's driver is at fault", advice: "")
}

extension MatrixCause.Kind: Comparable {
  /// Graver than.
  static func < (left: Self, right: Self) -> Bool { left.gravity < right.gravity }

  private var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
