import Foundation
import ScenarioLanguage
import Testing

@testable import Conformance

/// A check that nothing can trip is a defect of the suite.
@Suite struct CatalogueMutationTests {
  /// Checks of scenarios that nothing can break, with the reason; to be mended there, and taken out here then.
  static let unbreakable: [String: String] = [
    "redirect/userinfo-in-location-lends-no-login 1.never.1":
      "one more request to the origin leaves what is given unmet",
    "connection/drained-connection-serves-the-retry 1.origin.1.connection":
      "the first request of a case is always on a new connection",
  ]

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
    var stillUnbreakable: Set<String> = []
    var checks = 0
    CatalogueFixture.play(cases) { plan, play in
      let result = CaseJudge.judge(plan, play)
      var passing = Set(result.checks.filter { $0.verdict == .pass }.map(\.descriptor.id))
      checks += passing.count
      CatalogueMutation(plan: plan, play: play).forEach { mutated in
        guard !passing.isEmpty else { return }
        // A check that is no longer made, or that comes to nothing, is not one that was broken.
        for check in CaseJudge.judge(plan, mutated()).checks {
          if check.verdict.isBreak { passing.remove(check.descriptor.id) }
        }
      }
      // A detail may be what makes credentials right: then its list is broken with it.
      let mutation = CatalogueMutation(plan: plan, play: play)
      var carriers: Set<String> = []
      mutation.forEachDetail { id, list, mutated in
        if !passing.contains(id), !passing.contains(list) { return }
        let again = CaseJudge.judge(plan, mutated()).checks
        func isBroken(_ id: String) -> Bool {
          again.contains { $0.descriptor.id == id && $0.verdict.isBreak }
        }
        if isBroken(id) { carriers.insert(list) }
        if isBroken(id) || isBroken(list) { passing.remove(id) }
      }
      // A list that repeats what is given is there for its details.
      passing.subtract(carriers)
      for id in passing {
        let name = "\(plan.played.scenario.id) \(id)"
        if Self.unbreakable[name] == nil {
          untripped[id, default: []].append(plan.played.id)
        } else {
          stillUnbreakable.insert(name)
        }
      }
    }
    #expect(checks > 0)
    #expect(stillUnbreakable == Set(Self.unbreakable.keys), "an exception is no longer needed")
    for (id, cases) in untripped.sorted(by: { $0.key < $1.key }) {
      Issue.record("nothing trips \(id) in \(cases.joined(separator: " "))")
    }
  }
}

extension Verdict {
  /// What a check that passed comes to when it is broken, at any level.
  fileprivate var isBreak: Bool {
    switch self {
    case .pass, .inconclusive, .skipped: false
    case .note, .warn, .fail, .timeout, .crash, .error: true
    }
  }
}
