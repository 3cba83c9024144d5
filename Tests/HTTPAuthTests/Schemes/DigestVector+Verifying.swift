// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import KnownAnswers

extension DigestVector {
  var computation: DigestComputation {
    DigestComputation(
      function: algorithm.function,
      session: algorithm.isSession ? .init(nonce: nonce, cnonce: cnonce) : nil, user: user,
      realm: realm, password: password, nonce: nonce,
      protection: qop.map { .init(qop: $0.name, nc: nc, cnonce: cnonce) }, method: method,
      uri: uri, body: qop == .authInt ? body : nil)
  }

  var challenge: DigestChallenge {
    DigestChallenge(realm: realm, nonce: nonce, algorithm: algorithm, qop: qop.map { [$0] } ?? [])
  }

  var account: Account { Account(name: "somebody", user: user, password: password) }

  func context(body: Octets? = nil) -> CredentialsContext {
    CredentialsContext(
      method: method, target: uri, body: body ?? self.body, accounts: [account],
      issued: [challenge.challenge])
  }

  /// The credentials, with this response in them.
  func credentials(response: Octets) -> Credentials {
    var parameters: [AuthParameter] = [
      .init(name: "username", value: user, form: .quotedString),
      .init(name: "realm", value: realm, form: .quotedString),
      .init(name: "nonce", value: nonce, form: .quotedString),
      .init(name: "uri", value: uri, form: .quotedString),
      .init(name: "response", value: response, form: .quotedString),
      .init(name: "algorithm", value: algorithm.name, form: .token),
    ]
    if let qop {
      parameters += [
        .init(name: "qop", value: qop.name, form: .token),
        .init(name: "nc", value: nc, form: .token),
        .init(name: "cnonce", value: cnonce, form: .quotedString),
      ]
    }
    return Credentials(scheme: "Digest", parameters: parameters)
  }
}
