// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Selects cases: each list that is not empty must have something in common with the case.
package struct CaseFilter: Hashable, Sendable {
  /// Levels.
  package var levels: [Level] = []
  /// Tags.
  package var tags: [String] = []
  /// Specifications: `RFC 7616`, or a section of it with all that is in it: `RFC 7616 3.4`.
  package var specifications: [String] = []
  /// Ids of requirements.
  package var requirements: [String] = []

  package init() {}

  /// `true` if it matches all cases.
  package var isEmpty: Bool { self == CaseFilter() }

  /// `true` if cases of the scenario are to be played; `sources` returns the section of a
  /// requirement.
  package func matches(_ scenario: Scenario, sources: (_ requirement: String) -> String?) -> Bool {
    if !levels.isEmpty, !levels.contains(scenario.level) { return false }
    if !tags.isEmpty, !tags.contains(where: scenario.tags.contains) { return false }
    if !requirements.isEmpty, !requirements.contains(where: scenario.requirements.contains) {
      return false
    }
    if !specifications.isEmpty {
      let all = scenario.spec + scenario.requirements.compactMap(sources)
      return specifications.contains { wanted in
        all.contains { CaseFilter.covers(wanted, $0) }
      }
    }
    return true
  }

  /// `RFC 7616 3.4` covers `RFC 7616 3.4.2` and not `RFC 7616 3.45`; `RFC` and letters' case do not
  /// matter.
  package static func covers(_ wanted: String, _ section: String) -> Bool {
    let left = words(wanted)
    let right = words(section)
    guard let last = left.last, right.count >= left.count else { return left.isEmpty }
    let index = left.count - 1
    return left.dropLast().elementsEqual(right.prefix(index))
      && (right[index] == last || right[index].hasPrefix(last + "."))
  }

  private static func words(_ text: String) -> [String] {
    var text = text.lowercased()
    if text.hasPrefix("rfc") { text.removeFirst(3) }
    return text.split { $0 == " " || $0 == "§" }.map(String.init)
  }
}
