// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
import Scenarios
@testable import Transcripts
import TestThreads
import Testing

/// The list of a server's exchanges: a correct client passes, and each wrong one fails with a
/// reason.
@Suite(.onOwnThreads) struct SequenceCheckTests {
  static let digest = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: digest }]
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, nc: 1, replied: 200 }
          client: { status: 200 }
    """

  @Test func rightClientPasses() throws {
    let result = try Rehearsal.result(Self.digest) { $0.login { DigestDraft($0).value } }
    #expect(result.verdict == .pass)
    #expect(result.complaints == [])
    #expect(result.verdict("1.origin.exchanges") == .pass)
    #expect(result.verdict("1.origin.2.nc") == .pass)
    #expect(result.verdict("1.client.outcome") == .pass)
  }

  @Test func missingRequest() throws {
    let result = try Rehearsal.result(Self.digest) { .response($0.send()) }
    let check = try #require(result["1.origin.exchanges"])
    #expect(result.verdict == .fail)
    #expect(check.verdict == .fail)
    #expect(
      check.finding
        == Finding(
          expected: "request 2 to origin: a request with valid credentials, answered with 200",
          observed: "no request after the first 1", exchange: 0,
          deviation: .challengeUnanswered))
    #expect(result.verdict("1.origin.2.nc") == .inconclusive)
    #expect(result.verdict("1.client.outcome") == .fail)
    #expect(result["1.client.outcome"]?.finding?.observed == "status 401")
  }

  /// What cannot be looked at for a warning does not make more of it than a warning.
  @Test func missingRequestOfAShould() throws {
    let result = try Rehearsal.result(Self.digest, level: "should") {
      $0.send()
      return .failure(ClientFailure(kind: .authentication, message: "I give up"))
    }
    #expect(result.verdict("1.origin.exchanges") == .warn)
    #expect(result.verdict("1.origin.2.nc") == nil)
    #expect(result.verdict == .warn)
  }

  @Test func missingRequestIsExplainedByTheClientsError() throws {
    let result = try Rehearsal.result(Self.digest) {
      $0.send()
      return .failure(ClientFailure(kind: .authentication, message: "I give up"))
    }
    #expect(
      result["1.origin.exchanges"]?.finding?.diagnosis == "The client reported: I give up")
  }

  /// A requirement without a list of what shows it is a topic for the list of all exchanges, and a
  /// rule for a detail of one.
  @Test(arguments: [nil, [Evidence.unanswered], [.cookie]] as [Set<Evidence>?])
  func ruleOrTopic(evidence: Set<Evidence>?) throws {
    let text = "requirements: [R001]\n" + Self.digest
    let rule = Scenario.Rule(id: "R001", level: .robust, text: "It does so.", evidence: evidence)
    let silent = try Rehearsal.result(text, level: "robust", rules: [rule]) { .response($0.send()) }
    let list = try #require(silent["1.origin.exchanges"])
    #expect(list.verdict == .fail)
    switch evidence {
    case nil:
      #expect(list.isAboutTopic)
      #expect(list.requirements == ["R001"])
    case [.unanswered]:
      #expect(!list.isAboutTopic)
      #expect(list.requirements == ["R001"])
    default: #expect(list.isWithoutRule)
    }
    let wrong = try Rehearsal.result(text, level: "robust", rules: [rule]) {
      $0.login { challenge in
        var draft = DigestDraft(challenge)
        draft.nc = "00000002"
        return draft.value
      }
    }
    let detail = try #require(wrong["1.origin.2.nc"])
    #expect(detail.verdict == .fail)
    #expect(!detail.isAboutTopic)
    #expect(detail.isWithoutRule == (evidence != nil))
  }

  /// A login that goes along with a redirect breaks R041, one that answers its target's challenge
  /// R051.
  @Test(arguments: [(false, "R041"), (true, "R051")])
  func loginAtTheTargetOfARedirect(isAsked: Bool, requirement: String) throws {
    let text = """
      requirements: [R041]
      servers: { other: {} }
      client: { credentials: [{ account: alice, for: origin }] }
      steps:
        - request: {}
          origin: [{ reply: redirect, to: other }]
          other: [{ when: { credentials: any }, reply: 200 }, { reply: challenge, with: basic }]
          expect: { other: [{ credentials: none, replied: 401 }] }
      """
    let rule = Scenario.Rule(
      id: "R041", level: .should, text: "It drops them.", evidence: [.credentials])
    let result = try Rehearsal.result(text, level: "robust", rules: [rule]) {
      $0.send()
      if isAsked { $0.send(to: "other") }
      return .response($0.send("GET", "/", to: "other", [("Authorization", basic())]))
    }
    let exchanges = try #require(result["1.other.exchanges"])
    #expect(exchanges.verdict == .fail)
    #expect(exchanges.requirements == [requirement])
  }

  @Test func noRequestAtAll() throws {
    let result = try Rehearsal.result(Self.digest) { _ in
      .failure(ClientFailure(kind: .url, message: "what is this"))
    }
    #expect(
      result["1.origin.exchanges"]?.finding
        == Finding(
          expected: "request 1 to origin: a request without credentials, answered with a challenge",
          observed: "no request to origin", diagnosis: "The client reported: what is this",
          rule: BrokenRule(nil, .robust), deviation: .neverSent))
  }

  @Test func requestTooMany() throws {
    let result = try Rehearsal.result(Self.digest) { caller in
      let outcome = caller.login { DigestDraft($0).value }
      caller.send("GET", "/favicon.ico")
      return outcome
    }
    #expect(
      result["1.origin.exchanges"]?.finding
        == Finding(
          expected: "request 3 to origin: no further request",
          observed: "GET /favicon.ico without credentials, answered with 401", exchange: 2,
          deviation: .needlessRequest))
  }

  @Test func wrongOrder() throws {
    let result = try Rehearsal.result(
      """
      steps:
        - request: {}
          expect:
            origin: [{ path: /a }, { path: /b }]
      """
    ) { caller in
      caller.send("GET", "/b")
      return .response(caller.send("GET", "/a"))
    }
    #expect(
      result["1.origin.exchanges"]?.finding
        == Finding(
          expected: "request 1 to origin: a request /a",
          observed: "GET /b without credentials, answered with 200", exchange: 0,
          deviation: .otherPath))
  }

  @Test func wrongPasswordIsDiagnosed() throws {
    let result = try Rehearsal.result(Self.digest) {
      $0.login { DigestDraft($0).with { $0.password = "p%ss w/rd" }.value }
    }
    let finding = try #require(result["1.origin.exchanges"]?.finding)
    #expect(
      finding.expected
        == "request 2 to origin: a request with valid credentials, answered with 200")
    #expect(
      finding.observed
        == "GET / with Digest credentials that are not valid, answered with 401")
    #expect(finding.diagnosis?.contains("password") == true, "\(finding.diagnosis ?? "")")
    #expect(finding.exchange == 1)
  }

  @Test func wrongURIIsDiagnosed() throws {
    let text = Self.digest.replacing("request: {}", with: "request: { path: \"/a?b=c\" }")
    let right = try Rehearsal.result(text) {
      $0.login("/a?b=c") { DigestDraft($0, uri: "/a?b=c").value }
    }
    #expect(right.verdict == .pass)
    let wrong = try Rehearsal.result(text) {
      $0.login("/a?b=c") { DigestDraft($0, uri: "/a").value }
    }
    #expect(
      wrong["1.origin.exchanges"]?.finding?.diagnosis
        == "uri is \"/a\", but the request's target is \"/a?b=c\". The query of the target was left out (RFC 7616 3.4.6)."
    )
  }

  @Test func basicPasswordIsDiagnosed() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          expect:
            origin: [{ credentials: none }, { credentials: valid, scheme: Basic, account: alice }]
      """
    #expect(try Rehearsal.result(text) { $0.login { _ in basic() } }.verdict == .pass)
    let wrong = try Rehearsal.result(text) { $0.login { _ in basic("alice", "sesame") } }
    #expect(
      wrong["1.origin.exchanges"]?.finding
        == Finding(
          expected: "request 2 to origin: a request with valid Basic credentials of alice",
          observed: "GET / with Basic credentials that are not valid, answered with 401",
          diagnosis: "User \"alice\" was sent with a wrong password.", exchange: 1,
          mistake: .wrongPassword, deviation: .invalidCredentials))
    let another = try Rehearsal.result(text) { $0.login { _ in basic("bob", "p%ss w/rd") } }
    #expect(another.verdict("1.origin.exchanges") == .fail)
    #expect(
      another["1.origin.exchanges"]?.finding?.observed
        == "GET / with valid Basic credentials of bob, answered with 200")
  }

  @Test func otherStatusThanReplied() throws {
    let text = """
      steps:
        - request: {}
          origin: [{ times: 1, reply: 503 }]
          expect:
            origin: [{ replied: 503 }, { replied: 200 }]
      """
    #expect(
      try Rehearsal.result(text) {
        $0.send()
        return .response($0.send())
      }.verdict == .pass)
    let wrong = try Rehearsal.result(text.replacing("times: 1", with: "times: 2")) {
      $0.send()
      return .response($0.send())
    }
    #expect(
      wrong["1.origin.exchanges"]?.finding?.observed
        == "GET / without credentials, answered with 503")
  }

  // MARK: How often

  static func counted(_ count: String) -> String {
    """
    steps:
      - request: {}
        expect:
          origin: [{ path: /a }, { path: /b, \(count), connection: same }, { path: /c }]
    """
  }

  static func visits(_ paths: String) -> CannedClient.Script {
    { caller in
      var last = ClientResponse(status: 0)
      for path in paths { last = caller.send("GET", "/\(path)") }
      return .response(last)
    }
  }

  @Test(arguments: [
    ("optional: true", "ac", true), ("optional: true", "abc", true),
    ("optional: true", "abbc", false), ("repeat: 0..3", "ac", true),
    ("repeat: 0..3", "abbbc", true), ("repeat: 0..3", "abbbbc", false),
    ("repeat: 2..3", "abc", false), ("repeat: 2..3", "abbc", true),
    ("repeat: 2..3", "abb", false),
  ])
  func counts(count: String, paths: String, isRight: Bool) throws {
    let result = try Rehearsal.result(Self.counted(count), script: Self.visits(paths))
    #expect(result.verdict("1.origin.exchanges") == (isRight ? .pass : .fail))
  }

  @Test func missingOptionalExchangeIsNotChecked() throws {
    let without = try Rehearsal.result(
      Self.counted("optional: true"), script: Self.visits("ac"))
    #expect(without["1.origin.2.connection"] == nil)
    #expect(without.verdict == .pass)
    let with = try Rehearsal.result(Self.counted("optional: true"), script: Self.visits("abc"))
    #expect(with.verdict("1.origin.2.connection") == .pass)
  }

  @Test func countsAreWorded() throws {
    let result = try Rehearsal.result(Self.counted("repeat: 2..3"), script: Self.visits("abc"))
    #expect(
      result["1.origin.exchanges"]?.finding
        == Finding(
          expected: "request 3 to origin: a request /b (2 to 3 times)",
          observed: "GET /c without credentials, answered with 200", exchange: 2,
          deviation: .otherPath))
  }

  @Test func everyRepetitionIsLookedAt() throws {
    let text = """
      steps:
        - request: {}
          expect:
            origin: [{ path: /b, repeat: 1..3, header: { X-A: b } }]
      """
    func result(_ values: [Octets]) throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        for value in values { caller.send("GET", "/b", [("X-A", value)]) }
        return .response(ClientResponse(status: 200))
      }
    }
    #expect(try result(["b", "b", "b"]).verdict("1.origin.1.header.x-a") == .pass)
    let wrong = try result(["b", "b", "c"])
    #expect(wrong.verdict("1.origin.1.header.x-a") == .fail)
    #expect(wrong["1.origin.1.header.x-a"]?.finding?.exchange == 2)
  }
}
