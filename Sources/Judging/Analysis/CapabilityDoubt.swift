import Scenarios
import Transcripts

/// The doubt about a case that takes what the client claims to do, and did not do in the plain case
/// of it.
///
/// The plain case is the positive control of all others: who never answers a challenge answers no
/// wrong one either, and who never sends credentials leaks none. What such a client breaks is
/// broken; what it does not break shows nothing.
struct CapabilityDoubt {
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

  /// A check of a case in which nothing was broken. An invariant had its subject, and stays what it
  /// is.
  func applied(to check: Check) -> Check {
    guard check.descriptor.step != nil, check.verdict < .inconclusive else { return check }
    return Check(check.descriptor, .inconclusive, finding)
  }
}
