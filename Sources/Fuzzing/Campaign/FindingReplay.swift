// SPDX-License-Identifier: Apache-2.0

/// The state of a finding when its input is played again.
package enum FindingReplay: Hashable, Sendable {
  /// There is no failure.
  case isFixed
  /// The same failure.
  case isStillThere(OracleFailure)
  /// Another failure.
  case isDifferent(OracleFailure)

  /// The most plays of an unstable finding's input.
  private static let maxAttempts = 20

  /// Plays the input of a finding to a target.
  package init(_ finding: FuzzFinding, _ target: any FuzzTarget) {
    let signature = finding.failure.signature
    var other: OracleFailure?
    for _ in 0..<(finding.isStable ? 1 : FindingReplay.maxAttempts) {
      let failures = target.observe(finding.input, lookingFor: signature).failures
      if let failure = failures.first(where: { $0.signature == signature }) {
        self = .isStillThere(failure)
        return
      }
      other = other ?? failures.first
    }
    self = other.map { .isDifferent($0) } ?? .isFixed
  }
}
