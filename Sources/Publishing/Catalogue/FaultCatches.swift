// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Trials

/// Which scenarios catch which faults of the reference client, as a self-test found.
///
/// The file has a line for each fault: its name, a colon, the ids of the scenarios in which a check
/// of the fault's requirement broke, and after `|` the ids of those in which only checks of other
/// requirements broke. `#` begins a comment.
package struct FaultCatches: Hashable, Sendable {
  private var byFault: [String: [String]] = [:]
  private var byScenario: [String: Set<String>] = [:]
  private var elsewhere: [String: [String]] = [:]

  /// A table without entries.
  package init() {}

  /// The table of a self-test.
  package init(_ result: TrialResult) {
    for outcome in result.outcomes {
      let fault = outcome.change
      let scenarios = Set(
        outcome.objections.filter { $0.requirements.contains(fault.source) }.map(\.scenario))
      for scenario in scenarios.sorted() { add(fault.name, scenario) }
      let others = Set(outcome.objections.map(\.scenario)).subtracting(scenarios)
      if !others.isEmpty { elsewhere[fault.name] = others.sorted() }
    }
  }

  /// Reads a file's text; ignores lines of any other form.
  package init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard let name = parts.first, parts.count == 2 else { continue }
      let lists = parts[1].split(
        separator: "|", maxSplits: 1, omittingEmptySubsequences: false
      ).map { $0.split(separator: " ").map(String.init) }
      for scenario in lists[0] { add(String(name), scenario) }
      if lists.count == 2, !lists[1].isEmpty { elsewhere[String(name)] = lists[1] }
    }
  }

  /// The entries of these faults.
  func only(of faults: Set<String>) -> FaultCatches {
    var chosen = FaultCatches()
    for fault in faults {
      for scenario in scenarios(catching: fault) { chosen.add(fault, scenario) }
      chosen.elsewhere[fault] = elsewhere[fault]
    }
    return chosen
  }

  private mutating func add(_ fault: String, _ scenario: String) {
    byFault[fault, default: []].append(scenario)
    byScenario[scenario, default: []].insert(fault)
  }

  /// The faults that some scenario notices, sorted.
  package var faults: [String] { Set(byFault.keys).union(elsewhere.keys).sorted() }

  /// The ids of the scenarios that catch a fault.
  package func scenarios(catching fault: String) -> [String] { byFault[fault] ?? [] }

  /// The ids of the scenarios in which only checks of other requirements notice a fault.
  package func scenarios(noticingElsewhere fault: String) -> [String] { elsewhere[fault] ?? [] }

  /// The names of the faults that a scenario catches.
  package func faults(caughtBy scenario: String) -> Set<String> { byScenario[scenario] ?? [] }

  /// The text of a file.
  package var text: String {
    """
    # Which scenarios catch which fault by a check of its requirement | by other checks only; \
    written by authspec-maintain selftest.

    """ + faults.map { "\($0):\(line($0))\n" }.joined()
  }

  private func line(_ fault: String) -> String {
    let others = scenarios(noticingElsewhere: fault)
    return (scenarios(catching: fault) + (others.isEmpty ? [] : ["|"]) + others)
      .map { " " + $0 }.joined()
  }
}
