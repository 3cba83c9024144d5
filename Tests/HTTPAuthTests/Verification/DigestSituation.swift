// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

/// A challenge, the accounts behind it and a request that answers it.
struct DigestSituation: Sendable, CustomTestStringConvertible {
  var algorithm: DigestAlgorithm
  var qop: DigestQop?

  /// Each algorithm with each qop and without.
  static let all: [DigestSituation] = DigestAlgorithm.allCases.flatMap { algorithm in
    ([nil] + DigestQop.allCases.map(Optional.some)).map {
      DigestSituation(algorithm: algorithm, qop: $0)
    }
  }

  var testDescription: String { "\(algorithm.name) \(qop?.name ?? "without qop")" }

  static let alice = Account(
    name: "alice", user: "J\u{E4}s\u{F8}n \"Doe\"", password: "Secret, \u{F6}r not?")
  static let bob = Account(name: "bob", user: "bob", password: "bob's")
  static let dora = Account(name: "dora", user: "home\\dora", password: "dora's")

  var challenge: DigestChallenge {
    DigestChallenge(
      realm: "a \"b\\c\" d", nonce: "n\"once=,1", algorithm: algorithm, qop: qop.map { [$0] } ?? [],
      opaque: "op\\aque", charset: "UTF-8", takesHashedUser: true)
  }

  /// Another challenge of the same server.
  var otherChallenge: DigestChallenge {
    DigestChallenge(
      realm: "other realm", nonce: "nonce2", algorithm: algorithm, qop: qop.map { [$0] } ?? [],
      opaque: "opaque2")
  }

  var client: DigestTestClient {
    DigestTestClient(
      challenge: challenge, user: Self.alice.user, password: Self.alice.password, qop: qop)
  }

  func context(of client: DigestTestClient) -> CredentialsContext {
    CredentialsContext(
      method: client.method, target: client.target, body: client.body,
      accounts: [Self.bob, client.user == Self.dora.user ? Self.dora : Self.alice],
      issued: [otherChallenge.challenge, client.challenge.challenge])
  }

  func verdict(_ client: DigestTestClient) -> CredentialsVerdict {
    CredentialsVerifier.verify(client.fieldValue, in: context(of: client))
  }
}
