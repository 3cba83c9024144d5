// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The doubt about a case that needs an ability which the client claims, but did not show in the
/// plain case of the ability.
///
/// The plain case is the positive control of all others: a client that never sends credentials
/// cannot leak any, so passing proves nothing. Broken checks of such a client still count.
struct WrongClaimDoubt {
  private let finding: Finding

  init?(_ expectations: CaseExpectations, _ client: ClientIdentity) {
    guard !client.wrongClaims.isEmpty,
      let claim = client.wrongClaims.first(where: {
        expectations.played.needs.contains($0.ability)
      })
    else {
      return nil
    }
    finding = Finding(
      expected: "a client that can do what it claims: \(claim.ability)",
      observed: "in the plain case of it, \(claim.reason)")
  }

  /// Returns a check of a step that did not fail as inconclusive. Invariants are kept: their
  /// subject occurred.
  func applied(to check: Check) -> Check {
    guard check.descriptor.step != nil, check.verdict < .inconclusive else { return check }
    return Check(check.descriptor, .inconclusive, finding)
  }
}
