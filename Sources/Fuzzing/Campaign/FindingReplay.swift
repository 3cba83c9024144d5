// SPDX-License-Identifier: Apache-2.0

/// The state of a finding after its input was played again.
package enum FindingReplay: Hashable, Sendable {
  /// Nothing is wrong.
  case isFixed
  /// The failure is the same.
  case isStillThere(OracleFailure)
  /// Another failure.
  case isDifferent(OracleFailure)

  /// How often the input of an unstable finding is played.
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
