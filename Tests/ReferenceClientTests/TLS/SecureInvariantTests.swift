// SPDX-License-Identifier: Apache-2.0

import Playing
import ReferenceClient
import Scenarios
import Transcripts
import TestThreads
import Testing

/// The invariants of TLS, which a client without faults keeps and one with a fault breaks.
@Suite(.onOwnThreads, .serialized) struct SecureInvariantTests {
  /// The verdicts of an invariant in the cases of a scenario.
  private func verdicts(
    _ invariant: String, _ scenario: String, faults: Set<Fault.Name> = []
  ) throws -> Set<Verdict?> {
    let cases = try Playing.catalogue.get().cases.filter {
      $0.id.hasPrefix("tls/\(scenario)") && $0.id.dropFirst(4 + scenario.count).first == "["
    }
    try #require(!cases.isEmpty)
    let results = Playing.results(cases, faults: faults)
    return Set(
      results.map { result in
        result.checks.first { $0.descriptor.id == "invariant.\(invariant)" }?.verdict
      })
  }

  @Test(arguments: [
    ("broken-handshake-is-an-error", Fault.Name.clearAfterTLSFailure),
    ("https-passes-a-proxy-in-a-tunnel-only", .httpsForwardedByProxy),
    ("expired-certificate-is-refused", .requestSentBeforeVerification),
  ])
  func requestsForHTTPSAreSecured(_ scenario: String, _ fault: Fault.Name) throws {
    #expect(try verdicts("secured", scenario) == [.pass])
    #expect(try verdicts("secured", scenario, faults: [fault]).contains(.fail))
  }

  @Test(arguments: [
    ("client-certificate-does-not-follow-a-redirect", Fault.Name.clientCertificateFollows),
    ("client-certificate-is-for-one-port", .clientCertificateByHostOnly),
    ("replaced-client-certificate-is-not-shown-again", .connectionSharedByIdentities),
    ("replaced-client-certificate-is-not-shown-again", .replacedCertificatesKept),
    (
      "certificate-asked-after-the-handshake-stays-with-its-origin",
      .clientCertificateToEveryServer
    ),
    ("connection-with-a-later-certificate-serves-no-other-user", .connectionSharedByIdentities),
  ])
  func certificatesStayWithTheirServers(_ scenario: String, _ fault: Fault.Name) throws {
    #expect(try verdicts("certificate-stays", scenario) == [.pass])
    #expect(try verdicts("certificate-stays", scenario, faults: [fault]).contains(.fail))
  }

  @Test func aCaseWithoutTLSIsNoSubject() throws {
    let cases = try Playing.catalogue.get().cases.filter { $0.id.hasPrefix("basic/") }
    for result in Playing.results(Array(cases.prefix(20))) {
      #expect(
        !result.checks.contains {
          ["invariant.secured", "invariant.certificate-stays"].contains($0.descriptor.id)
        })
    }
  }
}
