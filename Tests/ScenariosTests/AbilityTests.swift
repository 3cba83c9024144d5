// SPDX-License-Identifier: Apache-2.0

import Testing
@testable import Scenarios

@Suite("Abilities")
struct AbilityTests {
  @Test("Scenarios may need each ability, and no other word")
  func known() {
    #expect(Abilities.known == Set(Set(Ability.allCases)))
  }

  @Test("The words of a client contain those of its abilities")
  func words() {
    #expect(["basic", "their-own"].contains(.basic))
    #expect(!["basic", "their-own"].contains(.digest))
  }
}
