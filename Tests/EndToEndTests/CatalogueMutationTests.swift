import Foundation
import ScenarioLanguage
import Testing

@testable import Conformance

/// A check that nothing can trip is a defect of the suite.
@Suite struct CatalogueMutationTests {
  /// Every check that passes is broken by something that a client could have done otherwise.
  ///
  /// Of a scenario's cases the first is taken, as they differ in values only; all with AUTHSPEC_TEST_LONG set.
  @Test func everyCheckCanBeTripped() throws {
    let isLong = ProcessInfo.processInfo.environment["AUTHSPEC_TEST_LONG"] != nil
    var seen: Set<String> = []
    let cases = try CatalogueFixture.cases().filter {
      seen.insert($0.scenario.id).inserted || isLong
    }
    var untripped: [String: [String]] = [:]
    var checks = 0
    CatalogueFixture.play(cases) { plan, play in
      let result = CaseJudge.judge(plan, play)
      var passing = Set(result.checks.filter { $0.verdict == .pass }.map(\.descriptor.id))
      checks += passing.count
      CatalogueMutation(plan: plan, play: play).forEach { mutated in
        guard !passing.isEmpty else { return }
        // A check that is no longer made is not one that was broken.
        for check in CaseJudge.judge(plan, mutated()).checks where check.verdict != .pass {
          passing.remove(check.descriptor.id)
        }
      }
      for id in passing { untripped[id, default: []].append(plan.played.id) }
    }
    #expect(checks > 0)
    for (id, cases) in untripped.sorted(by: { $0.key < $1.key }) {
      Issue.record("nothing trips \(id) in \(cases.joined(separator: " "))")
    }
  }
}
