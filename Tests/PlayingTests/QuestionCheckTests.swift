// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// The checks of a client's questions: held, broken, and not reported.
@Suite(.onOwnThreads) struct QuestionCheckTests {
  static func result(
    _ asked: String, abilities: Set<String> = CannedClient.allAbilities,
    script: @escaping CannedClient.Script
  ) throws -> CaseResult {
    try Rehearsal.result(
      """
      client: { answers: [alice, alice, alice], proxy: proxy }
      steps:
        - request: {}
          proxy: [{ when: { path: /gate }, reply: challenge, with: basic }]
          origin: [{ when: { path: /login }, reply: challenge, with: basic }]
          expect: { client: { asked: \(asked) } }
      """, abilities: abilities, script: script)
  }

  /// One question about an origin's challenge.
  static func check(
    _ asked: String, _ detail: String, _ ask: @escaping (Caller) -> Void
  ) throws -> Check? {
    try result("[\(asked)]") {
      ask($0)
      return .response(ClientResponse(status: 200))
    }["1.client.asked.1.\(detail)"]
  }

  static func origin(_ caller: Caller) -> String { "http://\(caller.authority("origin"))" }

  @Test func target() throws {
    let wanted = "{ server: origin }"
    #expect(
      try Self.check(wanted, "target") { $0.ask(.origin, Self.origin($0)) }?.verdict == .pass)
    let wrong = try Self.check(wanted, "target") { $0.ask(.proxy, Self.origin($0)) }
    #expect(wrong?.verdict == .fail)
    #expect(
      wrong?.finding
        == Finding(expected: "question 1 about an origin", observed: "question 1 about a proxy"))
    let proxys = try Self.check("{ server: proxy }", "target") { $0.ask(.origin, nil) }
    #expect(proxys?.verdict == .fail)
  }

  @Test func server() throws {
    let wanted = "{ server: origin }"
    func verdict(_ url: @escaping (Caller) -> String?) throws -> Verdict? {
      try Self.check(wanted, "url") { $0.ask(.origin, url($0)) }?.verdict
    }
    #expect(try verdict { Self.origin($0) } == .pass)
    #expect(try verdict { Self.origin($0) + "/path?query#fragment" } == .pass)
    #expect(try verdict { "http://alice@\($0.authority("origin"))/" } == .pass)
    #expect(try verdict { $0.authority("origin") } == .pass)
    #expect(try verdict { "http://\($0.authority("proxy"))/" } == .fail)
    #expect(try verdict { "http://\($0.authority("origin"))1/" } == .fail)
    #expect(try verdict { _ in "" } == .fail)
    #expect(try verdict { _ in nil } == .skipped)
  }

  @Test func path() throws {
    let wanted = "{ path: /login }"
    func verdict(_ path: String) throws -> Verdict? {
      try Self.check(wanted, "path") { $0.ask(.origin, Self.origin($0) + path) }?.verdict
    }
    #expect(try verdict("/login") == .pass)
    #expect(try verdict("/login#there") == .pass)
    #expect(try verdict("/login?query") == .fail)
    #expect(try verdict("/") == .skipped)
    #expect(try verdict("") == .skipped)
    #expect(try Self.check(wanted, "path") { $0.ask(.origin, nil) }?.verdict == .skipped)
  }

  @Test func realmSchemeAndFailures() throws {
    func verdict(
      _ asked: String, _ detail: String, realm: Octets? = nil, scheme: String? = nil,
      failures: Int? = nil
    ) throws -> Verdict? {
      try Self.check(asked, detail) { $0.ask(realm: realm, scheme: scheme, failures: failures) }?
        .verdict
    }
    #expect(try verdict("{ realm: vault }", "realm", realm: "vault") == .pass)
    #expect(try verdict("{ realm: vault }", "realm", realm: "Vault") == .fail)
    #expect(try verdict("{ realm: vault }", "realm") == .skipped)
    #expect(try verdict("{ scheme: basic }", "scheme", scheme: "basic") == .pass)
    #expect(try verdict("{ scheme: basic }", "scheme", scheme: "digest") == .fail)
    #expect(try verdict("{ scheme: basic }", "scheme") == .skipped)
    #expect(try verdict("{ failures: 1 }", "failures", failures: 1) == .pass)
    #expect(try verdict("{ failures: 1 }", "failures", failures: 0) == .fail)
    #expect(try verdict("{ failures: 0 }", "failures", failures: 1) == .fail)
    #expect(try verdict("{ failures: 0 }", "failures") == .skipped)
  }

  @Test func scope() throws {
    func verdict(_ scope: Octets?) throws -> Verdict? {
      try Self.check("{ scope: read write }", "scope") { $0.ask(scope: scope) }?.verdict
    }
    #expect(try verdict("read write") == .pass)
    #expect(try verdict("read") == .fail)
    #expect(try verdict(nil) == .skipped)
  }

  @Test func eachQuestionInOrder() throws {
    let asked = "[{ realm: gate, failures: 0 }, { realm: vault, failures: 1 }]"
    func result(_ realms: [Octets]) throws -> CaseResult {
      try Self.result(asked) { caller in
        for (number, realm) in realms.enumerated() { caller.ask(realm: realm, failures: number) }
        return .response(ClientResponse(status: 200))
      }
    }
    let right = try result(["gate", "vault"])
    #expect(right.verdict("1.client.asked") == .pass)
    #expect(right.verdict("1.client.asked.2.realm") == .pass)
    let turned = try result(["vault", "gate"])
    #expect(turned.verdict("1.client.asked") == .pass)
    #expect(turned.verdict("1.client.asked.1.realm") == .fail)
    #expect(turned.verdict("1.client.asked.2.failures") == .pass)
    // One wrong question is one failure: what the others say is not looked at.
    let less = try result(["gate"])
    #expect(less.verdict("1.client.asked") == .fail)
    #expect(less.verdict("1.client.asked.1.realm") == .inconclusive)
    #expect(less.verdict("1.client.asked.2.realm") == .inconclusive)
  }

  /// A server closes its connections between the question and the answer.
  @Test(arguments: [true, false]) func connectionsCloseMeanwhile(_ isTold: Bool) throws {
    let answer = isTold ? "{ account: alice, meanwhile: { close: [origin] } }" : "alice"
    let result = try Rehearsal.result(
      """
      client: { answers: [\(answer)] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          expect: { origin: [{}, { connection: new }] }
      """
    ) { caller in
      caller.send()
      guard case .credentials = caller.ask() else { return nil }
      // A request on the old connection shows whether it has ended.
      let old = caller.connection()
      let response = caller.send()
      return .response(old.isEnded ? caller.send() : response)
    }
    #expect(result.verdict("1.origin.2.connection") == (isTold ? .pass : .fail))
  }

  @Test func noQuestions() throws {
    func verdict(_ times: Int) throws -> Verdict? {
      try Self.result("[]") { caller in
        for _ in 0..<times { caller.ask() }
        return .response(ClientResponse(status: 200))
      }.verdict("1.client.asked")
    }
    #expect(try verdict(0) == .pass)
    #expect(try verdict(1) == .fail)
  }

  @Test func clientsThatCannotAskAreSkipped() throws {
    let result = try Self.result("[{ realm: vault }]", abilities: ["basic"]) { _ in
      .response(ClientResponse(status: 200))
    }
    #expect(result.verdict("1.client.asked") == .skipped)
    #expect(result.verdict("1.client.asked.1.realm") == .skipped)
  }
}
