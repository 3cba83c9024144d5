// SPDX-License-Identifier: Apache-2.0

@testable import Reporting
import Scenarios
import Testing
import Transcripts

@Suite("Abilities that would bring most cases")
struct MissingAbilitiesTests {
  private func skipped(_ needs: [String]) -> CaseResult {
    var result = Sample.result(0, "a/b", .skipped, play: nil, reason: "not claimed")
    result.played.needs = needs
    return result
  }

  private func best(_ needs: [[String]], _ abilities: Set<String> = ["digest"]) -> [String] {
    var missing = MissingAbilities(abilities: abilities)
    for needs in needs { missing.count(skipped(needs)) }
    return missing.best(3).map { "\($0.ability) \($0.cases)" }
  }

  @Test("The one that alone brings most comes first, then what it brings with others")
  func order() {
    var needs = Array(repeating: ["bearer"], count: 3)
    needs += Array(repeating: ["digest", "cookies"], count: 4)
    needs += Array(repeating: ["bearer", "cookies"], count: 5)
    needs += [["ntlm"], ["netrc"], ["scram", "dpop"]]
    #expect(best(needs) == ["cookies 4", "bearer 8", "netrc 1"])
  }

  @Test("Only cases that lack something count, and only skipped ones")
  func nothing() {
    #expect(best([["digest"], []]) == [])
    var missing = MissingAbilities()
    var passed = Sample.result(0, "a/b", .pass)
    passed.played.needs = ["bearer"]
    missing.count(passed)
    #expect(missing.best(3).isEmpty)
  }
}
