// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// Header lines out of a challenge, and clients that fall over.
extension RepetitionInvariantTests {
  // MARK: nothing-injected

  static func raw(_ challenge: String) -> String {
    """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin:
          - when: { credentials: none }
            reply: raw
            raw: "HTTP/1.1 401 Unauthorized\\r\\nWWW-Authenticate: \(challenge)\\r\\nContent-Length: 0\\r\\n\\r\\n"
    """
  }

  @Test(arguments: ["\\r\\n", "\\n"])
  func injected(lineBreak: String) throws {
    let text = Self.raw("Basic realm=\\\"a\(lineBreak)X-Evil: yes\\\"")
    func result(_ fields: [(String, Octets)]) throws -> CaseResult {
      try Rehearsal.result(text) {
        $0.send()
        return .response($0.send("GET", "/", fields + [("Authorization", basic())]))
      }
    }
    #expect(
      try result([("X-Evil", "yes")]).finding("nothing-injected")
        == Finding(
          expected: "no field line that a challenge dictated", observed: "X-Evil: “yes”",
          exchange: 1))
    #expect(try result([]).invariant("nothing-injected") == .pass)
    #expect(try result([("X-Other", "yes")]).invariant("nothing-injected") == .pass)
  }

  @Test func injectedThroughPercentEncoding() throws {
    let text = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      challenges: { basic: { scheme: Basic, realm: "a%0d%0aX-Evil: yes" } }
      client: { credentials: [alice] }
      steps: [{ request: {}, origin: [{ protect: basic }] }]
      """
    func result(_ fields: [(String, Octets)]) throws -> Verdict? {
      try Rehearsal.result(text) {
        $0.send()
        return .response($0.send("GET", "/", fields + [("Authorization", basic())]))
      }.invariant("nothing-injected")
    }
    #expect(try result([("X-Evil", "yes")]) == .fail)
    #expect(try result([("X-Evil", "no")]) == .pass)
    #expect(try result([]) == .pass)
  }

  /// A line that the client writes of its own accord is not dictated because the response has one
  /// of that name.
  @Test func aLineOfTheSameNameIsNotInjected() throws {
    let text = Self.raw("Basic realm=a\\r\\nCache-Control: no-store\\r\\nX-Evil: yes")
    let result = try Rehearsal.result(text) {
      $0.send()
      return .response($0.send("GET", "/", [("Cache-Control", "no-cache")]))
    }
    #expect(result.invariant("nothing-injected") == .pass, "\(result.complaints)")
  }

  /// Every value begins with nothing: a line without a value was dictated where the parameter's
  /// quote stands behind it.
  @Test func aLineWithoutAValue() throws {
    func verdict(_ challenge: String, _ value: Octets) throws -> Verdict? {
      try Rehearsal.result(Self.raw(challenge)) {
        $0.send()
        return .response($0.send("GET", "/", [("X-Evil", value), ("Authorization", basic())]))
      }.invariant("nothing-injected")
    }
    #expect(try verdict("Basic realm=a\\r\\nX-Evil: ", "yes") == .pass)
    #expect(try verdict("Basic realm=\\\"a\\r\\nX-Evil: \\\"", "\", nonce=\"n\"") == .fail)
  }

  @Test func injectionNeedsAHostileChallenge() throws {
    let result = try Rehearsal.result(Self.digest) { $0.login { DigestDraft($0).value } }
    #expect(result.invariant("nothing-injected") == nil)
  }

  // MARK: client-is-sound

  @Test func soundAndUnsound() throws {
    func result(_ kind: ClientFailure.Kind) throws -> CaseResult {
      try Rehearsal.result("steps: [{ request: {} }]") {
        $0.send()
        return .failure(ClientFailure(kind: kind, message: "NullPointerException at X.java:3"))
      }
    }
    for kind in ClientFailure.Kind.allCases {
      #expect(
        try result(kind).invariant("client-is-sound") == (kind == .internal ? .fail : .pass))
    }
    #expect(
      try result(.internal).finding("client-is-sound")
        == Finding(
          expected: "an error of a documented kind", observed: "NullPointerException at X.java:3"))
  }
}
