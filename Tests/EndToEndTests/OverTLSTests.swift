// SPDX-License-Identifier: Apache-2.0

@testable import Platform
@testable import Playing
import Scenarios
import TestThreads
import Testing
@testable import Transcripts

/// The catalogue over TLS, as `authspec run --tls` plays it: every third case.
@Suite(.onOwnThreads) struct OverTLSTests {
  /// Cases in which libcurl does something else over TLS than in clear.
  private static let different: [String: String] = [
    "connect/origin-asks-inside-the-tunnel":
      "it counts a request that it does not send, when it makes a tunnel anew"
  ]

  @Test func libcurlComesToTheSameVerdicts() throws {
    try VerdictComparison.expectSame(
      CatalogueRun.libcurl.get(), with: CatalogueRun.libcurlOverTLS.get(), moreThan: 500,
      different: Self.different)
  }

  @Test func theReferenceClientComesToTheSameVerdicts() throws {
    try VerdictComparison.expectSame(
      CatalogueRun.reference.get(), with: CatalogueRun.referenceOverTLS.get(), moreThan: 600)
  }

  @Test func proxiesOverTLSMakeNoDifferenceToLibcurl() throws {
    try VerdictComparison.expectSame(
      CatalogueRun.libcurl.get(),
      with: CatalogueRun(["--client", "libcurl", "--tls=all"], ids: Self.withProxies()),
      moreThan: 300, different: Self.different)
  }

  @Test func proxiesOverTLSMakeNoDifferenceToTheReferenceClient() throws {
    try VerdictComparison.expectSame(
      CatalogueRun.reference.get(),
      with: CatalogueRun(["--client", "reference", "--tls=all"], ids: Self.withProxies()),
      moreThan: 300)
  }

  /// Those of every third case that have a proxy. Without one it is the same play whether or not
  /// proxies have TLS.
  private static func withProxies() throws -> [String] {
    let ids = Set(try CatalogueRun.everyThird())
    return try CatalogueFixture.cases().filter { played in
      ids.contains(played.id) && played.servers.contains { $0.kind == .proxy }
    }.map(\.id)
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
