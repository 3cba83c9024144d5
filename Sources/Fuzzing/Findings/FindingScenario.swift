// SPDX-License-Identifier: Apache-2.0

import Playing
import ScenarioFiles
import Scenarios
import Transcripts

/// The evidence that is kept with a finding.
package struct FindingEvidence: Sendable {
  /// A scenario that shows it: the text of a YAML file.
  package var scenario: String
  /// The judged play of that scenario.
  package var result: CaseResult
}

/// A finding's smallest input as a scenario file.
struct FindingScenario {
  let text: String
  private let id: String

  /// The scenario of a finding; `cases` are those of the client.
  init(_ finding: FuzzFinding, _ cases: InputCase) {
    id = finding.id
    let isSlow = finding.failure.signature.oracle == .slow
    let input = isSlow ? SlowOracle.lengthened(finding.input) : finding.input
    var played = cases.plan(input).plan.played
    if isSlow { played.client.timeout = SlowOracle.timeoutOfScenario }
    text = ScenarioText(played, notes: "Found by authspec fuzz. \(finding.sentence)").text
  }

  /// The case in the file; `nil` if it cannot be loaded, which is a defect of the harness.
  var loaded: Case? {
    ScenarioLoader.load(text: Array(text.utf8), id: "findings/\(id)", file: "scenario.yaml").cases
      .first
  }
}
