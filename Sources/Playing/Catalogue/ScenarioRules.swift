// SPDX-License-Identifier: Apache-2.0

import Transcripts
import HTTPAuth
import Judging
import Scenarios

/// Checks a scenario's references to requirements, behaviours and leaks. A kind without a list is
/// not checked.
struct ScenarioRules {
  private let requirements: [String: Requirement]
  private let behaviours: [String: Behaviour]
  private let leaks: [String: Leak]

  init(requirements: [String: Requirement], behaviours: [Behaviour] = [], leaks: [Leak] = []) {
    self.requirements = requirements
    self.behaviours = Dictionary(
      behaviours.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.leaks = Dictionary(leaks.map { ($0.tag, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The checks of a scenario's cases, in the order of the cases; none if no requirement is known.
  func checklists(of scenario: Scenario, _ cases: [Case]) -> [Checklist] {
    requirements.isEmpty ? [] : cases.map { Checklist($0.steps, of: scenario) }
  }

  /// The mistakes in a scenario's references and levels, and in those of its checks.
  func mistakes(of scenario: Scenario, _ checklists: [Checklist] = []) -> [ScenarioMistake] {
    let levels = unknown(
      "requirement", scenario.requirements, "requirements", requirements,
      ReferenceFiles.requirements)
    let peers = unknown(
      "behaviour", scenario.peers, "peers", behaviours, ReferenceFiles.behaviours)
    let tags = scenario.tags.filter(Leak.isTag)
    return levels + peers + unknown("leak", tags, "tags", leaks, ReferenceFiles.leaks)
      + tags.compactMap(unshown) + (levels.isEmpty ? ungrounded(scenario, checklists) : [])
  }

  /// What is known of the requirements that a scenario and its expectations name: first its own, in
  /// their order.
  func rules(of scenario: Scenario, _ checklists: [Checklist]) -> [Scenario.Rule] {
    guard !requirements.isEmpty else { return [] }
    var ids = scenario.requirements
    for claim in checklists.lazy.flatMap(\.claims) where !ids.contains(claim.requirement) {
      ids.append(claim.requirement)
    }
    return ids.compactMap { id in
      requirements[id].map {
        Scenario.Rule(id: id, level: $0.level, text: $0.text, evidence: $0.evidence)
      }
    }
  }

  /// The mistakes of ids below a key that are not listed.
  private func unknown<Entry>(
    _ what: String, _ ids: [String], _ key: String, _ known: [String: Entry], _ file: String
  ) -> [ScenarioMistake] {
    guard !known.isEmpty else { return [] }
    return ids.filter { known[$0] == nil }.map { id in
      let nearest = NearestName.to(id, among: known.keys.sorted(), limit: 1).first
      return ScenarioMistake(
        "the \(what) \(id) is not in \(file)", hint: nearest.map { "did you mean \($0)?" },
        at: id, below: key)
    }
  }

  /// The mistake of a leak's tag if the list says that no scenario shows the leak.
  private func unshown(_ tag: String) -> ScenarioMistake? {
    leaks[tag]?.unshown.map { why in
      ScenarioMistake(
        "the leak \(tag) is marked as one that no scenario shows: \(why)",
        hint: "where a scenario can show it now, take unshown: away from it in "
          + ReferenceFiles.leaks, at: tag, below: "tags")
    }
  }

  /// A scenario of level must or should names a requirement of that level: breaking a robust one
  /// violates no specification.
  private func ungrounded(_ scenario: Scenario, _ checklists: [Checklist]) -> [ScenarioMistake] {
    guard !requirements.isEmpty else { return [] }
    if let main = scenario.requirements.first, let asked = tooWeak(main, for: scenario.level) {
      return [
        ScenarioMistake(
          "level \(scenario.level.rawValue) is more than \(main) asks, which is "
            + "\(asked.rawValue)",
          hint: "write level: \(asked.rawValue), or put a requirement of level "
            + "\(scenario.level.rawValue) first in requirements:",
          at: scenario.level.rawValue, below: "level")
      ]
    }
    var mistakes = unshown(scenario, checklists)
    for claim in checklists.lazy.flatMap(\.claims) {
      let message: String
      if requirements[claim.requirement] == nil {
        message = "the requirement \(claim.requirement) is not in \(ReferenceFiles.requirements)"
      } else if let asked = tooWeak(claim.requirement, for: claim.level) {
        message =
          "check \(claim.check) is of level \(claim.level.rawValue), which is more than "
          + "\(claim.requirement) asks: \(asked.rawValue)"
      } else {
        continue
      }
      let mistake = ScenarioMistake(
        message, hint: "name its own with requirement:, or its own level: with it",
        at: claim.requirement, below: "requirement")
      if !mistakes.contains(mistake) { mistakes.append(mistake) }
    }
    return mistakes
  }

  /// A scenario of level must or should is about a requirement only if one of its checks, or one of
  /// every case, can show that a client breaks it.
  private func unshown(_ scenario: Scenario, _ checklists: [Checklist]) -> [ScenarioMistake] {
    guard scenario.level == .must || scenario.level == .should,
      let main = scenario.requirements.first, let evidence = requirements[main]?.evidence,
      !Invariants.requirements.contains(main)
    else { return [] }
    guard checklists.allSatisfy({ $0.evidence.isDisjoint(with: evidence) }) else { return [] }
    return [
      ScenarioMistake(
        "no expectation of the scenario can show that \(main) is broken",
        hint: "it is shown by: \(evidence.map(\.rawValue).sorted().joined(separator: ", "))",
        at: main, below: "requirements")
    ]
  }

  /// The level of a requirement that is less binding; `nil` if it is binding enough or unknown.
  private func tooWeak(_ id: String, for level: Level) -> Level? {
    guard let asked = requirements[id]?.level else { return nil }
    switch level {
    case .must: return asked == .must ? nil : asked
    case .should: return asked == .must || asked == .should ? nil : asked
    case .may, .robust, .note: return nil
    }
  }
}

extension Checklist {
  /// A requirement that a check may report as broken, and the level at which it does.
  struct Claim: Hashable {
    var check: String
    var level: Level
    var requirement: String
  }

  /// The claims of all checks.
  var claims: [Claim] { steps.flatMap(\.claims) }
}

extension StepChecklist {
  fileprivate var claims: [Checklist.Claim] {
    var claims = descriptors.flatMap { check in
      check.requirements.map {
        Checklist.Claim(check: check.id, level: check.level, requirement: $0)
      }
    }
    // A check with alternatives reports the requirement of the nearest one, at its own level.
    if let alternatives {
      let requirements = alternatives.ways.flatMap(\.checklist.claims).map(\.requirement)
      claims += Set(requirements).sorted().map {
        Checklist.Claim(
          check: alternatives.descriptor.id, level: alternatives.descriptor.level, requirement: $0)
      }
    }
    return claims
  }
}
