// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Transcripts

/// Legal behaviour that differs from the client's usual behaviour, to find out whether a check
/// reports it as a fault.
package struct PlayedVariant: Hashable, Sendable {
  /// Its name, unique among the client's variants.
  package let name: String
  /// What the client does, as a sentence.
  package let sentence: String
  /// The section that allows it: `RFC 9110 11.1`.
  package let source: String
  /// The requirements, each a SHOULD, that it breaks.
  package let breaks: [String]
  /// The client does not do what some scenarios are about, which may then be inconclusive.
  package let mayBeInconclusive: Bool

  package init(
    name: String, sentence: String, source: String, breaks: [String] = [],
    mayBeInconclusive: Bool = false
  ) {
    self.name = name
    self.sentence = sentence
    self.source = source
    self.breaks = breaks
    self.mayBeInconclusive = mayBeInconclusive
  }
}

/// A check that holds without a variant and does not hold with it.
package struct Accusation: Hashable, Sendable {
  /// The id of the scenario.
  package let scenario: String
  /// The id of the case.
  package let played: String
  /// The id of the check; empty if the case has no check.
  package let check: String
  /// The verdict of the check.
  package let verdict: Verdict
  /// The requirements that the check names.
  package let requirements: [String]
  /// What was expected and what was observed.
  package let finding: Finding?
  /// It is a warning about a SHOULD that the variant breaks, or the variant does not do what the
  /// check is about.
  package let isAllowed: Bool
}

/// The result of playing cases to the client with one variant, or with several together.
package struct VariantOutcome: Hashable, Sendable {
  /// The variants that the client took.
  package let variants: [PlayedVariant]
  /// The number of cases in which the client reaches the code of one of them.
  package internal(set) var planned = 0
  /// The ids of a few of those.
  package internal(set) var examples: [String] = []
  /// The number of cases that were played.
  package internal(set) var played = 0
  /// The checks that did not hold.
  package internal(set) var accusations: [Accusation] = []
  /// The plays were interrupted.
  package internal(set) var isInterrupted = false

  init(_ variants: [PlayedVariant]) { self.variants = variants }

  /// The checks that report as a fault what is allowed, or reach no verdict.
  package var unjust: [Accusation] { accusations.filter { !$0.isAllowed } }

  /// Adds the result of a case.
  mutating func take(_ result: CaseResult, _ baseline: Baseline) {
    played += 1
    let breaks = Set(variants.flatMap(\.breaks))
    let mayBeInconclusive = variants.contains(where: \.mayBeInconclusive)
    for check in result.checks
    where (check.verdict.isBroken || check.verdict == .inconclusive) && !check.isConsequence
      && !baseline.broken.contains(check.descriptor.id)
    {
      let requirements = check.descriptor.requirements
      accusations.append(
        Accusation(
          scenario: result.played.scenario.id, played: result.played.id,
          check: check.descriptor.id, verdict: check.verdict, requirements: requirements,
          finding: check.finding,
          isAllowed: check.verdict == .inconclusive
            ? mayBeInconclusive
            : check.verdict == .warn && !breaks.isDisjoint(with: requirements)))
    }
    if result.checks.isEmpty, result.verdict.isBad {
      accusations.append(
        Accusation(
          scenario: result.played.scenario.id, played: result.played.id, check: "",
          verdict: result.verdict, requirements: [],
          finding: result.reason.map { Finding(expected: "a play", observed: $0) },
          isAllowed: false))
    }
  }
}
