internal import ScenarioLanguage

/// What a scenario may say of itself, in view of what it refers to. Of a kind that is not listed at all, anything may be said.
struct ScenarioRules {
  private let requirements: [String: Requirement]
  private let behaviours: [String: Behaviour]
  private let leaks: [String: Leak]

  /// The rules that these lists come to.
  init(requirements: [String: Requirement], behaviours: [Behaviour] = [], leaks: [Leak] = []) {
    self.requirements = requirements
    self.behaviours = Dictionary(
      behaviours.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.leaks = Dictionary(leaks.map { ($0.tag, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A mistake, and what to do about it.
  struct Mistake: Hashable {
    var message: String
    var hint: String?
  }

  /// What is wrong with what a scenario says of itself.
  func mistakes(of scenario: Scenario) -> [Mistake] {
    let levels = mistakes(
      "requirement", scenario.requirements, requirements, ReferenceFiles.requirements
    ) {
      reason($0.needs)
    }
    let peers = mistakes("behaviour", scenario.peers, behaviours, ReferenceFiles.behaviours) {
      reason($0.needs)
    }
    let tags = mistakes("leak", scenario.tags.filter(Leak.isTag), leaks, ReferenceFiles.leaks) {
      $0.unshown.map { ($0, "unshown:") }
    }
    let ungrounded = levels.isEmpty ? ungrounded(scenario) : nil
    return levels + peers + tags + (ungrounded.map { [$0] } ?? [])
  }

  private func reason(_ needs: [String]) -> (why: String, key: String)? {
    needs.isEmpty ? nil : ("it needs \(needs.joined(separator: ", "))", "needs:")
  }

  /// Ids that are not listed, and those that are listed as ones that no scenario can show; `unshown` tells why, and the key that says so.
  private func mistakes<Entry>(
    _ what: String, _ ids: [String], _ known: [String: Entry], _ file: String,
    unshown: (Entry) -> (why: String, key: String)?
  ) -> [Mistake] {
    guard !known.isEmpty else { return [] }
    return ids.compactMap { id in
      guard let entry = known[id] else {
        let nearest = NearestName.to(id, among: known.keys.sorted(), limit: 1).first
        return Mistake(
          message: "the \(what) \(id) is not in \(file)",
          hint: nearest.map { "did you mean \($0)?" })
      }
      return unshown(entry).map {
        Mistake(
          message: "the \(what) \(id) is marked as one for later: \($0.why)",
          hint: "where a scenario can show it now, take \($0.key) away from it in \(file)")
      }
    }
  }

  /// Whoever says must or should has to name who says so: what is robust is no violation of a specification.
  private func ungrounded(_ scenario: Scenario) -> Mistake? {
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
