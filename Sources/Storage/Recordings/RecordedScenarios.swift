// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Reporting
import ScenarioFiles
import Scenarios

/// The scenarios of recordings, each of which is loaded only once.
package struct RecordedScenarios {
  /// A scenario in a recording.
  struct Source: Hashable, JSONConvertible, JSONFormed {
    var id = ""
    /// The path of its file in the recorded run.
    var file = ""
    var text: Octets = ""

    static let form = JSONForm(
      Source(), .must("id", \.id), .must("file", \.file), .must("text", \.text))
  }

  private var loaded: [Source: [String: Case]] = [:]

  package init() {}

  /// The case with this id; `nil` if the scenario has none.
  mutating func played(_ id: String, of source: Source) -> Case? {
    if let cases = loaded[source] { return cases[id] }
    let all = ScenarioLoader.load(text: source.text.array, id: source.id, file: source.file).cases
    let cases = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    loaded[source] = cases
    return cases[id]
  }

  /// The case with this id, of the only scenario that is kept.
  mutating func played(_ id: String, ofLast source: Source) -> Case? {
    if loaded[source] == nil { loaded = [:] }
    return played(id, of: source)
  }
}

extension RecordedScenarios.Source {
  /// The scenario with the content of its file.
  init(_ scenario: Scenario, text: [UInt8]) {
    self.init(id: scenario.id, file: scenario.file, text: Octets(text))
  }
}
