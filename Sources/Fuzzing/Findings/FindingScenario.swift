import Scenarios
import Transcripts

/// What there is to hand over with a finding.
package struct FindingEvidence: Sendable {
  /// A scenario that shows it: the text of a YAML file.
  package let scenario: String
  /// A play of that scenario, judged.
  package let result: CaseResult
}

/// A finding's smallest input as a scenario file.
package struct FindingScenario: Sendable {
  /// The text of the file.
  package let text: String
  private let id: String

  /// The scenario of a finding, for a client with these abilities.
  package init(_ finding: FuzzFinding, abilities: Set<String>) {
    id = finding.id
    var played = InputCase(abilities: abilities).make(SlowOracle.stretched(finding))
    if finding.hit.cause == SlowOracle.cause {
      played.client.timeout = SlowOracle.mostMilliseconds
    }
    text = ScenarioText(played, notes: "Found by authspec fuzz. \(finding.sentence)").text
  }

  /// The case that the file says; nil where it could not be loaded, which would be a fault of the harness.
  package var loaded: Case? {
    ScenarioLoader.load(text: Array(text.utf8), id: "findings/\(id)", file: "scenario.yaml").cases
      .first
  }
}
