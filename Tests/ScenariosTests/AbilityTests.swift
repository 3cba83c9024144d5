// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
@testable import Scenarios

@Suite("Abilities")
struct AbilityTests {
  @Test("The docs describe each ability that scenarios may need, and no other word")
  func known() throws {
    let text = try String(
      contentsOf: Repository.root.appending(path: "docs/abilities.md"), encoding: .utf8)
    // The other tables have the kinds of errors.
    let table = text.split(separator: "## Abilities")[1].split(separator: "\n## ")[0]
    var words: Set<String> = []
    for line in table.split(separator: "\n") where line.hasPrefix("| `") {
      // The words between back quotes in the first cell.
      let parts = line.split(separator: "|")[0].components(separatedBy: "`")
      for (place, word) in parts.enumerated() where place % 2 == 1 { words.insert(word) }
    }
    #expect(Abilities.known == words)
  }

  @Test("The words of a client contain those of its abilities")
  func words() {
    #expect(["basic", "their-own"].contains(.basic))
    #expect(!["basic", "their-own"].contains(.digest))
  }
}
