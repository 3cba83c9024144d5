// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// A request that is made again until it ends as wanted, a step that waits, and header fields that
/// a client hands out.
@Suite(.onOwnThreads) struct RepeatedRequestTests {
  static func result(
    _ request: String, expect: String = "client: { status: 200 }",
    script: @escaping CannedClient.Script
  ) throws -> CaseResult {
    try Rehearsal.result(
      "steps: [{ request: \(request), expect: { \(expect) } }]", script: script)
  }

  /// Ends with one status after the other, and then with the last again.
  static func statuses(_ statuses: [Int]) -> (CannedClient.Script, () -> Int) {
    var count = 0
    return (
      { caller in
        caller.send()
        defer { count += 1 }
        return .response(ClientResponse(status: statuses[min(count, statuses.count - 1)]))
      }, { count }
    )
  }

  private let until = "{ until: { status: 200, times: 4 } }"

  @Test func untilTheStatusIsThere() throws {
    let (script, count) = Self.statuses([503, 503, 200, 503])
    let result = try Self.result(until, script: script)
    #expect(count() == 3)
    #expect(result.verdict("1.client.outcome") == .pass)
    #expect(result.play?.steps.first?.requests.count == 3)
  }

  @Test func atMostSoOften() throws {
    let (script, count) = Self.statuses([503])
    let result = try Self.result(until, script: script)
    #expect(count() == 4)
    #expect(result.verdict("1.client.outcome") == .fail)
  }

  @Test func onceWhereTheFirstWillDo() throws {
    let (script, count) = Self.statuses([200])
    #expect(try Self.result(until, script: script).verdict("1.client.outcome") == .pass)
    #expect(count() == 1)
  }

  @Test func anErrorIsNoEndAndACrashIs() throws {
    var count = 0
    let failing = try Self.result(until) { _ in
      count += 1
      return .failure(ClientFailure(kind: .connection, message: "gone"))
    }
    #expect(count == 4)
    #expect(failing.verdict("1.client.outcome") == .fail)
    count = 0
    let crashing = try Self.result(until) { _ in
      count += 1
      return .crashed("signal 11")
    }
    #expect(count == 1)
    #expect(crashing.verdict == .crash)
  }

  @Test func aStepWaits() throws {
    let slow = try Rehearsal.result(
      "steps: [{ request: {} }, { pause: 60, request: {} }]"
    ) { .response($0.send()) }
    let play = try #require(slow.play)
    #expect(play.duration >= 60_000_000)
    let received = play.recording.exchanges.map(\.received)
    #expect(received.count == 2)
    #expect((received.last ?? 0) - (received.first ?? 0) >= 60_000_000)
  }

  @Test func aReplyWaits() throws {
    for body in ["delay: 60", "delay: 60, trickle: { octets: 4, milliseconds: 0 }"] {
      let slow = try Rehearsal.result(
        "steps: [{ request: {}, origin: [{ reply: 200, body: late, \(body) }] }]"
      ) { .response($0.send()) }
      let play = try #require(slow.play)
      #expect(play.duration >= 60_000_000)
      let exchange = try #require(play.recording.exchanges.first)
      #expect((exchange.replied ?? 0) - exchange.received >= 60_000_000)
    }
  }

  // MARK: Header fields that the client reports

  @Test func headerFields() throws {
    func verdict(_ wanted: String, _ lines: [(name: Octets, value: Octets)]) throws -> Verdict? {
      try Self.result("{}", expect: "client: { headers: { X-Name: \(wanted) } }") {
        $0.send()
        return .response(ClientResponse(status: 200, fields: FieldSection(lines)))
      }.verdict("1.client.header.x-name")
    }
    #expect(try verdict("a", [("x-name", "a")]) == .pass)
    #expect(try verdict("a", [("X-Name", "b")]) == .fail)
    #expect(try verdict("a", [("X-Name", "b"), ("X-Name", "a")]) == .pass)
    #expect(try verdict("a", [("X-Other", "a")]) == .fail)
    #expect(try verdict("absent", [("X-Other", "a")]) == .pass)
    #expect(try verdict("absent", [("X-Name", "a")]) == .fail)
    #expect(try verdict("{ contains: b }", [("X-Name", "abc")]) == .pass)
    // A client that hands out none is not judged by them.
    #expect(try verdict("a", []) == .skipped)
  }

  @Test func headerFieldsOfAnErrorAreNotThere() throws {
    let result = try Self.result(
      "{}", expect: "client: { error: allowed, headers: { X-Name: a } }"
    ) { _ in .failure(ClientFailure(kind: .connection, message: "gone")) }
    #expect(result.verdict("1.client.header.x-name") == .inconclusive)
    // Of a refusal that is reported as an error all else is judged.
    let refused = try Self.result(
      "{}", expect: "client: { status: 401, headers: { X-Name: a } }"
    ) { _ in .failure(ClientFailure(kind: .authentication, message: "refused")) }
    #expect(refused.verdict("1.client.header.x-name") == .skipped)
  }
}
