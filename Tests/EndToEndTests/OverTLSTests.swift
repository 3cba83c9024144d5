// SPDX-License-Identifier: Apache-2.0

import Clients
@testable import Platform
@testable import Playing
import Scenarios
import Testing
@testable import Transcripts

/// The catalogue over TLS, as `authspec run --tls` plays it.
@Suite struct OverTLSTests {
  /// Cases in which libcurl does something else over TLS than in clear.
  private static let different: [String: String] = [
    "connect/origin-asks-inside-the-tunnel":
      "it counts a request that it does not send, when it makes a tunnel anew",
    "connection/idle-connection-closed-between-requests":
      "it sends a request on a connection that the server has closed, and counts it",
  ]

  private func verdicts(_ plans: [CasePlan]) -> [String: Verdict] {
    let loop = EventLoop()
    let client = LibcurlClient(loop: loop)
    let player = CasePlayer(loop: loop, client: client, timeout: 2_000)
    defer { player.stop() }
    var verdicts: [String: Verdict] = [:]
    for plan in plans where plan.problems.isEmpty {
      verdicts[plan.played.id] = player.play(plan).judged().verdict
    }
    return verdicts
  }

  /// Every fourth case; all of them take half a minute.
  @Test func libcurlComesToTheSameVerdicts() throws {
    let abilities = LibcurlClient(loop: EventLoop()).identity.abilities
    let cases = try CatalogueFixture.cases().enumerated().filter { $0.offset % 4 == 0 }
      .map(\.element).filter { $0.needs.allSatisfy(abilities.contains) }
    let secured = cases.filter { (try? $0.overTLS()) != nil }
    #expect(secured.count > 500)
    let clear = verdicts(secured.planned())
    let overTLS = verdicts(secured.planned(overTLS: true))
    for (id, verdict) in clear where overTLS[id] != verdict {
      let scenario = String(id.prefix { $0 != "[" })
      if Self.different[scenario] != nil { continue }
      Issue.record(
        "\(id): \(verdict) in clear, \(overTLS[id].map(\.rawValue) ?? "nothing") over TLS")
    }
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
    #expect(skipped[.forwardingProxy, default: 0] <= 1_400)
    #expect(skipped[.writtenURLs, default: 0] <= 450)
    #expect(skipped[.secureCookie, default: 0] <= 20)
    #expect(Set(skipped.keys) == Set(TLSObstacle.allCases))
  }
}
