internal import ScenarioLanguage

/// Another way to go that an RFC leaves to a client, to see whether a check takes it for a fault.
public struct PlayedVariant: Hashable, Sendable {
  /// Its name, unique among the client's variants.
  public let name: String
  /// What the client does, as a sentence.
  public let sentence: String
  /// Where it is allowed: `RFC 9110 11.1`.
  public let source: String
  /// The requirements, each a SHOULD, that it breaks all the same.
  public let breaks: [String]

  /// A variant of that name.
  public init(name: String, sentence: String, source: String, breaks: [String] = []) {
    self.name = name
    self.sentence = sentence
    self.source = source
    self.breaks = breaks
  }
}

/// A check that held without a variant, and does not with it.
public struct Accusation: Hashable, Sendable {
  /// The id of the scenario.
  public let scenario: String
  /// The id of the case.
  public let played: String
  /// The id of the check; empty where the case came to no check.
  public let check: String
  /// What the check came to.
  public let verdict: Verdict
  /// The requirements that the check names.
  public let requirements: [String]
  /// What was wanted and what was there instead.
  public let finding: Finding?
  /// It is a warning about a SHOULD that the variant breaks.
  public let isAllowed: Bool
}

/// What the scenarios made of one variant, or of several together.
public struct VariantOutcome: Hashable, Sendable {
  /// The variants that the client took.
  public let variants: [PlayedVariant]
  /// In how many cases the client comes to where one of them makes a difference.
  public internal(set) var planned = 0
  /// The ids of a few of those.
  public internal(set) var examples: [String] = []
  /// How many of those were played.
  public internal(set) var played = 0
  /// The checks that did not hold.
  public internal(set) var accusations: [Accusation] = []
  /// The plays ended before their time.
  public internal(set) var isInterrupted = false

  init(_ variants: [PlayedVariant]) { self.variants = variants }

  /// The checks that take what is allowed for a fault, or come to no verdict by it.
  public var unjust: [Accusation] { accusations.filter { !$0.isAllowed } }

  /// Takes what came of a case in.
  mutating func take(_ result: CaseResult, _ baseline: Baseline) {
    played += 1
    let breaks = Set(variants.flatMap(\.breaks))
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
          isAllowed: check.verdict == .warn && !breaks.isDisjoint(with: requirements)))
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
