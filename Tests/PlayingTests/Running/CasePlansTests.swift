// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
@testable import Clients
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

@Suite(.onOwnThreads) struct CasePlansTests {
  private static func cases() throws -> [Case] {
    try [
      "steps: [{ request: {} }]",
      "steps: [{ request: {}, origin: [{ reply: nothing, connection: reset }] }]",
    ].map { try Rehearsal.played($0) }
  }

  @Test func plansAreMadeWhenTheyAreAskedFor() throws {
    let cases = try Self.cases()
    let plans = CasePlans(of: cases)
    #expect(plans.count == 2)
    #expect(plans[0] !== plans[0])
    #expect(plans.map { $0.servers.map(\.backEnd) } == [[.microhttpd], [.wire]])
    let made = CasePlans(cases.planned())
    #expect(made[0] === made[0])
    #expect(made.map { $0.servers.map(\.backEnd) } == plans.map { $0.servers.map(\.backEnd) })
    #expect(CasePlans(of: cases, CasePlanning(on: .wire))[0].servers.map(\.backEnd) == [.wire])
    let skipped = CasePlans(
      of: try [Case](cases.map { try $0.overTLS() }), CasePlanning(over: .all))
    #expect(skipped.allSatisfy { $0.skipReason == TLSObstacle.speaksTLS.sentence })
  }

  /// The plans with problems are found without all the others.
  @Test func problemsAreFound() throws {
    var cases = try Self.cases()
    #expect(CasePlans(of: cases).problems.isEmpty)
    let forced = CasePlans(of: cases, CasePlanning(on: .microhttpd)).problems
    #expect(forced.map(\.problem.message) == ["libmicrohttpd does not reset connections."])
    for index in cases.indices { cases[index].servers[0].backEnd = .microhttpd }
    #expect(CasePlans(of: cases).problems.count == 1)
    #expect(CasePlans(cases.planned()).problems.count == 1)
    #expect(CasePlans(of: cases).problems.first?.file == cases[1].scenario.file)
  }

  @Test func aRealmIsNeededForNegotiate() throws {
    var played = try Rehearsal.played("steps: [{ request: {} }]")
    #expect(!CasePlans(of: [played]).useKerberos)
    played.needs = ["negotiate"]
    #expect(CasePlans(of: [played]).useKerberos)
    #expect(CasePlans([played].planned()).useKerberos)
  }
}

@Suite(.onOwnThreads) struct ClientOutcomeCutTests {
  private static func plan(_ body: String) throws -> CasePlan {
    CasePlan(
      try Rehearsal.played("steps: [{ request: {}, origin: [{ reply: 200, body: \"\(body)\" }] }]"))
  }

  private static func response(_ body: Int, fields: Int = 0, messages: Int? = nil) -> ClientOutcome
  {
    let octets = { (count: Int) in Octets([UInt8](repeating: 0x78, count: count)) }
    return .response(
      ClientResponse(
        status: 200, fields: FieldSection([("a", octets(fields)), ("b", "")]), body: octets(body),
        messages: messages.map { Array(repeating: octets(1_000), count: $0) }))
  }

  private static func cut(_ outcome: ClientOutcome, _ plan: CasePlan) -> ClientResponse? {
    if case .response(let response) = outcome.cut(for: plan) { response } else { nil }
  }

  @Test func whatTheServersCanHaveSentIsKept() throws {
    let short = try Self.plan("short")
    let long = try Self.plan("${3000000*x}")
    for outcome in [Self.response(1_000), Self.response(1_000_000)] {
      #expect(outcome.cut(for: short) == outcome)
    }
    #expect(Self.response(3_000_000).cut(for: long) == Self.response(3_000_000))
    let body = Self.cut(Self.response(3_000_000), short)?.body
    #expect(body?.utf8?.hasSuffix("x\n… cut at 1048576 octets") == true)
    #expect((body?.count ?? 0) < 1_048_576 + 40)
  }

  @Test func fieldsAndMessagesAreCutAsWell() throws {
    let plan = try Self.plan("short")
    #expect(Self.cut(Self.response(1, fields: 2_000_000), plan)?.fields.isEmpty == true)
    let messages = Self.cut(Self.response(1, messages: 2_000), plan)?.messages ?? []
    #expect(messages.count == 1_049)
    #expect(messages.last == "\n… cut at 1048576 octets")
  }

  @Test func wordsAreCut() throws {
    let plan = try Self.plan("short")
    let words = String(repeating: "m", count: 100_000)
    #expect(ClientOutcome.crashed("m").cut(for: plan) == .crashed("m"))
    guard
      case .failure(let failure) = ClientOutcome.failure(
        ClientFailure(kind: .other, message: words)
      ).cut(for: plan)
    else {
      Issue.record("it is another outcome")
      return
    }
    #expect(failure.message == words.prefix(65_536) + "…")
  }
}
