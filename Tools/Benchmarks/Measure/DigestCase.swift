// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The case that the bare loop plays, with the same octets from the server: a Digest challenge and
/// its answer, two requests. Each number makes a different case, with another nonce, path and id.
enum DigestCase {
  static func make(number: Int) -> Case {
    let place = SourceLocation(line: 1, column: 1)
    let alice = Account(name: "alice", user: "alice", password: "correct horse")
    var challenge = ReplyTemplate(kind: .challenge(status: nil))
    challenge.body = ""
    challenge.challenges = [
      .structured(
        scheme: "Digest", token68: nil,
        parameters: [
          .init(name: "realm", value: "vault", form: .quotedString),
          .init(
            name: "nonce", value: Template(Octets(nonce(number))), form: .quotedString),
          .init(name: "qop", value: "auth", form: .quotedString),
          .init(name: "algorithm", value: "MD5", form: .token),
        ])
    ]
    var valid = ExchangePattern()
    valid.credentials = .valid
    var success = ReplyTemplate(kind: .status(200))
    success.body = "in"
    let rules = [
      Rule(when: valid, reply: success, location: place),
      Rule(reply: challenge, location: place),
    ]
    var none = ExchangePattern()
    none.credentials = ExchangePattern.CredentialsKind.none
    var first = ExchangePattern()
    first.credentials = .valid
    first.nonceCount = 1
    var expect = Expectations()
    expect.servers = [
      ServerExpectation(
        server: "origin",
        exchanges: [
          ExchangeExpectation(pattern: none, replied: .challenge, location: place),
          ExchangeExpectation(pattern: first, replied: .status(200), location: place),
        ], location: place)
    ]
    var client = ClientExpectation(location: place)
    client.status = [200]
    expect.client = client
    var settings = ClientSettings()
    settings.credentials = [
      Grant(
        login: ClientLogin(account: "alice", user: "alice", password: "correct horse"),
        servers: ["origin"])
    ]
    var origin = ServerDefinition(name: "origin", kind: .origin, location: place)
    origin.rules = rules
    var step = Step(
      title: "first contact",
      requests: [RequestDefinition(path: Template(Octets(path(number))))], location: place)
    step.expect = expect
    return Case(
      scenario: Scenario(
        id: "generated/digest-\(number)", file: "generated",
        title: "A Digest challenge is answered",
        level: .must),
      accounts: [alice],
      servers: [origin], client: settings, steps: [step], location: place)
  }

  private static func path(_ number: Int) -> String { number == 0 ? "/vault" : "/vault/\(number)" }

  /// 32 digits.
  private static func nonce(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "dcd98b7102dd2f0e8b11d0f600bfb0c0".dropLast(digits.count) + digits
  }
}
