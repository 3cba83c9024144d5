// SPDX-License-Identifier: Apache-2.0

import Reporting
import Transcripts

/// The cases of a client in which a login leaks.
///
/// A login is a password, a token, a ticket or a client certificate. It leaks if it reaches a
/// server that it was not given for, or goes in clear to a server that has not asked for it. Some
/// broken checks have a cause that is called a leak and show no leak of a login:
///
/// - Another request on a connection that is logged in (R346). It is counted separately.
/// - A token in the URL of its own server (R114), a request to a server that is refused afterwards
///   (R210), and a request for an https URL in clear (R220): they do not show where a login went.
/// - A check with a `Mitigation`: the password is empty, the credentials went to their own server
///   over TLS, or a proxy had forwarded the same credentials before.
///
/// Cases in which http and https have one port number (`Case.hasOnePortForBothSchemes`) count only
/// beside others, because servers use two ports.
struct LoginLeaks: Hashable, Sendable {
  /// Cases in which a login leaks, without those of `onePortCases`.
  private(set) var cases = 0
  /// Cases in which a login leaks, and http and https have one port number.
  private(set) var onePortCases = 0
  /// Cases in which a connection that is logged in serves another request.
  private(set) var connectionCases = 0

  /// `true` if the client counts as one that leaks a login.
  var areCounted: Bool { cases > 0 }

  /// `true` if a login leaks only in cases in which http and https have one port number.
  var needOnePort: Bool { cases == 0 && onePortCases > 0 }

  /// Counts a case.
  mutating func add(_ outcome: ClientResults.Outcome, hasOnePort: Bool) {
    if outcome.findings.contains(where: LoginLeaks.isLeak) {
      if hasOnePort { onePortCases += 1 } else { cases += 1 }
    }
    if outcome.findings.contains(where: { $0.leak == LoginLeaks.ofConnections }) {
      connectionCases += 1
    }
  }

  /// The cause of other requests on a connection that is logged in.
  static let ofConnections = FailureCause(.leak, "R346")

  /// Requirements that do not show where a login went.
  private static let others: Set = ["R114", "R210", "R220"]

  /// Returns `true` if a check shows that a login leaks.
  static func isLeak(_ finding: ClientResults.CheckFinding) -> Bool {
    guard let leak = finding.leak, finding.mitigation == nil else { return false }
    if let requirement = leak.subject, others.contains(requirement) { return false }
    return leak != ofConnections
  }
}

extension ClientResults.CheckFinding {
  /// The cause if the check is broken and its cause is called a leak; `nil` otherwise.
  fileprivate var leak: FailureCause? {
    guard verdict.isBad, let cause = cause.flatMap(FailureCause.init(id:)) else { return nil }
    return cause.kind == .leak ? cause : nil
  }
}
