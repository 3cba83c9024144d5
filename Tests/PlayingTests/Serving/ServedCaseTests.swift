// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Clients
import Scenarios
import Servers
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// A case that is served to a client which authspec does not control; here it is libcurl, on the
/// same loop.
@Suite(.onOwnThreads) struct ServedCaseTests {
  private let loop = EventLoop()

  private static let twoSteps = """
    client: { credentials: [alice] }
    steps:
      - request: { path: /a }
        origin: [{ protect: basic }]
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, replied: 200 }
          client: { status: 200 }
      - request: { path: /b }
        origin: [{ protect: basic }]
        expect:
          origin:
            - { credentials: valid, replied: 200, optional: true }
          client: { status: 200 }
    """

  private func served(_ text: String) throws -> ServedCase {
    try ServedCase(CasePlan(try Rehearsal.played(text), backEnd: .wire), on: loop)
  }

  /// Does what a step says, by libcurl; with another session if that is wanted.
  private func act(
    _ served: ServedCase, session: ClientSession? = nil, path: String? = nil, url: String? = nil
  ) {
    let client = LibcurlClient(loop: loop)
    let observer = Observer()
    client.observer = observer
    #expect(client.open(session ?? served.task.session) == nil)
    for (number, request) in served.task.requests.enumerated() {
      var request = request
      if let path { request.url = served.servers[0].url + path }
      if let url { request.url = url }
      client.start(request, number: number)
    }
    while observer.finished < served.task.requests.count {
      loop.turn(until: Instant.now.advanced(byMilliseconds: 20))
    }
    client.close()
    loop.turn(until: Instant.now)
  }

  private final class Observer: ClientObserver {
    var finished = 0
    func client(finished request: Int, _ outcome: ClientOutcome) { finished += 1 }
    func client(asks question: CredentialsQuestion) -> CredentialsAnswer { .cancel }
  }

  @Test func aClientThatLogsInPasses() throws {
    let served = try served(Self.twoSteps)
    #expect(served.task.session.credentials.map(\.user) == ["alice"])
    #expect(served.task.requests.map(\.url) == [served.servers[0].url + "/a"])
    act(served)
    #expect(try served.endStep() == .ended)
    #expect(served.task.index == 1)
    #expect(!served.task.hasNewSession)
    #expect(try served.endStep() == .nothingCame)
    #expect(try served.endStep() == .ended)
    #expect(served.isOver)
    let result = served.end().result
    #expect(result.verdict == .pass)
    #expect(result.verdict("1.client.outcome") == .skipped)
    #expect(result.invariant("client-is-sound") == nil)
  }

  @Test func aClientThatDoesNotLogInFails() throws {
    let served = try served(Self.twoSteps)
    act(served, session: ClientSession())
    #expect(served.state().settled.allSatisfy { $0.descriptor.id != "1.origin.exchanges" })
    _ = try served.endStep()
    let check = try #require(served.state().settled.first { $0.descriptor.step == 0 })
    #expect(check.descriptor.id == "1.origin.exchanges")
    #expect(check.verdict == .fail)
    #expect(served.end().result.verdict == .fail)
  }

  @Test(arguments: [("200", Verdict.pass), ("401", .fail), ("error", .fail), ("tls", .fail)])
  func whatTheClientShowedIsJudgedIfItIsReported(_ word: String, _ verdict: Verdict) throws {
    let served = try served(Self.twoSteps)
    act(served)
    _ = try served.endStep(ReportedOutcome(word))
    #expect(served.state().result.verdict("1.client.outcome") == verdict)
    _ = served.end()
  }

  @Test func anErrorOfNoKnownKindIsOfTheExpectedKind() throws {
    let text = """
      steps:
        - request: {}
          expect: { client: { error: [redirects] } }
      """
    for (word, verdict) in [("error", Verdict.pass), ("redirects", .pass), ("tls", .fail)] {
      let served = try served(text)
      act(served)
      _ = try served.endStep(ReportedOutcome(word))
      #expect(served.end().result.verdict("1.client.outcome") == verdict)
    }
    // Without a report nothing is known of it.
    let served = try served(text)
    act(served)
    _ = try served.endStep()
    #expect(served.end().result.verdict("1.client.outcome") == .skipped)
  }

