public import Conformance
public import ScenarioLanguage

/// What there is to hand over with a finding.
public struct FindingEvidence: Sendable {
  /// A scenario that shows it: the text of a YAML file.
  public let scenario: String
  /// A play of that scenario, judged.
  public let result: CaseResult
}

/// A finding's smallest input as a scenario file.
public struct FindingScenario: Sendable {
  /// The text of the file.
  public let text: String
  private let id: String

  /// The scenario of a finding, for a client with these abilities.
  public init(_ finding: FuzzFinding, abilities: Set<String>) {
    id = finding.id
    var played = InputCase(abilities: abilities).make(SlowOracle.stretched(finding))
    if finding.hit.cause == SlowOracle.cause {
      played.client.timeout = SlowOracle.mostMilliseconds
    }
    text = ScenarioText(played, notes: "Found by authspec fuzz. \(finding.sentence)").text
  }

  /// The case that the file says; nil where it could not be loaded, which would be a fault of the harness.
  public var loaded: Case? {
    ScenarioLoader.load(text: Array(text.utf8), id: "findings/\(id)", file: "scenario.yaml").cases
      .first
  }
}
