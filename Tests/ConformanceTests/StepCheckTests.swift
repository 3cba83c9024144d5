import ClientDrivers
import HTTPAuth
import Testing

@testable import Conformance

/// never, given, one-of, observe, and what levels make of a broken check.
@Suite struct StepCheckTests {
  // MARK: never

  static func never(_ never: String) -> String {
    """
    servers: { other: {} }
    client: { credentials: [{ account: alice, for: origin }] }
    steps:
      - request: {}
        origin: [{ protect: basic }]
        expect:
          never: [{ \(never) }]
    """
  }

  static func visits(_ servers: [String]) -> CannedClient.Script {
    { caller in
      for server in servers { caller.send(to: server) }
      return .response(caller.send("GET", "/", [("Authorization", basic())]))
    }
  }

  @Test func neverHolds() throws {
    let result = try Rehearsal.result(
      Self.never("server: other, credentials: any"), script: Self.visits(["origin", "other"]))
    #expect(result.verdict("1.never.1") == .pass)
    #expect(result.verdict == .pass)
  }

  @Test func neverIsBroken() throws {
    let result = try Rehearsal.result(
      Self.never("server: origin, credentials: any, scheme: Basic, title: no Basic"),
      script: Self.visits(["origin"]))
    let check = try #require(result["1.never.1"])
    #expect(check.verdict == .fail)
    #expect(check.descriptor.title == "no Basic")
    #expect(
      check.finding
        == Finding(
          expected: "never: a request with Basic credentials",
          observed: "GET / with valid Basic credentials of alice, answered with 200", exchange: 1))
  }

  @Test func neverAboutAServerThatWasNotAskedIsInconclusive() throws {
    let result = try Rehearsal.result(
      Self.never("server: other, credentials: any"), script: Self.visits(["origin"]))
    #expect(result.verdict("1.never.1") == .inconclusive)
    #expect(
      result["1.never.1"]?.finding
        == Finding(expected: "a request to “other” to look at", observed: "there was none"))
    #expect(result.verdict == .inconclusive)
  }

  @Test func neverAboutAnyServer() throws {
    let result = try Rehearsal.result(
      Self.never("path: /secret"), script: Self.visits(["origin", "other"]))
    #expect(result.verdict("1.never.1") == .pass)
    let silent = try Rehearsal.result(Self.never("path: /secret")) { _ in
      .failure(ClientFailure(kind: .url, message: "no"))
    }
    #expect(silent.verdict("1.never.1") == .inconclusive)
    #expect(silent["1.never.1"]?.finding?.expected == "a request to any server to look at")
  }

  @Test func neverLooksAtDetails() throws {
    let text = Self.never("header: { X-A: b }")
    let right = try Rehearsal.result(text) { .response($0.send("GET", "/", [("X-A", "c")])) }
    #expect(right.verdict("1.never.1") == .pass)
    let wrong = try Rehearsal.result(text) { .response($0.send("GET", "/", [("X-A", "b")])) }
    #expect(wrong.verdict("1.never.1") == .fail)
  }

  @Test func neverHasALevelAndARequirementOfItsOwn() throws {
    let result = try Rehearsal.result(
      Self.never("credentials: any, level: should, requirement: R065"),
      script: Self.visits(["origin"]))
    #expect(result.verdict("1.never.1") == .warn)
    #expect(result["1.never.1"]?.descriptor.requirements == ["R065"])
    #expect(result.verdict == .warn)
  }

  /// It is about its own step.
  @Test func neverDoesNotLookAtOtherSteps() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          expect: { never: [{ path: /b }] }
        - request: {}
      """
    let result = try Rehearsal.result(text) {
      .response($0.send("GET", $0.step == 0 ? "/a" : "/b"))
    }
    #expect(result.verdict("1.never.1") == .pass)
  }

  // MARK: given

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

  /// Where given says as much of the order, nothing could break the list: it is there for its details.
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
