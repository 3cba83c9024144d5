// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Judging
import Scenarios
import Transcripts
@testable import Reporting
import Testing

@Suite("Facts because of which a check shows no leak")
struct MitigationTests {
  private static let withoutPassword: Octets = "Basic Ym9iOg=="
  private static let withPassword: Octets = "Basic Ym9iOmtub2NrLWtub2Nr"

  /// A check that is broken by an exchange.
  private static func check(
    _ kind: CheckKind, _ requirement: String, exchange: Int?, _ verdict: Verdict = .fail
  ) -> Check {
    Check(
      CheckDescriptor(
        id: "invariant.some", kind: kind, title: "It holds", level: .robust, requirements: []),
      verdict, expected: "one", observed: "other", exchange: exchange,
      rule: BrokenRule(requirement, .robust))
  }

  /// A recording with two servers, the first of that kind.
  private static func recording(
    _ exchanges: [Recording.Exchange], kind: ServerKind = .origin, tls: TLSSettings? = nil
  ) -> Recording {
    var recording = Recording()
    recording.servers = [("first", kind), ("second", ServerKind.origin)].map { name, kind in
      Recording.Server(
        configuration: ServerConfiguration(
          name: name, kind: kind, host: 1, backEnd: .wire, tls: tls),
        address: "127.0.0.1", port: 4012)
    }
    recording.connections = [Recording.Connection(server: 0, opened: 500_000)]
    recording.exchanges = exchanges
    return recording
  }

  /// The fact for credentials that were sent to a server that had not asked for them.
  private static func unasked(
    _ exchanges: [Recording.Exchange], tls: TLSSettings? = nil
  ) -> Mitigation? {
    Mitigation(
      check(Mitigation.clearOnlyWhereOffered, "R133", exchange: 0),
      in: recording(exchanges, tls: tls))
  }

  @Test("The checks that can have a fact are checks of every case")
  func checks() {
    let kinds = CheckDescriptor.ofInvariants.map(\.kind)
    #expect(kinds.contains(Mitigation.clearOnlyWhereOffered))
    #expect(kinds.contains(Mitigation.secretsStay))
  }

  @Test(
    "Only an empty password is empty",
    arguments: [
      ("Basic Ym9iOg==", true), ("basic  Og==", true), ("Basic Ym9iOmtub2NrLWtub2Nr", false),
      // A password may end in a colon, and a text without a colon has no password.
      ("Basic YTpiOg==", false), ("Basic Ym9i", false), ("Basic ???", false),
      ("Bearer Og==", false),
    ])
  func emptyPassword(_ credentials: String, _ isEmpty: Bool) {
    let fact = MitigationTests.unasked([Sample.exchange(Octets(credentials), status: 401)])
    #expect(fact == (isEmpty ? .emptyPassword : nil))
  }

  @Test("A later password that nobody asked for counts, and one that was asked for does not")
  func later() {
    let first = Sample.exchange(MitigationTests.withoutPassword, status: 200)
    let second = Sample.exchange(MitigationTests.withPassword, status: 200)
    #expect(MitigationTests.unasked([first, second]) == nil)
    let refused = Sample.exchange(
      MitigationTests.withoutPassword, status: 401, challenge: #"Basic realm="vault""#)
    #expect(MitigationTests.unasked([refused, second]) == .emptyPassword)
  }

  @Test("Credentials over TLS are not in clear")
  func overTLS() {
    let sent = [Sample.exchange(MitigationTests.withPassword, status: 200)]
    #expect(MitigationTests.unasked(sent, tls: .usual) == .overTLS)
    #expect(MitigationTests.unasked(sent) == nil)
  }

  /// A request to a proxy, the same forwarded to the origin server, and the next one to the proxy.
  private static func forwarded(_ next: Octets) -> [Recording.Exchange] {
    let first = Sample.exchange(withPassword, status: 302)
    var copy = first
    copy.server = 1
    copy.forwardedFrom = 0
    return [first, copy, Sample.exchange(next, status: 502)]
  }

  private static func atProxy(
    _ exchanges: [Recording.Exchange], requirement: String = "R031", kind: ServerKind = .proxy
  ) -> Mitigation? {
    Mitigation(
      check(Mitigation.secretsStay, requirement, exchange: exchanges.count > 2 ? 2 : 0),
      in: recording(exchanges, kind: kind))
  }

  @Test("A proxy that had forwarded the same credentials learns nothing")
  func forwardedBefore() {
    let exchanges = MitigationTests.forwarded(MitigationTests.withPassword)
    #expect(MitigationTests.atProxy(exchanges) == .forwardedBefore)
    #expect(MitigationTests.atProxy([exchanges[0]]) == nil)
    #expect(MitigationTests.atProxy(MitigationTests.forwarded("Basic YTpi")) == nil)
    #expect(MitigationTests.atProxy(exchanges, requirement: "R033") == nil)
    #expect(MitigationTests.atProxy(exchanges, kind: .origin) == nil)
    // A later request may show more than the one that the check reports.
    var elsewhere = exchanges[2]
    elsewhere.server = 1
    #expect(MitigationTests.atProxy(exchanges + [elsewhere]) == nil)
  }

  @Test("Other checks, and checks that hold or name no exchange, have no fact")
  func others() {
    let recording = MitigationTests.recording([
      Sample.exchange(MitigationTests.withoutPassword, status: 401)
    ])
    let clear = Mitigation.clearOnlyWhereOffered
    for check in [
      MitigationTests.check(.exchanges, "R133", exchange: 0),
      MitigationTests.check(clear, "R133", exchange: 0, .pass),
      MitigationTests.check(clear, "R133", exchange: nil),
      MitigationTests.check(clear, "R133", exchange: 7),
    ] {
      #expect(Mitigation(check, in: recording) == nil)
    }
  }

  @Test("The fact is kept with the check, and read back")
  func kept() throws {
    let check = MitigationTests.check(Mitigation.clearOnlyWhereOffered, "R133", exchange: 0)
    let play = Sample.play([Sample.exchange(MitigationTests.withoutPassword, status: 401)])
    let recorder = ClientResultsCollector(ClientResultsTests.noBasis)
    Sample.feed(
      recorder,
      [
        CaseResult(
          index: 0, played: Sample.played("digest/fail"), verdict: .fail, checks: [check],
          play: play)
      ])
    let outcome = ClientResultsTests.outcome("digest/fail", in: try #require(recorder.whole))
    var finding = try #require(outcome?.findings.first)
    #expect(finding.mitigation == .emptyPassword)
    #expect(finding.cause == "leak.R133")
    let form = ClientResults.CheckFinding.form
    let json = form.write(finding)
    #expect(json["mitigation"] == .string("empty-password"))
    #expect(try form.read(json, "finding") == finding)
    finding.mitigation = nil
    #expect(form.write(finding)["mitigation"] == nil)
  }
}
