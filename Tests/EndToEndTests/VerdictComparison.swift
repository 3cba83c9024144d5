// SPDX-License-Identifier: Apache-2.0

import Testing

/// The verdicts on one client in cases that the program plays in two ways.
enum VerdictComparison {
  /// Compares the verdicts of the cases that both ways play; `different` has the reasons for
  /// scenarios that come to other verdicts. Expects that more than `count` cases are compared.
  static func expectSame(
    _ old: CatalogueRun, with new: CatalogueRun, moreThan count: Int,
    different: [String: String] = [:], where isWanted: (String) -> Bool = { _ in true }
  ) throws {
    let before = try old.steady()
    var compared = 0
    for (id, result) in try new.steady() where result.verdict != "skipped" && isWanted(id) {
      compared += 1
      if different[String(id.prefix { $0 != "[" })] != nil { continue }
      guard let wanted = before[id], wanted.verdict != "skipped" else { continue }
      if wanted.verdict == result.verdict { continue }
      Issue.record("\(id): \(wanted.verdict), then \(result.verdict): \(result.reason)")
    }
    #expect(compared > count)
  }
}
