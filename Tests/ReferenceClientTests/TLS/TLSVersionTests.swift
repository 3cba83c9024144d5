// SPDX-License-Identifier: Apache-2.0

import ReferenceClient
import ScenarioFiles
import Scenarios
import TestThreads
import Testing
import Transcripts

/// A client of one version of TLS alone, and servers of the other one.
@Suite("Versions of TLS", .onOwnThreads) struct TLSVersionTests {
  /// The result of a case with an https server of one version, and a server without TLS that must
  /// get no request.
  private static func result(
    server version: String, both: Bool = false, _ variants: Set<Variant.Name>
  ) throws -> CaseResult {
    let requests = both ? "[{ server: origin }, { server: other }]" : "{ server: origin }"
    let text = """
      title: A server of one version
      level: must
      servers:
        origin: { tls: { version: "\(version)" } }
        other: {}
      steps:
        - \(both ? "requests" : "request"): \(requests)
          expect:
            origin: [{ replied: 200 }]
            \(both ? "never: [{ server: other }]" : "")
        - request: { server: origin }
          expect:
            handshakes: { origin: [{ outcome: used, repeat: 0..9 }] }
            client: { status: 200 }
      """
    let loaded = ScenarioLoader.load(text: Array(text.utf8), id: "tls/version", file: "v.yaml")
    #expect(loaded.diagnostics.map(\.description) == [])
    return try #require(Playing.results(loaded.cases, variants: variants).first)
  }

  @Test("A case with a server of the client's version passes")
  func sameVersion() throws {
    #expect(try Self.result(server: "1.2", [.tls12Alone]).verdict == .pass)
    #expect(try Self.result(server: "1.3", [.tls13Alone]).verdict == .pass)
  }

  @Test("A case with a server of the other version is inconclusive, in each of its checks")
  func otherVersion() throws {
    for result in [
      try Self.result(server: "1.3", [.tls12Alone]), try Self.result(server: "1.2", [.tls13Alone]),
    ] {
      #expect(result.verdict == .inconclusive)
      for check in result.checks where check.descriptor.step != nil {
        #expect(check.verdict == .inconclusive, "\(check.descriptor.id)")
        #expect(check.finding?.observed == "the client does not offer it")
      }
      #expect(Set(result.checks.map(\.descriptor.id)).count == result.checks.count)
    }
  }

  @Test("A request that must not be made counts all the same")
  func prohibition() throws {
    let result = try Self.result(server: "1.3", both: true, [.tls12Alone])
    #expect(result.verdict == .fail)
    #expect(
      result.checks.filter { $0.verdict == .fail }.map(\.descriptor.kind.isProhibition) == [true])
    #expect(Set(result.checks.map(\.descriptor.id)).count == result.checks.count)
  }
}
