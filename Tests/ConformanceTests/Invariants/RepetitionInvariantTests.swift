import ClientDrivers
import HTTPAuth
import TestServers
import Testing

@testable import Conformance

/// Nonce counts, requests without end, refused logins, injected lines and unsound clients.
@Suite struct RepetitionInvariantTests {
  static let digest = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: digest }]
    """

  /// Requests with these nonce counts.
  static func counting(_ counts: [Octets]) -> CannedClient.Script {
    { caller in
      let draft = DigestDraft(caller.send())
      var last = ClientResponse(status: 0)
      for nc in counts {
        last = caller.send("GET", "/", [("Authorization", draft.with { $0.nc = nc }.value)])
      }
      return .response(last)
    }
  }

  // MARK: nonce-count

  @Test(arguments: [
    (["00000001"], true), (["00000001", "00000002", "00000003"], true),
    (["00000001", "00000001"], false), (["00000002"], false), (["00000000"], false),
    (["00000001", "00000003"], false), (["00000001", "00000002", "00000001"], false),
    (["00000001", "00000003", "00000002"], false),
  ])
  func counts(counts: [String], isRight: Bool) throws {
    let result = try Rehearsal.result(
      Self.digest, script: Self.counting(counts.map { Octets($0) }))
    #expect(result.invariant("nonce-count") == (isRight ? .pass : .fail))
  }

  @Test func wordsOfACount() throws {
    let again = try Rehearsal.result(
      Self.digest, script: Self.counting(["00000001", "00000001"]))
    #expect(
      again.finding("nonce-count")
        == Finding(
          expected: "another nc for each request with nonce “n-1”",
          observed: "nc=00000001 a second time", exchange: 2))
    let gap = try Rehearsal.result(
      Self.digest, script: Self.counting(["00000001", "00000003"]))
    #expect(
      gap.finding("nonce-count")
        == Finding(
          expected: "nc=00000002 with nonce “n-1”", observed: "nc=00000003", exchange: 2))
  }

  @Test func aNewNonceCountsFromOne() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: valid, nonce: n-2 }, reply: 200 }
            - { when: { credentials: valid, nonce: n-1 }, reply: challenge, with: fresh }
            - { reply: challenge, with: digest }
      """
    func result(_ nc: Octets) throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        let first = DigestDraft(caller.send())
        let second = DigestDraft(caller.send("GET", "/", [("Authorization", first.value)]))
        return .response(
          caller.send("GET", "/", [("Authorization", second.with { $0.nc = nc }.value)]))
      }
    }
    #expect(try result("00000001").invariant("nonce-count") == .pass)
    #expect(try result("00000002").invariant("nonce-count") == .fail)
  }

  @Test func aLostConnectionLeavesAGap() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: valid, nc: 2 }, reply: nothing, connection: reset }
            - { protect: digest }
      """
    #expect(
      try Rehearsal.result(text, script: Self.counting(["00000001", "00000002", "00000004"]))
        .invariant("nonce-count") == .pass)
    // The same count twice is a replay even so, unless it was the one that was lost.
    #expect(
      try Rehearsal.result(
        text, script: Self.counting(["00000001", "00000002", "00000003", "00000003"])
      ).invariant("nonce-count") == .fail)
    // A lost connection is no leave to begin anywhere.
    #expect(
      try Rehearsal.result(text, script: Self.counting(["00000001", "00000002", "00000001"]))
        .invariant("nonce-count") == .fail)
  }

  @Test func requestsAtOnceMayOvertakeEachOther() throws {
    let text = Self.digest.replacing("request: {}", with: "request: { count: 3 }")
    func result(_ counts: [Octets]) throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        let draft = DigestDraft(caller.send(on: "\(caller.number)"))
        return .response(
          caller.send(
            "GET", "/", on: "\(caller.number)",
            [("Authorization", draft.with { $0.nc = counts[caller.number] }.value)]))
      }
    }
    #expect(
      try result(["00000002", "00000001", "00000003"]).invariant("nonce-count") == .pass)
    #expect(
      try result(["00000001", "00000002", "00000002"]).invariant("nonce-count") == .fail)
  }

  @Test func countsAreNoSubjectWithoutNc() throws {
    let text = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      challenges: { digest: { scheme: Digest, realm: vault, nonce: n-1 } }

      """ + Self.digest
    let result = try Rehearsal.result(text) { $0.login { DigestDraft($0).value } }
    #expect(result.play?.recording.exchanges.last?.status == 200)
    #expect(result.invariant("nonce-count") == nil)
  }

  // MARK: bounded

  @Test(arguments: [(40, Verdict.pass), (41, .fail)])
  func bounded(count: Int, verdict: Verdict) throws {
    let result = try Rehearsal.result("steps: [{ request: {} }]") { caller in
      for _ in 0..<count { caller.send() }
      return .response(ClientResponse(status: 200))
    }
    #expect(result.invariant("bounded") == verdict)
    if verdict == .fail {
      #expect(
        result.finding("bounded")
          == Finding(expected: "at most 40 requests", observed: "41 requests"))
    }
  }

  @Test func boundGrowsWithTheCallersRequests() throws {
    let result = try Rehearsal.result("steps: [{ request: { count: 2 } }]") { caller in
      for _ in 0..<(caller.number == 0 ? 41 : 1) { caller.send() }
      return .response(ClientResponse(status: 200))
    }
    #expect(result.invariant("bounded") == .pass)
  }

  @Test func nothingSentIsNoSubject() throws {
    let result = try Rehearsal.result("steps: [{ request: {} }]") { _ in
      .response(ClientResponse(status: 200))
    }
    #expect(result.invariant("bounded") == nil)
    #expect(result.invariant("client-is-sound") == .pass)
  }

  // MARK: rejected-not-repeated

  static let refused = "rejected-not-repeated"

  @Test func basicAgain() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: challenge, with: basic }]
      """
    func result(_ second: Octets, _ target: String = "/") throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        caller.send()
        caller.send("GET", "/", [("Authorization", basic())])
        return .response(caller.send("GET", target, [("Authorization", second)]))
      }
    }
    #expect(
      try result(basic()).finding(Self.refused)
        == Finding(
          expected: "other credentials, or none, after these were refused",
          observed: "the same Authorization login again", exchange: 2))
    #expect(try result(basic("alice", "another")).invariant(Self.refused) == .pass)
    #expect(try result(basic(), "/b").invariant(Self.refused) == .pass)
  }

  /// A refusal of which half the head is lost has not reached the client: it may ask again.
  @Test(arguments: [
    ("HTTP/1.1 401 No\\r\\nContent-Length: 0\\r\\n", Verdict.pass),
    ("HTTP/1.1 103 Wait\\r\\n\\r\\nHTTP/1.1 401 No\\r\\nContent-Length: 0\\r\\n", .pass),
    ("HTTP/1.1 401 No\\r\\nContent-Length: 0\\r\\n\\r\\n", .fail),
    ("HTTP/1.1 103 Wait\\r\\n\\r\\nHTTP/1.1 401 No\\nContent-Length: 0\\n\\n", .fail),
  ])
  func halfARefusal(raw: String, verdict: Verdict) throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: raw, raw: "\(raw)", connection: close-silently }]
      """
    let result = try Rehearsal.result(text) { caller in
      for name in ["a", "b"] { caller.send("GET", "/", on: name, [("Authorization", basic())]) }
      return .failure(ClientFailure(kind: .connection, message: "half a head"))
    }
    #expect(result.play?.recording.exchanges.count == 2)
    #expect(result.invariant(Self.refused) == verdict, "\(result.complaints)")
  }

  static func digestRefused(with second: String) -> String {
    """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin:
          - { when: { credentials: none }, reply: challenge, with: digest }
          - { reply: challenge, with: \(second) }
    """
  }

  static func twice(_ caller: Caller) -> ClientOutcome? {
    let first = DigestDraft(caller.send())
    let second = DigestDraft(caller.send("GET", "/", [("Authorization", first.value)]))
    return .response(caller.send("GET", "/", [("Authorization", second.value)]))
  }

  @Test func digestAgain() throws {
    let wrong = try Rehearsal.result(Self.digestRefused(with: "other"), script: Self.twice)
    #expect(wrong.invariant(Self.refused) == .fail)
    #expect(wrong.finding(Self.refused)?.exchange == 2)
    let stale = try Rehearsal.result(Self.digestRefused(with: "fresh"), script: Self.twice)
    #expect(stale.invariant(Self.refused) == .pass)
    let anotherUser = try Rehearsal.result(Self.digestRefused(with: "other")) { caller in
      let first = DigestDraft(caller.send())
      let second = DigestDraft(caller.send("GET", "/", [("Authorization", first.value)]))
      let bob = second.with {
        $0.user = "bob"
        $0.password = "p%ss w/rd"
      }
      return .response(caller.send("GET", "/", [("Authorization", bob.value)]))
    }
    #expect(anotherUser.invariant(Self.refused) == .pass)
  }

  /// The user was asked, and gave another password for the same name: other credentials.
  @Test func digestWithAnotherPassword() throws {
    let result = try Rehearsal.result(Self.digestRefused(with: "other")) { caller in
      let first = DigestDraft(caller.send()).with { $0.password = "mistyped" }
      let second = DigestDraft(caller.send("GET", "/", [("Authorization", first.value)]))
      return .response(caller.send("GET", "/", [("Authorization", second.value)]))
    }
    #expect(result.invariant(Self.refused) == .pass, "\(result.complaints)")
  }

  /// The answer to a stronger challenge is not the one that was refused.
  @Test func digestWithAnotherAlgorithmOrRealm() throws {
    let text = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      challenges:
        digest: { scheme: Digest, realm: vault, nonce: n-1, qop: auth, algorithm: MD5 }
        other: { scheme: Digest, realm: attic, nonce: n-3, qop: auth, algorithm: MD5 }

      """ + Self.digestRefused(with: "other")
    let result = try Rehearsal.result(text, script: Self.twice)
    #expect(result.invariant(Self.refused) == .pass)
  }

  @Test func refusedInAnotherStepIsAnotherRequest() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - { request: {}, origin: [{ reply: challenge, with: basic }] }
        - { request: {}, origin: [{ reply: challenge, with: basic }] }
      """
    let result = try Rehearsal.result(text) { $0.login { _ in basic() } }
    #expect(result.invariant(Self.refused) == .pass)
  }

  @Test func noCredentialsAreNoSubject() throws {
    let result = try Rehearsal.result(Self.digest) { .response($0.send()) }
    for name in [Self.refused, "nonce-count", "nonce-stays", "well-formed", "echo"] {
      #expect(result.invariant(name) == nil)
    }
  }

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

  /// A line that the client writes of its own accord is not dictated because the response has one of that name.
  @Test func aLineOfTheSameNameIsNotInjected() throws {
    let text = Self.raw("Basic realm=a\\r\\nCache-Control: no-store\\r\\nX-Evil: yes")
    let result = try Rehearsal.result(text) {
      $0.send()
      return .response($0.send("GET", "/", [("Cache-Control", "no-cache")]))
    }
    #expect(result.invariant("nothing-injected") == .pass, "\(result.complaints)")
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
