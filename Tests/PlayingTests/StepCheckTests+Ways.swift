// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// Ways that will do, observations, and levels.
extension StepCheckTests {
  // MARK: one-of

  static let oneOf = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: basic }]
        expect:
          one-of:
            - title: it logs in
              origin: [{ credentials: none }, { credentials: valid, replied: 200 }]
              client: { status: 200 }
            - title: it gives up
              origin: [{ credentials: none }]
              client: { status: 401 }
    """

  @Test func firstWay() throws {
    let result = try Rehearsal.result(Self.oneOf) { $0.login { _ in basic() } }
    #expect(result.verdict("1.one-of") == .pass)
    #expect(
      result["1.one-of"]?.finding
        == Finding(expected: "one of the allowed ways", observed: "it logs in"))
    #expect(result["1.way-1.origin.exchanges"] == nil)
  }

  @Test func secondWay() throws {
    let result = try Rehearsal.result(Self.oneOf) { .response($0.send()) }
    #expect(result.verdict("1.one-of") == .pass)
    #expect(result["1.one-of"]?.finding?.observed == "it gives up")
  }

  @Test func noWay() throws {
    let result = try Rehearsal.result(Self.oneOf) { $0.login { _ in basic("alice", "wrong") } }
    let check = try #require(result["1.one-of"])
    #expect(check.verdict == .fail)
    #expect(check.finding?.expected == "one of: it logs in; or it gives up")
    #expect(
      check.finding?.observed
        == "nearest to “it gives up”, but GET / with Basic credentials that are not valid, answered with 401"
    )
    #expect(check.finding?.diagnosis == "User \"alice\" was sent with a wrong password.")
    #expect(check.finding?.exchange == 1)
    #expect(result.verdict == .fail)
  }

  @Test func wayWithAnUnmetPrecondition() throws {
    let text = """
      steps:
        - request: {}
          expect:
            one-of:
              - title: first
                given: { origin: [{ path: /a }] }
                client: { status: 200 }
              - { title: second, origin: [{ path: /b }] }
      """
    #expect(
      try Rehearsal.result(text) { .response($0.send("GET", "/a")) }.verdict("1.one-of") == .pass)
    #expect(
      try Rehearsal.result(text) { .response($0.send("GET", "/b")) }.verdict("1.one-of") == .pass)
    #expect(
      try Rehearsal.result(text) { .response($0.send("GET", "/c")) }.verdict("1.one-of") == .fail)
  }

  /// A way whose levels let it pass whatever happens must not stand for those that were broken.
  @Test func aBrokenWayOfLowLevelDoesNotHold() throws {
    let text = """
      steps:
        - request: {}
          expect:
            one-of:
              - { title: first, client: { status: 418, level: may } }
              - { title: second, origin: [{ path: /b }] }
      """
    #expect(
      try Rehearsal.result(text) { .response($0.send("GET", "/c")) }.verdict("1.one-of") == .fail)
  }

  // MARK: observe

  @Test func observe() throws {
    let text = """
      level: may
      steps:
        - request: {}
          expect:
            origin: [{ repeat: 1..9 }]
            observe: { it sends a Referer: { header: { Referer: present } } }
      """.replacing("level: may\n", with: "")
    let yes = try Rehearsal.result(text) { .response($0.send("GET", "/", [("Referer", "x:y")])) }
    #expect(yes.verdict("1.observe.1") == .note)
    #expect(
      yes["1.observe.1"]?.finding
        == Finding(expected: "it sends a Referer", observed: "yes", exchange: 0))
    let no = try Rehearsal.result(text) { .response($0.send()) }
    #expect(no.verdict("1.observe.1") == .note)
    #expect(no["1.observe.1"]?.finding == Finding(expected: "it sends a Referer", observed: "no"))
    // A note does not hide that the rest passed.
    #expect(no.verdict == .pass)
    #expect(
      try Rehearsal.result(text, level: "note") { .response($0.send()) }.verdict == .note)
  }

  // MARK: Levels

  @Test(arguments: [
    ("must", Verdict.fail), ("robust", .fail), ("should", .warn), ("may", .note), ("note", .note),
  ])
  func levels(level: String, verdict: Verdict) throws {
    let text = """
      steps:
        - request: {}
          expect:
            origin: [{ path: /a, header: { X-A: b } }]
            client: { status: 200 }
      """
    let missing = try Rehearsal.result(text, level: level) { .response($0.send()) }
    #expect(missing.verdict("1.origin.exchanges") == verdict)
    let detail = try Rehearsal.result(text, level: level) { .response($0.send("GET", "/a")) }
    #expect(detail.verdict("1.origin.exchanges") == .pass)
    #expect(detail.verdict("1.origin.1.header.x-a") == verdict)
    #expect(detail.verdict == verdict)
    let outcome = try Rehearsal.result(text, level: level) {
      $0.send("GET", "/a", [("X-A", "b")])
      return .response(ClientResponse(status: 500))
    }
    #expect(outcome.verdict("1.client.outcome") == verdict)
  }

  @Test func anExchangesLevel() throws {
    let text = """
      steps:
        - request: {}
          expect:
            origin: [{ path: /a, header: { X-A: b }, level: must, title: X-A is sent }]
      """
    let detail = try Rehearsal.result(text, level: "should") { .response($0.send("GET", "/a")) }
    #expect(detail.verdict("1.origin.1.header.x-a") == .fail)
    #expect(detail["1.origin.1.header.x-a"]?.descriptor.title == "X-A is sent")
    // The list is as binding as the most binding exchange in it.
    let missing = try Rehearsal.result(text, level: "should") { .response($0.send("GET", "/b")) }
    #expect(missing.verdict("1.origin.exchanges") == .fail)
    let lower = try Rehearsal.result(text.replacing("level: must", with: "level: may")) {
      .response($0.send("GET", "/a"))
    }
    #expect(lower.verdict("1.origin.1.header.x-a") == .note)
    let lowerMissing = try Rehearsal.result(text.replacing("level: must", with: "level: may")) {
      .response($0.send("GET", "/b"))
    }
    #expect(lowerMissing.verdict("1.origin.exchanges") == .fail)
  }
}
