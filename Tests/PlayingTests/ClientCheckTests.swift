// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// The checks of a client's reports, and the verdict of the whole case.
@Suite(.onOwnThreads) struct ClientCheckTests {
  static func result(
    _ client: String, settings: String = "{}", abilities: Set<String> = CannedClient.allAbilities,
    level: String = "must", requests: String = "request: {}",
    script: @escaping CannedClient.Script
  ) throws -> CaseResult {
    try Rehearsal.result(
      """
      client: \(settings)
      steps:
        - \(requests)
          origin: [{ when: { path: /login }, reply: challenge, with: basic }]
          expect: { client: \(client) }
      """, level: level, abilities: abilities, script: script)
  }

  static func ended(_ outcome: ClientOutcome?) -> CannedClient.Script {
    { caller in
      caller.send()
      return outcome
    }
  }

  static func failure(_ kind: ClientFailure.Kind) -> ClientOutcome {
    .failure(ClientFailure(kind: kind, message: "so it is"))
  }

  static func status(_ status: Int) -> ClientOutcome { .response(ClientResponse(status: status)) }

  // MARK: Status and error

  @Test(arguments: [
    ("{ status: 200 }", status(200), true), ("{ status: 200 }", status(201), false),
    ("{ status: [200, 201] }", status(201), true), ("{ error: none }", status(500), true),
    ("{ error: none }", failure(.other), false), ("{ status: 200 }", failure(.other), false),
    ("{ error: any }", failure(.other), true), ("{ error: any }", status(200), false),
    ("{ error: url }", failure(.url), true), ("{ error: url }", failure(.tls), false),
    ("{ error: url }", status(200), false), ("{ error: [url, tls] }", failure(.tls), true),
    ("{ status: 200, error: allowed }", failure(.body), true),
    ("{ status: 200, error: allowed }", status(200), true),
    ("{ status: 200, error: allowed }", status(201), false),
    // A refused login may be an error to the client's user.
    ("{ status: 401 }", failure(.authentication), true),
    ("{ status: 407 }", failure(.cancelled), true), ("{ status: 401 }", failure(.tls), false),
    ("{ status: 200 }", failure(.authentication), false),
    ("{ status: 407 }", failure(.connection), false),
  ])
  func outcome(client: String, outcome: ClientOutcome, isRight: Bool) throws {
    let result = try Self.result(client, script: Self.ended(outcome))
    #expect(result.verdict("1.client.outcome") == (isRight ? .pass : .fail))
  }

  /// "407 to a CONNECT" is a failed connection to some clients' users.
  @Test func refusedTunnel() throws {
    let text = """
      client: { tunnel: true, proxy: proxy, credentials: [{ account: alice, for: proxy }] }
      steps:
        - request: {}
          proxy: [{ protect: basic }]
          expect: { client: { status: 407 } }
      """
    let result = try Rehearsal.result(text) {
      $0.send("CONNECT", $0.authority("origin"), to: "proxy")
      return Self.failure(.connection)
    }
    #expect(result.verdict("1.client.outcome") == .pass)
  }

