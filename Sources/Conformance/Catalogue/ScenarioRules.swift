internal import ScenarioLanguage

/// What a scenario may say of itself, in view of the requirements.
enum ScenarioRules {
  /// A mistake, and what to do about it.
  struct Mistake: Hashable {
    var message: String
    var hint: String?
  }

  /// What is wrong with what a scenario says of itself.
  static func mistakes(of scenario: Scenario, requirements: [String: Requirement]) -> [Mistake] {
    var mistakes: [Mistake] = []
    for id in scenario.requirements {
      guard let requirement = requirements[id] else {
        let nearest = NearestName.to(id, among: requirements.keys.sorted(), limit: 1).first
        mistakes.append(
          Mistake(
            message: "the requirement \(id) is not in requirements.yaml",
            hint: nearest.map { "did you mean \($0)?" }))
        continue
      }
      if !requirement.needs.isEmpty {
        let needs = requirement.needs.joined(separator: ", ")
        mistakes.append(
          Mistake(
            message: "the requirement \(id) is marked as one for later, as it needs \(needs)",
            hint: "where that can be played now, take needs: away from it in requirements.yaml"))
      }
    }
    if mistakes.isEmpty, let mistake = ungrounded(scenario, requirements) {
      mistakes.append(mistake)
    }
    return mistakes
  }

  /// Whoever says must or should has to name who says so: what is robust is no violation of a specification.
  private static func ungrounded(
    _ scenario: Scenario, _ requirements: [String: Requirement]
  ) -> Mistake? {
    let enough: Set<Level>
    switch scenario.level {
    case .must: enough = [.must]
    case .should: enough = [.must, .should]
    case .may, .robust, .note: return nil
    }
    let levels = scenario.requirements.compactMap { requirements[$0]?.level }
    guard scenario.spec.isEmpty, !levels.isEmpty, enough.isDisjoint(with: levels) else {
      return nil
    }
    return Mistake(
      message: "level \(scenario.level.rawValue) is more than any of its requirements asks",
      hint: "name a requirement or, in spec:, the section that says so; else it is robust")
  }
}
