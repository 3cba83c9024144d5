// SPDX-License-Identifier: Apache-2.0

/// A defect of the client, switched on by its name at the place of the correct behaviour.
package struct Fault: Hashable, Sendable {
  package let name: Name
  /// The id of the requirement in `requirements.yaml` that it breaks.
  package let requirement: String
  /// What the client does, as a sentence.
  package let sentence: String
  /// `true` if it makes a request hang.
  package let hangs: Bool
}

extension Fault: CaseIterable {
  /// All faults, by topic.
  package static let allCases: [Fault] = [
    challenges, choice, digestChallenge, digestCredentials, logins, requests, origins, connections,
    verification, security, negotiate, ntlm, bearer, dpop, scram, webSockets, stores, http2,
  ].flatMap { $0 }
}

extension Fault.Name {
  /// The fault of this name, which breaks a requirement.
  func breaks(_ requirement: String, _ sentence: String, hangs: Bool = false) -> Fault {
    Fault(name: self, requirement: requirement, sentence: sentence, hangs: hangs)
  }
}