  @Test(arguments: ["", "99", "4011", "0x1", "Error", "200 OK", "+40"])
  func otherWordsReportNothing(_ word: String) { #expect(ReportedOutcome(word) == nil) }

  @Test func aStepThatNothingCameInIsNotPlayed() throws {
    let served = try served(Self.twoSteps)
    let result = served.end().result
    #expect(result.verdict == .inconclusive)
    #expect(result.play?.steps.isEmpty == true)
  }

  @Test func aStepInWhichSomethingCameCountsAtTheEnd() throws {
    let served = try served(Self.twoSteps)
    act(served)
    let result = served.end().result
    #expect(result.verdict("1.origin.exchanges") == .pass)
    #expect(result.verdict("2.origin.exchanges") == .inconclusive)
    #expect(result.verdict == .inconclusive)
  }

  @Test func whatBrowsersAskForIsNotJudged() throws {
    let served = try served(Self.twoSteps)
    act(served)
    act(served, session: ClientSession(), path: "/favicon.ico?v=2")
    #expect(served.state().asides == 1)
    #expect(served.state().result.verdict("1.origin.exchanges") == .pass)
    // Any other request is.
    act(served, session: ClientSession(), path: "/other.ico")
    #expect(served.state().asides == 1)
    #expect(served.end().result.verdict("1.origin.exchanges") == .fail)
  }

  @Test func aForwardedRequestStaysWithItsOwn() throws {
    let text = """
      client: { proxy: proxy }
      steps:
        - request: { path: /a }
          proxy: [{ reply: forward }]
          expect: { origin: [{ path: /a }], proxy: [{}] }
      """
    let served = try served(text)
    act(served, path: "/apple-touch-icon.png")
    act(served)
    let result = served.end().result
    #expect(result.play?.recording.exchanges.map(\.forwardedFrom) == [nil, 0])
    #expect(result.verdict("1.origin.exchanges") == .pass)
  }

  @Test func otherHostsThroughTheProxyAreNotJudged() throws {
    let text = """
      client: { proxy: proxy }
      steps:
        - request: { path: /a }
          proxy: [{ when: { path: /a }, reply: 204 }]
          expect: { proxy: [{ path: /a }] }
      """
    let served = try served(text)
    act(served)
    let address = served.servers[0].url
    act(served, url: "http://updates.test/a")
    #expect(served.state().asides == 1)
    act(served, url: address + "/a")
    #expect(served.state().asides == 1)
    #expect(served.end().result.verdict("1.proxy.exchanges") == .fail)
  }

  @Test func aLoginThatTheUserTypesIsNoLeak() throws {
    let text = """
      client: { credentials: [{ account: alice, for: other }], answers: [alice] }
      servers: { other: {} }
      steps:
        - request: { path: /a }
          origin: [{ protect: basic }]
          other: [{ protect: basic }]
      """
    let served = try served(text)
    var session = ClientSession()
    session.credentials = [
      ClientCredentials(
        target: .origin, url: served.servers[0].url, user: "alice", password: "open sesame")
    ]
    act(served, session: session)
    let result = served.end().result
    // The login is for every server once the user has typed it.
    #expect(result.invariant("secrets-stay") == nil)
    #expect(result.invariant("user-information") == .pass)
  }

  @Test func stepsChangeTheClientAndTheRules() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: 204 }]
        - request: {}
          client: { redirects: 0 }
          restart: true
          origin: [{ reply: 205 }]
      """
    let served = try served(text)
    act(served)
    _ = try served.endStep()
    #expect(served.task.hasNewSession)
    #expect(served.task.restarts)
    #expect(served.task.session.redirects == 0)
    act(served)
    #expect(served.end().result.play?.recording.exchanges.compactMap(\.status) == [204, 205])
  }
}
