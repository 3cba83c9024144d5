import Playing
import Scenarios

extension Catalogue {
  /// The requirements as reports quote them. Invariants have some, whatever scenarios are played:
  /// where there are none beside those, it is the usual ones that are quoted.
  package var requirementTexts: [String: RequirementText] {
    (requirements.isEmpty ? Catalogue.usualRequirements() : requirements).texts
  }
}

extension [String: Requirement] {
  /// Requirements as reports quote them.
  package var texts: [String: RequirementText] {
    mapValues {
      RequirementText(
        id: $0.id, level: $0.level, source: $0.source, sentence: $0.text, basis: $0.basis,
        duty: $0.duty, quotation: $0.sentence)
    }
  }
}
