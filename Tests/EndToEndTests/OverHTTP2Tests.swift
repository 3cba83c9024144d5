// SPDX-License-Identifier: Apache-2.0

@testable import Platform
@testable import Playing
import Scenarios
import TestThreads
import Testing
@testable import Transcripts

/// The catalogue over HTTP/2, as `authspec run --http 2` plays it: every third case.
@Suite(.onOwnThreads) struct OverHTTP2Tests {
  /// Scenarios in which libcurl does something else over HTTP/2 than over HTTP/1.1, and why.
  private static let different: [String: String] = [
    "bearer/token-that-is-no-token-is-refused": "nghttp2 refuses the control characters",
    "bearer/token-with-line-break-adds-no-field": "nghttp2 refuses the line break",
    "body/early-challenge-is-answered-with-the-whole-body":
      "libcurl reads no window once the response is complete",
    "body/expected-continue-is-honoured-on-both-tries": "libcurl sends no Expect in HTTP/2",
    "body/see-other-drops-the-fields-of-the-body": "libcurl sends no Expect in HTTP/2",
    "challenge/long-fields-are-survived": "libcurl waits for octets that its TLS has read",
    "tls/closure-alert-ends-a-connection": noClosure,
    "tls/login-goes-on-in-a-resumed-session": noClosure,
    "tls/login-of-a-session-ends-with-the-callers-login": noClosure,
    "tls/server-that-resumes-no-session-is-verified": noClosure,
    "tls/session-does-not-outlive-its-pin": noClosure,
    "tls/session-does-not-outlive-its-trust-anchor": noClosure,
    "tls/session-is-resumed-under-its-own-name-only": noClosure,
    "tls/session-of-another-address-is-not-resumed": noClosure,
    "tls/session-of-another-host-is-not-resumed": noClosure,
    "tls/session-of-another-user-is-not-resumed": noClosure,
  ]
  private static let noClosure =
    "libcurl sends no close_notify after HTTP/2, and OpenSSL then resumes no session"

  /// Compares HTTP/1.1 and HTTP/2, both over TLS where HTTP/2 is agreed on there.
  private func compare(
    _ client: String, _ way: String, moreThan count: Int, inClear: CatalogueRun,
    overTLS: CatalogueRun? = nil, different: [String: String] = [:]
  ) throws {
    let over2 = try CatalogueRun(
      ["--client", client, "--http", way], ids: try CatalogueRun.everyThird())
    func isOverTLS(_ id: String) -> Bool {
      overTLS.flatMap { $0.results[id] }.map { $0.verdict != "skipped" } ?? false
    }
    let played = over2.results.count { $0.value.verdict != "skipped" }
    #expect(played > count)
    if let overTLS {
      try VerdictComparison.expectSame(
        overTLS, with: over2, moreThan: count / 2, different: different, where: isOverTLS)
    }
    // A case that TLS would change has TLS itself, or none.
    try VerdictComparison.expectSame(
      inClear, with: over2, moreThan: -1, different: different
    ) { !isOverTLS($0) }
  }

  @Test func libcurlComesToTheSameVerdicts() throws {
    try compare(
      "libcurl", "2", moreThan: 400, inClear: CatalogueRun.libcurl.get(),
      overTLS: CatalogueRun.libcurlOverTLS.get(), different: Self.different)
  }

  @Test func theReferenceClientComesToTheSameVerdicts() throws {
    try compare(
      "reference", "2", moreThan: 450, inClear: CatalogueRun.reference.get(),
      overTLS: CatalogueRun.referenceOverTLS.get())
  }

  @Test func priorKnowledgeMakesNoDifferenceToTheReferenceClient() throws {
    try compare(
      "reference", "2-prior-knowledge", moreThan: 450, inClear: CatalogueRun.reference.get())
  }

  /// What HTTP/2 makes another case is skipped, with a reason, and the numbers are known.
  @Test func fewCasesAreSkipped() throws {
    var skipped: [String: Int] = [:]
    for plan in try CatalogueFixture.cases().planned(http2: .afterALPN) {
      if let reason = plan.skipReason {
        skipped[reason, default: 0] += 1
      } else {
        let speaksHTTP2 = plan.servers.contains { $0.speaksHTTP2 }
        #expect(speaksHTTP2)
        #expect(plan.problems.isEmpty, "\(plan.played.id): \(plan.problems)")
      }
    }
    let most: [HTTP2Obstacle: Int] = [
      .speaksHTTP2: 150, .notOverTLS: 300, .version: 60, .forwardingProxy: 1_500, .protocols: 10,
      .connectionLogin: 250, .reply: 320, .silentClose: 60, .connectionField: 40,
      .malformedField: 10, .webSocket: 120,
    ]
    for obstacle in HTTP2Obstacle.allCases {
      let count = skipped[obstacle.sentence, default: 0]
      #expect(count > 0 && count <= most[obstacle, default: 0], "\(obstacle): \(count)")
    }
    #expect(skipped.count == HTTP2Obstacle.allCases.count)
  }
}
