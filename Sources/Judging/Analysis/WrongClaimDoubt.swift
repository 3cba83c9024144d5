// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The doubt about a case that needs an ability which the client claims and did not show in the
/// plain case of the ability.
///
/// The plain case is the positive control of all others: a client that never answers a challenge
/// answers no wrong one, and a client that never sends credentials leaks none. What such a client
/// breaks counts; what it does not break proves nothing.
struct WrongClaimDoubt {
  private let finding: Finding

  /// The doubt about that case; `nil` if there is none.
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

  /// Returns a check of a case in which nothing was broken. An invariant had its subject and is
  /// kept.
  func applied(to check: Check) -> Check {
    guard check.descriptor.step != nil, check.verdict < .inconclusive else { return check }
    return Check(check.descriptor, .inconclusive, finding)
  }
}
