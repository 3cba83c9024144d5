public import Conformance
internal import ScenarioLanguage

extension Catalogue {
  /// The requirements as reports quote them. Invariants have some, whatever scenarios are played: where there are none
  /// beside those, it is the usual ones that are quoted.
  public var requirementTexts: [String: RequirementText] {
    requirements.isEmpty ? Catalogue.usualRequirementTexts() : Catalogue.texts(requirements)
  }

  /// The usual requirements as reports quote them.
  public static func usualRequirementTexts() -> [String: RequirementText] {
    texts(usualRequirements())
  }

  private static func texts(_ requirements: [String: Requirement]) -> [String: RequirementText] {
    requirements.mapValues {
      RequirementText(id: $0.id, level: $0.level, source: $0.source, sentence: $0.text)
    }
  }
}
