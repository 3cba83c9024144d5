// SPDX-License-Identifier: Apache-2.0

@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// A client that cannot pick the scheme from the challenge is told which one a login is for.
@Suite struct LoginSchemeTests {
  /// The schemes that such a client is told in each step, where it has those abilities.
  static func told(
    _ text: String, _ abilities: Set<String> = ["basic", "digest", "proxy", "change"]
  ) throws -> [[String?]] {
    var told: [[String?]] = []
    _ = try Rehearsal.result(text, abilities: abilities) {
      told.append($0.client.session.credentials.map(\.scheme))
      return .response($0.send())
    }
    return told
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
    #expect(try Self.told(Self.text("basic")) == [["basic"]])
    #expect(try Self.told(Self.text("digest")) == [["digest"]])
    #expect(try Self.told(Self.text("[basic, digest]")) == [["digest"]])
    #expect(try Self.told(Self.text("[basic, digest]"), ["basic"]) == [["basic"]])
    // Where it has nothing of what is offered, what it has.
    #expect(try Self.told(Self.text("digest"), ["basic"]) == [["basic"]])
    #expect(try Self.told(Self.text("digest"), []) == [[nil]])
  }

  @Test func whatTheCaseIsAbout() throws {
    #expect(try Self.told("needs: [basic]\n" + Self.text("[basic, digest]")) == [["basic"]])
    #expect(try Self.told("needs: [digest-sess]\n" + Self.text("[basic, digest]")) == [["digest"]])
  }

  @Test func whoPicksIsToldNothing() throws {
    #expect(try Self.told(Self.text("basic"), ["basic", "by-challenge"]) == [[nil]])
  }

  @Test func whatTheScenarioSays() throws {
    let text = Self.text("[basic, digest]").replacing(
      "[alice]", with: "[{ account: alice, scheme: basic }]")
    #expect(try Self.told(text) == [["basic"]])
  }

  @Test func aTokenIsForBearer() throws {
    #expect(try Self.told(Self.text("basic").replacing("alice", with: "robot")) == [["bearer"]])
  }

  @Test func theProxysOwn() throws {
    let text = """
      client: { credentials: [{ account: alice, for: proxy }] }
      steps:
        - request: {}
          proxy: [{ reply: challenge, with: [basic, digest] }]
      """
    #expect(try Self.told(text) == [["basic"]])
    #expect(try Self.told(text, ["basic", "digest", "proxy", "proxy-digest"]) == [["digest"]])
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
    #expect(try Self.told(text, ["ntlm", "proxy", "proxy-ntlm"]) == [["ntlm"]])
  }

  /// What counts is what the server offers until the client is told otherwise.
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
    #expect(try Self.told(text) == [["basic"], ["basic"], ["digest"]])
  }
}
