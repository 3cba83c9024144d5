// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Playing
import ReferenceClient
import Foundation
import Testing

/// A correct client passes all scenarios, and every fault is noticed. `make selftest` also shows
/// that every check notices a fault; this takes many more plays, with the release build.
///
/// The fixture lists the cases to play first. `authspec selftest --witnesses` writes it.
@Suite("The self-test of the catalogue")
struct CatalogueSelftestTests {
  private static let witnesses: [Witness] = {
    let file = Repository.root.appending(path: "Tests/ReferenceClientTests/Fixtures/witnesses.txt")
    return (try? String(contentsOf: file, encoding: .utf8)).map(Witness.list) ?? []
  }()

  @Test("No case fails without a fault, and every fault is killed")
  func everything() throws {
    var options = SelftestOptions()
    options.jobs = 2
    options.isQuick = true
    options.hasAllFaults = false
    // On a busy machine a debug build takes long to repeat a request as often as is too often.
    options.timeout = 2000
    options.witnesses = Self.witnesses
    // The library finds a KDC through the environment, which a test cannot change.
    let plans = try Playing.catalogue.get().cases.planned().filter { !$0.usesKDC }
    let ofKDC: Set = ["negotiateAsksNoKDC", "negotiateDelegates", "negotiateDelegationForgotten"]
    let selftest = Selftest(
      plans: plans, faults: Fault.planted.filter { !ofKDC.contains($0.name) }, options: options,
      clients: SelftestTests.clients())
    let result = selftest.perform(interruption: Interruption())
    #expect(result.cases > 1500)
    #expect(result.faults >= 150)
    #expect(result.referenceFailures == [])
    #expect(result.survivors.map(\.fault.name) == [])
    #expect(result.elsewhere.map(\.fault.name) == [])
    #expect(result.outcomes.flatMap(\.unjudged) == [])
    #expect(result.status == .good)
  }
}

extension Fault {
  /// All faults in the form that a self-test takes.
  static var planted: [PlantedFault] {
    allCases.map {
      PlantedFault(
        name: $0.name.rawValue, sentence: $0.sentence, requirement: $0.requirement,
        hangs: $0.hangs)
    }
  }
}
