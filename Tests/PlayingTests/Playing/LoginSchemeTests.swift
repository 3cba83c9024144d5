// SPDX-License-Identifier: Apache-2.0

@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// The scheme of a login, for a client that cannot pick it from the challenge.
@Suite(.onOwnThreads) struct LoginSchemeTests {
  /// The schemes that a client with these abilities gets in each step.
  static func schemes(
    _ text: String, _ abilities: Set<String> = ["basic", "digest", "proxy", "change"]
  ) throws -> [[String?]] {
    var schemes: [[String?]] = []
    _ = try Rehearsal.result(text, abilities: abilities) {
      schemes.append($0.client.session.credentials.map(\.scheme))
      return .response($0.send())
    }
    return schemes
  }

  static func text(_ challenges: String) -> String {
    """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ reply: challenge, with: \(challenges) }]
    """
  }

  @Test func whatTheServerOffers() throws {
    #expect(try Self.schemes(Self.text("basic")) == [["basic"]])
    #expect(try Self.schemes(Self.text("digest")) == [["digest"]])
    #expect(try Self.schemes(Self.text("[basic, digest]")) == [["digest"]])
    #expect(try Self.schemes(Self.text("[basic, digest]"), ["basic"]) == [["basic"]])
    // Where it has nothing of what is offered, what it has.
    #expect(try Self.schemes(Self.text("digest"), ["basic"]) == [["basic"]])
    #expect(try Self.schemes(Self.text("digest"), []) == [[nil]])
  }

  @Test func whatTheCaseIsAbout() throws {
    #expect(try Self.schemes("needs: [basic]\n" + Self.text("[basic, digest]")) == [["basic"]])
    #expect(
      try Self.schemes("needs: [digest-sess]\n" + Self.text("[basic, digest]")) == [["digest"]])
  }

  @Test func whoPicksIsToldNothing() throws {
    #expect(try Self.schemes(Self.text("basic"), ["basic", "by-challenge"]) == [[nil]])
  }

  @Test func whatTheScenarioSays() throws {
    let text = Self.text("[basic, digest]").replacing(
      "[alice]", with: "[{ account: alice, scheme: basic }]")
    #expect(try Self.schemes(text) == [["basic"]])
  }

  @Test func aTokenIsForBearer() throws {
    #expect(try Self.schemes(Self.text("basic").replacing("alice", with: "robot")) == [["bearer"]])
  }

  @Test func theProxysOwn() throws {
    let text = """
      client: { credentials: [{ account: alice, for: proxy }] }
      steps:
        - request: {}
          proxy: [{ reply: challenge, with: [basic, digest] }]
      """
    #expect(try Self.schemes(text) == [["basic"]])
    #expect(try Self.schemes(text, ["basic", "digest", "proxy", "proxy-digest"]) == [["digest"]])
  }

  /// The plain case of an ability needs that ability alone.
  @Test func whatTheCaseIsAboutAtAProxy() throws {
    let text = """
      title: The plain case of an ability
      level: must
      needs: [proxy-ntlm]
      accounts: { alice: { password: open sesame } }
      client: { credentials: [{ account: alice, for: proxy }] }
      challenges: { login: { scheme: NTLM, nonce: 0123456789abcdef } }
      steps:
        - request: {}
          proxy: [{ reply: challenge, with: login }]
      """
    #expect(try Self.schemes(text, ["ntlm", "proxy", "proxy-ntlm"]) == [["ntlm"]])
  }

  /// The schemes that the server offers until the session changes count.
  @Test func stepByStep() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
        - request: {}
          origin: [{ protect: basic }]
        - client: { credentials: [{ account: bob, for: origin }] }
          request: {}
          origin: [{ protect: digest }]
      """
    #expect(try Self.schemes(text) == [["basic"], ["basic"], ["digest"]])
  }
}
