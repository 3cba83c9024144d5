public import Conformance
internal import ScenarioLanguage

extension Catalogue {
  /// The requirements as reports quote them.
  public var requirementTexts: [String: RequirementText] {
    requirements.mapValues {
      RequirementText(id: $0.id, level: $0.level, source: $0.source, sentence: $0.text)
    }
  }
}
