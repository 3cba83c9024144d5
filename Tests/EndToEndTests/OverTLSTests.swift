// SPDX-License-Identifier: Apache-2.0

import Clients
@testable import Platform
@testable import Playing
import ReferenceClient
import Scenarios
import Testing
@testable import Transcripts

/// The catalogue over TLS, as `authspec run --tls` plays it.
@Suite struct OverTLSTests {
  /// Cases in which libcurl does something else over TLS than in clear.
  private static let different: [String: String] = [
    "connect/origin-asks-inside-the-tunnel":
      "it counts a request that it does not send, when it makes a tunnel anew"
  ]

  private func verdicts(
    _ plans: [CasePlan], _ makeClient: (EventLoop) -> any ClientUnderTest
  ) -> [String: Verdict] {
    let loop = EventLoop()
    let player = CasePlayer(loop: loop, client: makeClient(loop), timeout: 2_000)
    defer { player.stop() }
    var verdicts: [String: Verdict] = [:]
    for plan in plans where plan.problems.isEmpty && plan.skipReason == nil {
      verdicts[plan.played.id] = player.play(plan).judged().verdict
    }
    return verdicts
  }

  /// Every fourth case; all of them take half a minute. `different` has the reasons for scenarios
  /// that come to other verdicts.
  private func compare(
    _ reach: TLSReach, atLeast count: Int, different: [String: String] = [:],
    _ makeClient: (EventLoop) -> any ClientUnderTest
  ) throws {
    let abilities = makeClient(EventLoop()).identity.abilities
    let cases = try CatalogueFixture.cases().enumerated().filter { $0.offset % 4 == 0 }
      .map(\.element).filter { $0.needs.allSatisfy(abilities.contains) }
    let secured = cases.filter { (try? $0.overTLS(reach)) != nil }
    #expect(secured.count > count)
    let clear = verdicts(secured.planned(), makeClient)
    let overTLS = verdicts(secured.planned(over: reach), makeClient)
    for (id, verdict) in clear where overTLS[id] != verdict {
      if different[String(id.prefix { $0 != "[" })] != nil { continue }
      Issue.record(
        "\(id): \(verdict) in clear, \(overTLS[id].map(\.rawValue) ?? "nothing") over TLS")
    }
  }

  @Test func libcurlComesToTheSameVerdicts() throws {
    try compare(.origins, atLeast: 500, different: Self.different) { LibcurlClient(loop: $0) }
  }

  @Test func theReferenceClientComesToTheSameVerdicts() throws {
    try compare(.origins, atLeast: 600) { ReferenceClient(loop: $0) }
  }

  @Test func proxiesOverTLSMakeNoDifferenceToLibcurl() throws {
    try compare(.all, atLeast: 800, different: Self.different) { LibcurlClient(loop: $0) }
  }

  @Test func proxiesOverTLSMakeNoDifferenceToTheReferenceClient() throws {
    try compare(.all, atLeast: 900) { ReferenceClient(loop: $0) }
  }

  /// What TLS makes another case is skipped, with a reason, and that is not most of the catalogue.
  @Test func fewCasesAreSkipped() throws {
    let cases = try CatalogueFixture.cases()
    var skipped: [TLSObstacle: Int] = [:]
    for played in cases {
      do throws(TLSObstacle) {
        let secured = try played.overTLS()
        #expect(secured.needs.contains("tls"))
        #expect(secured.servers.allSatisfy { ($0.kind == .origin) == ($0.tls != nil) })
      } catch {
        skipped[error, default: 0] += 1
      }
    }
    #expect(skipped[.forwardingProxy, default: 0] <= 1_550)
    #expect(skipped[.writtenURLs, default: 0] <= 450)
    #expect(skipped[.secureCookie, default: 0] <= 20)
    #expect(Set(skipped.keys) == Set(TLSObstacle.allCases))
  }
}
