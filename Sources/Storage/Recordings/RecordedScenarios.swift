// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import ScenarioFiles
import Scenarios

/// The scenarios of recordings, each of which is loaded only once.
package struct RecordedScenarios {
  /// A scenario in a recording.
  struct Source: Hashable {
    var text: Octets
    var id: String
    /// The path of its file in the recorded run.
    var file: String
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
}
