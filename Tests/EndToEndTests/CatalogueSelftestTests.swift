// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReferenceClient
import Scenarios
import TestThreads
import Testing

/// A correct client passes all scenarios, and every fault is noticed. `make selftest` also shows
/// that every check notices a fault; this takes many more plays.
///
/// The fixture lists the cases to play first. `authspec-maintain selftest --witnesses` writes it.
@Suite("The self-test of the catalogue", .onOwnThreads)
struct CatalogueSelftestTests {
  /// Faults that only cases with a KDC notice: the machine may have none.
  private static let ofKDC: Set<Fault.Name> = [
    .negotiateAsksNoKDC, .negotiateDelegates, .negotiateDelegationForgotten,
  ]

  @Test("The reference client fails nothing")
  func reference() throws {
    let run = try CatalogueRun.reference.get()
    #expect(run.ids == (try CatalogueFixture.cases().map(\.id)))
    for id in run.ids {
      let result = try #require(run.results[id])
      // Without a KDC, or if it does not start in time, its cases are skipped.
      let isSkipped =
        result.verdict == "skipped" && result.reason.hasPrefix("Kerberos is not available")
      let isGood = ["pass", "note"].contains(result.verdict) || isSkipped
      #expect(isGood, "\(id): \(result.verdict): \(result.reason)")
    }
  }

  @Test("No case fails without a fault, and every fault is killed")
  func everything() throws {
    let faults = Fault.Name.allCases.filter { !Self.ofKDC.contains($0) }
    #expect(faults.count >= 150)
    let place = try Workplace()
    let file = "Tests/ReferenceClientTests/Fixtures/witnesses.txt"
    // Named, the faults need only be killed; no check is played on until a fault trips it.
    let run = try ProgramRun(
      ["selftest", "--quick", "--first", file, "--json", "\(place.path)/selftest.json"]
        + faults.flatMap { ["--fault", $0.rawValue] }, in: CatalogueFixture.root.path)
    #expect(run.status == 0, "\(run.output.suffix(2_000))\(run.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(place.text("selftest.json").utf8))
        as? [String: Any])
    let reference = try #require(report["reference"] as? [String: Any])
    #expect((reference["cases"] as? Int ?? 0) > 1500)
    #expect(reference["failed"] as? Int == 0, "\(reference["failures"] ?? "")")
    #expect(report["faults"] as? Int == faults.count)
    #expect(report["survivors"] as? [String] == [])
    #expect(report["elsewhere"] as? [String] == [])
    let outcomes = try #require(report["outcomes"] as? [[String: Any]])
    #expect(outcomes.count == faults.count)
    for outcome in outcomes {
      #expect(outcome["unjudged"] == nil, "\(outcome["fault"] ?? ""): \(outcome["unjudged"] ?? "")")
    }
  }
}
