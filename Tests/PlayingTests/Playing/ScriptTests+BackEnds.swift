// SPDX-License-Identifier: Apache-2.0

import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// Which back end a plan picks.
extension ScriptTests {
  static func plan(
    _ rule: String, forced: BackEnd? = nil, server: String = "{}"
  ) throws -> CasePlan {
    CasePlan(
      try Rehearsal.played(
        """
        client: { credentials: [alice] }
        servers: { origin: \(server) }
        steps:
          - request: {}
            origin:
              - { reply: 200 }
              - \(rule)
        """), backEnd: forced)
  }

  @Test(arguments: [
    "{ reply: 200 }", "{ reply: challenge, with: digest }", "{ reply: 204 }",
    "{ reply: 200, connection: close }", "{ reply: 200, framing: chunked }",
    "{ reply: 302, headers: { Location: /a } }", "{ reply: 200, cookie: a=b }",
  ])
  func legalRepliesComeFromMicroHTTPD(rule: String) throws {
    #expect(try Self.plan(rule).servers[0].backEnd == .microhttpd)
    #expect(try Self.plan(rule, forced: .wire).servers[0].backEnd == .wire)
    let forced = try Self.plan(rule, forced: .microhttpd)
    #expect(forced.problems == [])
    #expect(forced.servers[0].backEnd == .microhttpd)
  }

  @Test(arguments: [
    "{ reply: raw, raw: x }", "{ reply: nothing, connection: reset }",
    "{ reply: 200, connection: reset }",
    "{ reply: 200, connection: stall }", "{ reply: 200, interim: [103] }",
    "{ reply: 200, trickle: { octets: 1, milliseconds: 1 } }", "{ reply: 200, reason: Odd }",
    "{ reply: 401, with: digest, early: true, connection: keep }",
    "{ reply: 200, headers: { X-A: \"\" } }", "{ reply: 200, headers: { Content-Length: \"5\" } }",
    "{ reply: 200, headers: { X-A: \"${3000000*a}\" } }",
  ])
  func otherRepliesNeedTheWireServer(rule: String) throws {
    let plan = try Self.plan(rule)
    #expect(plan.problems == [])
    #expect(plan.servers[0].backEnd == .wire)
    let forced = try Self.plan(rule, forced: .microhttpd)
    // Line and column of the rule that asks for too much, behind what all tests have in common.
    let line = Rehearsal.common.split(separator: "\n", omittingEmptySubsequences: true).count + 7
    #expect(forced.problems.count == 1)
    #expect(forced.problems.first?.location.line == line)
    #expect(forced.problems.first?.message.contains("libmicrohttpd") == true)
  }

  @Test func aTunnelNeedsTheWireServer() throws {
    let plan = CasePlan(try Rehearsal.played(Self.proxied))
    let backEnds = Dictionary(
      plan.servers.map { ($0.name, $0.backEnd) }, uniquingKeysWith: { first, _ in first })
    #expect(backEnds == ["origin": .microhttpd, "proxy": .wire])
    #expect(
      CasePlan(try Rehearsal.played(Self.proxied), backEnd: .microhttpd).problems.count == 1)
  }

  /// What a back end cannot play is the scenario's fault where it asks for it, and nobody's where
  /// it was forced.
  @Test func problemsOfAPlan() throws {
    let place = Rehearsal.common.split(separator: "\n").count
    func result(_ server: String, forced: BackEnd?) throws -> CaseResult {
      var played = try Self.plan("{ reply: nothing, connection: reset }").played
      if server == "microhttpd" { played.servers[0].backEnd = .microhttpd }
      let worker = Worker(options: RunOptions()) { CannedClient(loop: $0) { .response($0.send()) } }
      defer { worker.stop() }
      return worker.result(of: CasePlan(played, backEnd: forced), index: 0)
    }
    let asked = try result("microhttpd", forced: nil)
    #expect(asked.verdict == .error)
    #expect(asked.reason == "line \(place + 7): libmicrohttpd does not reset connections.")
    #expect(try result("", forced: .microhttpd).verdict == .skipped)
    #expect(try result("", forced: nil).play != nil)
  }
}
