// SPDX-License-Identifier: Apache-2.0

/// A defect that can be switched on: one small switch at the place of the correct behaviour.
package struct Fault: Hashable, Sendable {
  /// Its name.
  package let name: Name
  /// The requirement that it breaks: an id of `requirements.yaml`.
  package let requirement: String
  /// What the client does, as a sentence.
  package let sentence: String
  /// It makes a request hang.
  package let hangs: Bool

  init(_ name: Name, _ requirement: String, _ sentence: String, hangs: Bool = false) {
    self.name = name
    self.requirement = requirement
    self.sentence = sentence
    self.hangs = hangs
  }
}

extension Fault: CaseIterable {
  /// All faults, by topic.
  package static let allCases: [Fault] = [
    challenges, choice, digestChallenge, digestCredentials, logins, requests, origins, connections,
    verification, security, negotiate, ntlm, bearer, dpop, scram, webSockets, stores, http2,
  ].flatMap { $0 }
}
