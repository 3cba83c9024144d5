// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios

/// The scenarios of a catalogue by requirement, behaviour and tag.
package struct CatalogueIndex: Sendable {
  /// A scenario, and the number of its cases.
  struct Entry: Sendable {
    let scenario: Scenario
    let cases: Int
  }

  /// In the order of their ids.
  private(set) var entries: [Entry] = []
  private var byRequirement: [String: [String]] = [:]
  private var byBehaviour: [String: [String]] = [:]
  private var byTag: [String: [String]] = [:]

  /// An index of these cases.
  package init(_ cases: [Case]) {
    for group in cases.grouped(by: \.scenario.id) {
      let scenario = group.first.scenario
      entries.append(Entry(scenario: scenario, cases: group.elements.count))
      for id in Set(scenario.requirements) { byRequirement[id, default: []].append(scenario.id) }
      for id in Set(scenario.peers) { byBehaviour[id, default: []].append(scenario.id) }
      for tag in Set(scenario.tags) { byTag[tag, default: []].append(scenario.id) }
    }
  }

  /// How many cases there are.
  var cases: Int { entries.reduce(0) { $0 + $1.cases } }

  /// The ids of the scenarios that show a requirement.
  func scenarios(showing requirement: String) -> [String] { byRequirement[requirement] ?? [] }

  /// The ids of the scenarios that test a behaviour of the peers.
  func scenarios(testing behaviour: String) -> [String] { byBehaviour[behaviour] ?? [] }

  /// The ids of the scenarios with a tag.
  func scenarios(tagged tag: String) -> [String] { byTag[tag] ?? [] }

  /// The scenarios by topic: the part of the id before the first slash.
  var topics: [(name: String, entries: [Entry])] {
    entries.grouped { ClientResults.topic(of: $0.scenario.id) }.map { ($0.key, $0.elements) }
  }
}
