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

  private func compare(
    _ reach: TLSReach, atLeast count: Int, different: [String: String] = [:],
    _ makeClient: @escaping (EventLoop) -> any ClientUnderTest
  ) throws {
    let comparison = VerdictComparison(makeClient: makeClient)
    // Without a proxy it is the same play whether or not proxies have TLS.
    let secured = try comparison.cases().filter { played in
      (try? played.overTLS(reach)) != nil
        && (reach == .origins || played.servers.contains { $0.kind == .proxy })
    }
    #expect(secured.count > count)
    comparison.compare(
      secured.planned(), "in clear", with: secured.planned(over: reach), "over TLS",
      different: different)
  }

  @Test func libcurlComesToTheSameVerdicts() throws {
    try compare(.origins, atLeast: 500, different: Self.different) { LibcurlClient(loop: $0) }
  }

  @Test func theReferenceClientComesToTheSameVerdicts() throws {
    try compare(.origins, atLeast: 600) { ReferenceClient(loop: $0) }
  }

  @Test func proxiesOverTLSMakeNoDifferenceToLibcurl() throws {
    try compare(.all, atLeast: 300, different: Self.different) { LibcurlClient(loop: $0) }
  }

  @Test func proxiesOverTLSMakeNoDifferenceToTheReferenceClient() throws {
    try compare(.all, atLeast: 300) { ReferenceClient(loop: $0) }
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