  @Test func wordsOfAnOutcome() throws {
    func finding(_ client: String, _ outcome: ClientOutcome) throws -> Finding? {
      try Self.result(client, script: Self.ended(outcome))["1.client.outcome"]?.finding
    }
    #expect(
      try finding("{ status: [200, 204] }", Self.failure(.tls))
        == Finding(
          expected: "status 200 or 204", observed: "an error of kind tls: so it is"))
    #expect(
      try finding("{ error: [url, tls] }", Self.status(200))
        == Finding(
          expected: "an error of kind url or tls", observed: "status 200",
          deviation: .responseForError))
    #expect(
      try finding("{ status: 200, error: allowed }", Self.status(401))
        == Finding(expected: "status 200, or an error", observed: "status 401"))
    #expect(
      try finding("{ error: any }", Self.status(401))
        == Finding(
          expected: "an error", observed: "status 401", deviation: .responseForError))
    #expect(
      try finding("{ error: none }", Self.failure(.other))
        == Finding(expected: "a response", observed: "an error of kind other: so it is"))
  }

  @Test func everyRequestOfAStep() throws {
    let text = "requests: [{ path: /a }, { path: /b }]"
    let right = try Self.result(
      "{ status: 200 }", requests: text, script: { .response($0.send()) })
    #expect(right.verdict("1.client.outcome") == .pass)
    let wrong = try Self.result(
      "{ status: 200 }", requests: text, script: { Self.status($0.number == 1 ? 500 : 200) })
    #expect(wrong.verdict("1.client.outcome") == .fail)
  }

  @Test func hangAndCrash() throws {
    let hung = try Rehearsal.result(
      "steps: [{ request: {}, expect: { client: { error: any } } }]", timeout: -1_900,
      script: Self.ended(nil))
    #expect(hung.verdict("1.client.outcome") == .timeout)
    #expect(hung.invariant("client-is-sound") == .timeout)
    #expect(hung.verdict == .timeout)
    let crashed = try Self.result("{ error: any }", script: Self.ended(.crashed("signal 11")))
    #expect(crashed.verdict("1.client.outcome") == .crash)
    #expect(crashed["1.client.outcome"]?.finding?.observed == "the client crashed: signal 11")
    #expect(crashed.invariant("client-is-sound") == .crash)
    #expect(crashed.verdict == .crash)
  }

  /// A crash is a crash whatever the level.
  @Test func aNoteDoesNotHideACrash() throws {
    let crashed = try Self.result(
      "{ status: 200 }", level: "note", script: Self.ended(.crashed("signal 11")))
    #expect(crashed.verdict == .crash)
  }

  @Test func unsupportedMakesTheCaseSkipped() throws {
    let result = try Self.result("{ status: 200 }", script: Self.ended(.unsupported("no idea")))
    #expect(result.verdict == .skipped)
    #expect(result.checks.isEmpty)
    #expect(result.reason == "the client cannot do this: no idea")
  }

  // MARK: Body

  @Test func body() throws {
    func verdict(_ wanted: String, _ outcome: ClientOutcome) throws -> Check? {
      try Self.result("{ error: allowed, body: \(wanted) }", script: Self.ended(outcome))[
        "1.client.body"]
    }
    let text = ClientOutcome.response(ClientResponse(status: 200, body: "text"))
    #expect(try verdict("text", text)?.verdict == .pass)
    #expect(try verdict("other", text)?.verdict == .fail)
    #expect(
      try verdict("other", text)?.finding
        == Finding(expected: "the body: “other”", observed: "the body: “text”"))
    #expect(try verdict("empty", Self.status(200))?.verdict == .pass)
    #expect(try verdict("empty", text)?.verdict == .fail)
    #expect(try verdict("text", Self.failure(.other))?.verdict == .inconclusive)
  }

  @Test("A refusal that is reported as an error has no body, and the rest comes to a verdict")
  func bodyOfARefusal() throws {
    func result(_ outcome: ClientOutcome) throws -> CaseResult {
      try Self.result("{ status: 401, body: text }", script: Self.ended(outcome))
    }
    for kind in [ClientFailure.Kind.authentication, .cancelled] {
      let refused = try result(Self.failure(kind))
      #expect(refused.verdict("1.client.body") == .skipped)
      #expect(refused.verdict("1.client.outcome") == .pass)
      #expect(refused.verdict == .pass)
    }
    // An error of another kind is none of a refusal.
    let other = try result(Self.failure(.tls))
    #expect(other.verdict("1.client.body") == .inconclusive)
    #expect(other.verdict == .fail)
    // A body that is there is looked at.
    #expect(try result(Self.status(401)).verdict("1.client.body") == .fail)
  }

  // MARK: Questions

  static func asks(_ realms: [Octets?], scheme: String? = "basic") -> CannedClient.Script {
    { caller in
      for realm in realms { _ = caller.ask(realm: realm, scheme: scheme) }
      return .response(caller.send())
    }
  }

  @Test func asked() throws {
    func check(
      _ asked: String, _ realms: [Octets?], scheme: String? = "basic",
      abilities: Set<String> = CannedClient.allAbilities
    ) throws -> Check? {
      try Self.result(
        "{ asked: \(asked) }", settings: "{ answers: [alice] }", abilities: abilities,
        script: Self.asks(realms, scheme: scheme))["1.client.asked"]
    }
    #expect(try check("1", ["vault"])?.verdict == .pass)
    #expect(try check("0", [])?.verdict == .pass)
    #expect(try check("1", [])?.verdict == .fail)
    #expect(
      try check("1", ["vault", "vault"])?.finding
        == Finding(expected: "credentials asked for once", observed: "asked for 2 times"))
    #expect(try check("{ times: 1..2, realm: vault }", ["vault", "vault"])?.verdict == .pass)
    #expect(
      try check("{ times: 1..2 }", [])?.finding
        == Finding(expected: "credentials asked for 1 to 2 times", observed: "asked for not at all")
    )
    #expect(
      try check("{ realm: vault }", ["attic"])?.finding
        == Finding(expected: "asked for the realm “vault”", observed: "asked for “attic”"))
    #expect(try check("{ scheme: basic }", ["vault"])?.verdict == .pass)
    #expect(
      try check("{ scheme: digest }", ["vault"])?.finding
        == Finding(expected: "asked for digest", observed: "asked for basic"))
    #expect(try check("{ times: 1, scheme: digest }", ["vault"], scheme: nil)?.verdict == .pass)
    let mute = try check("1", [], abilities: ["basic"])
    #expect(mute?.verdict == .skipped)
    #expect(mute?.finding?.observed == "this one cannot ask")
  }

  /// A question whose realm or scheme is asked for, where none was asked at all, says nothing.
  @Test func whatWasNeverAskedHasNoRealm() throws {
    let result = try Self.result(
      "{ asked: { realm: vault } }", settings: "{ answers: [alice] }", script: Self.asks([]))
    #expect(result.verdict("1.client.asked") == .inconclusive)
  }

  @Test func answersComeInOrder() throws {
    var answers: [CredentialsAnswer] = []
    let result = try Self.result("{ status: 200 }", settings: "{ answers: [alice, cancel, bob] }") {
      for _ in 0..<4 { answers.append($0.ask()) }
      return .response($0.send())
    }
    #expect(result.verdict("1.client.outcome") == .pass)
    let users = answers.map { answer -> Octets? in
      if case .credentials(let login) = answer { login.user } else { nil }
    }
    #expect(users == ["alice", nil, "bob", nil])
    #expect(result.play?.steps.first?.questions.count == 4)
  }

  // MARK: The case as a whole

  @Test(arguments: [
    ([Verdict.pass, .pass], false, Verdict.pass), ([.pass, .skipped], false, .pass),
    ([.pass, .note], false, .pass), ([.pass, .note], true, .note), ([.note], false, .note),
    ([.skipped], false, .skipped), ([.skipped, .note], false, .note),
    ([.pass, .inconclusive], false, .inconclusive), ([.pass, .warn, .note], false, .warn),
    ([.warn, .inconclusive], false, .inconclusive), ([.inconclusive, .fail], false, .fail),
    ([.fail, .timeout], false, .timeout), ([.timeout, .crash], false, .crash),
    ([.crash, .error], false, .error), ([], false, .inconclusive), ([], true, .inconclusive),
  ])
  func overall(verdicts: [Verdict], isObservation: Bool, whole: Verdict) {
    let descriptor = CheckDescriptor(
      id: "x", kind: .outcome, title: "", level: .must, requirements: [])
    let checks = verdicts.map { Check(descriptor, $0) }
    #expect(CaseJudge.verdict(checks, isObservation: isObservation) == whole)
    #expect(CaseJudge.verdict(checks.reversed(), isObservation: isObservation) == whole)
  }

  @Test func faultMakesTheCaseAnError() throws {
    let plan = CasePlan(try Rehearsal.played("steps: [{ request: {} }]"))
    let play = Transcript(
      recording: .init(), steps: [], client: ClientIdentity(name: "", version: "", abilities: []),
      duration: 0, fault: "no sockets")
    let result = CaseJudge.judge(plan.expectations, play, index: 3)
    #expect(result.verdict == .error)
    #expect(result.checks.isEmpty)
    #expect(result.reason == "no sockets")
    #expect(result.index == 3)
    #expect(result.isUnexpectedlyBad)
  }
}
