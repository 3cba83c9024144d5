// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// What must have happened for the rest to mean anything.
extension StepCheckTests {
  static let given = """
    client: { credentials: [alice] }
    steps:
      - request: {}
        origin: [{ protect: basic }]
        expect:
          given: { origin: [{ credentials: none, replied: challenge }, { credentials: valid }] }
          origin: [{ path: / }, { path: /, header: { X-A: present } }]
          never: [{ path: /b }]
          client: { status: 200, body: "authspec says 200\\n", asked: 0 }
          observe: { it came twice: { path: / } }
      - request: {}
        expect:
          origin: [{ nc: 1 }]
          one-of:
            - { title: one, never: [{ path: /b }] }
            - { title: two, never: [{ path: /c }] }
    """

  @Test func givenMet() throws {
    let result = try Rehearsal.result(Self.given) { caller in
      guard caller.step == 0 else { return .response(caller.send()) }
      caller.send()
      return .response(caller.send("GET", "/", [("Authorization", basic()), ("X-A", "b")]))
    }
    #expect(result.verdict("1.origin.exchanges") == .pass)
    #expect(result.verdict("1.origin.2.header.x-a") == .pass)
    #expect(result.verdict("2.origin.1.nc") == .fail)
    #expect(result.verdict("2.one-of") == .pass)
    #expect(result.checks.allSatisfy { !$0.descriptor.id.contains("given") })
  }

  @Test func givenUnmetMakesEverythingInconclusive() throws {
    let result = try Rehearsal.result(Self.given) { .response($0.send()) }
    let steps = result.checks.filter { $0.descriptor.step != nil }
    #expect(
      steps.map(\.descriptor.id) == [
        "1.origin.exchanges", "1.origin.2.header.x-a", "1.never.1", "1.client.outcome",
        "1.client.body", "1.client.asked", "1.observe.1", "2.origin.exchanges",
        "2.origin.1.nc", "2.one-of",
      ])
    #expect(steps.allSatisfy { $0.verdict == .inconclusive })
    #expect(
      steps.allSatisfy { $0.finding?.observed == "no request after the first 1" },
      "\(result.complaints)")
    #expect(result.verdict == .inconclusive)
  }

  /// Where given says as much of the order, nothing could break the list: it is there for its
  /// details.
  @Test(
    arguments: [
      ("{ credentials: none }, { credentials: valid }", false),
      ("{ replied: challenge }, { credentials: valid, header: { X-A: present } }", false),
      ("{ credentials: none }, { credentials: valid, replied: 200 }", true),
      ("{ credentials: none }, { credentials: valid, scheme: Basic }", true),
      ("{ credentials: none }, { credentials: valid, repeat: 1..2 }", true),
      ("{ credentials: none }, { credentials: any, path: / }", true),
    ])
  func aListThatIsGivenIsNoCheck(_ list: String, isCheck: Bool) throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          expect:
            given: { origin: [{ credentials: none, replied: challenge }, { credentials: valid }] }
            origin: [\(list)]
      """
    let result = try Rehearsal.result(text) { caller in
      caller.send()
      return .response(caller.send("GET", "/", [("Authorization", basic()), ("X-A", "b")]))
    }
    #expect(result.verdict("1.origin.exchanges") == (isCheck ? .pass : nil))
    let unmet = try Rehearsal.result(text) { .response($0.send()) }
    #expect(unmet.verdict("1.origin.exchanges") == (isCheck ? .inconclusive : nil))
  }

  @Test func givenLooksAtDetails() throws {
    let text = """
      steps:
        - request: {}
          expect:
            given: { origin: [{ header: { X-A: b } }] }
            client: { status: 200 }
      """
    let unmet = try Rehearsal.result(text) { .response($0.send()) }
    #expect(unmet.verdict("1.client.outcome") == .inconclusive)
    let met = try Rehearsal.result(text) { .response($0.send("GET", "/", [("X-A", "b")])) }
    #expect(met.verdict("1.client.outcome") == .pass)
  }

  /// A step that was not played, since the client was no more, is inconclusive.
  @Test func stepsThatWereNotPlayed() throws {
    let text = """
      steps:
        - request: {}
          expect: { client: { status: 200 } }
        - request: {}
          expect: { client: { status: 200 } }
      """
    let result = try Rehearsal.result(text) {
      $0.send()
      return .crashed("SIGSEGV")
    }
    #expect(result.verdict("1.client.outcome") == .crash)
    #expect(result.verdict("2.client.outcome") == .inconclusive)
    #expect(
      result["2.client.outcome"]?.finding
        == Finding(expected: "the step to be played", observed: "the play ended before it"))
    #expect(result.verdict == .crash)
  }
}
