// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios
import Transcripts

/// The cause of a broken case, as far as kept results tell.
struct MatrixCause: Hashable, Sendable {
  /// How grave it is; the gravest first.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A login, a token or a client certificate went where it must not go.
    case leak
    /// A connection that is logged in serves another request.
    case connectionLogin = "connection-login"
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
  /// What to change in the client; empty if there is no advice.
  let advice: String
}

extension MatrixCause {
  private init(_ kind: Kind, _ cause: FailureCause) {
    let prose = CauseProse(cause)
    self.init(kind: kind, id: cause.id, title: prose.title, advice: prose.advice ?? "")
  }

  /// The cause of a broken check of a case of a scenario.
  init(_ finding: ClientResults.CheckFinding, of scenario: Scenario) {
    let cause = finding.cause.flatMap(FailureCause.init(id:)) ?? FailureCause(.otherRequests)
    switch cause.kind {
    case .leak: self.init(leak: cause, shownBy: finding)
    case .callerLeak: self.init(.callerLeak, cause)
    case .serverAccepted: self.init(.serverAccepted, cause)
    case .crash: self.init(.crash, cause)
    case .hang: self.init(.hang, cause)
    case .internalError: self.init(.internalError, cause)
    case .fault: self = .fault
    default:
      // For a scenario's own check its title says more than the kind of cause does.
      if InvariantName(check: finding.check) != nil {
        self.init(.rule, cause)
      } else {
        self.init(
          kind: .rule, id: scenario.id, title: "Not kept: \(scenario.title)", advice: "")
      }
    }
  }

  /// The cause of a broken check whose cause is called a leak. It is a leak of a login only by the
  /// definition of `LoginLeaks`.
  private init(leak cause: FailureCause, shownBy finding: ClientResults.CheckFinding) {
    if let mitigation = finding.mitigation {
      self.init(
        kind: .rule, id: "no-leak.\(mitigation.rawValue)", title: mitigation.title, advice: "")
    } else if cause == LoginLeaks.ofConnections {
      self.init(
        kind: .connectionLogin, id: cause.id,
        title: "A connection that is logged in serves another request",
        advice: "Use it only for the login that opened it.")
    } else {
      self.init(LoginLeaks.isLeak(finding) ? .leak : .rule, cause)
    }
  }

  /// The cause of a case that ended with that verdict without a broken check; `nil` for others.
  init?(ending verdict: Verdict) {
    switch verdict {
    case .crash: self.init(.crash, FailureCause(.crash))
    case .timeout: self.init(.hang, FailureCause(.hang))
    case .error: self = .fault
    default: return nil
    }
  }

  private static let fault = MatrixCause(
    kind: .fault, id: "fault", title: "authspec or the client's driver is at fault", advice: "")
}

extension Mitigation {
  /// What the client does, as a sentence without a full stop.
  fileprivate var title: String {
    switch self {
    case .emptyPassword: "A user name with an empty password is sent unasked"
    case .overTLS: "A login is sent unasked, over TLS"
    case .forwardedBefore: "A proxy gets a login again that it has forwarded before"
    }
  }
}

extension MatrixCause.Kind: Comparable {
  /// Whether the left kind is graver.
  static func < (left: Self, right: Self) -> Bool { left.gravity < right.gravity }

  private var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
