/// The findings of a campaign: each cause once, made small.
struct FindingDeduplicator {
  /// How many looks are taken into one objection at most.
  private static let mostPerCause = 1_000
  /// After so many looks in a row that showed nothing new, only some are taken where a known finding may explain it.
  private static let mostInVain = 2

  /// What makes an input worth a look of its own: what the target did, and what about the input may be the reason.
  private struct Occasion: Hashable {
    var signature: Signature
    var traits: FeatureSet
  }

  /// What has been looked into of one objection.
  private struct TriageBudget {
    var occasions: Set<Occasion> = []
    /// Looks in a row that showed nothing new.
    var inVain = 0
    /// Objections that were passed over.
    var passedOver = 0

    /// The longer nothing new was shown, the fewer looks are taken: one of two, one of three, and so on.
    mutating func isDue() -> Bool {
      passedOver += 1
      return passedOver % (inVain / FindingDeduplicator.mostInVain + 1) == 0
    }

    mutating func notice(isNew: Bool) { inVain = isNew ? 0 : inVain + 1 }
  }

  private var looks: [OracleFailure.Cause: TriageBudget] = [:]
  /// How often a target was shown something in a closer look. Looks into what is measured do not count: whether there are any
  /// may differ from campaign to campaign, and that must not decide when all else is looked into.
  private(set) var plays = 0
  /// By oracle, in the order of their ids.
  private var findings: [String: [FuzzFinding]] = [:]

  /// A book in which the findings of earlier campaigns stand already.
  init(known: [FuzzFinding]) {
    for finding in known { keep(finding) }
  }

  private mutating func keep(_ finding: FuzzFinding) {
    guard !isKnown(finding) else { return }
    findings[finding.hit.cause.oracle, default: []].append(finding)
    findings[finding.hit.cause.oracle]?.sort { $0.id < $1.id }
  }

  private func isKnown(_ finding: FuzzFinding) -> Bool {
    findings[finding.hit.cause.oracle]?.contains { $0.id == finding.id } ?? false
  }

  /// The objections to an input that are worth a look: from now on the like of them are none.
  mutating func worthALook(_ output: RoundScheduler.Output) -> [OracleFailure] {
    let occasion = Occasion(signature: output.observation.signature, traits: output.traits)
    return output.observation.hits.filter { hit in
      var looks = looks.removeValue(forKey: hit.cause) ?? TriageBudget()
      defer { self.looks[hit.cause] = looks }
      let known = findings[hit.cause.oracle] ?? []
      guard looks.occasions.count < FindingDeduplicator.mostPerCause,
        !known.indices.contains(where: { known[$0].hit.cause.isSameError(as: hit.cause) }),
        !looks.occasions.contains(occasion),
        !known.indices.contains(where: { known[$0].mayExplain(hit.cause, output.traits) })
          || looks.isDue()
      else { return false }
      looks.occasions.insert(occasion)
      return true
    }
  }

  /// Looks into objections to an input that has these traits; returns what was not known before.
  mutating func look(
    into hits: [OracleFailure], _ input: FuzzInput, _ traits: FeatureSet, run: UInt64,
    _ target: any FuzzTarget, unless isOver: @escaping () -> Bool
  ) -> [FuzzFinding] {
    var new: [FuzzFinding] = []
    for hit in hits {
      let look = FindingTriage(target: target, oracle: hit.cause.oracle, isOver: isOver)
      var isNew = false
      defer {
        if !hit.cause.isMeasured { plays += look.plays }
        looks[hit.cause, default: TriageBudget()].notice(isNew: isNew)
      }
      let known = findings[hit.cause.oracle] ?? []
      guard let (cause, rest) = look.unexplained(hit, input, traits, by: known) else { continue }
      let finding = look.finding(
        cause, rest, apartFrom: known, original: input, run: run)
      // The machine does other work as well: what took long once and then no more was not the client's.
      guard finding.isStable || hit.cause != SlowOracle.cause else { continue }
      guard !isKnown(finding) else { continue }
      isNew = true
      keep(finding)
      new.append(finding)
    }
    return new
  }
}

/// Shows a target variations of an input that one of its oracles objected to.
final class FindingTriage {
  private let target: any FuzzTarget
  private let oracle: String
  /// The campaign is: what is found then stays as large as it is.
  private let isOver: () -> Bool
  /// How often the target was shown something.
  private(set) var plays = 0
  /// How often it let time run out.
  private var waits = 0
  /// So often at most while an input is made small: each time takes as long as hundreds of others.
  private static let mostWaits = 8

  init(target: any FuzzTarget, oracle: String, isOver: @escaping () -> Bool) {
    self.target = target
    self.oracle = oracle
    self.isOver = isOver
  }

  /// The objection of the same oracle to another input, if there is one.
  private func again(_ input: FuzzInput, _ cause: OracleFailure.Cause) -> OracleFailure? {
    plays += 1
    let hits = target.observe(input, lookingFor: cause).hits
    if hits.contains(where: \.cause.isOfTime) { waits += 1 }
    return hits.first { $0.cause == cause } ?? hits.first { $0.cause.oracle == oracle }
  }

  /// What is left of an input with these traits once those of known findings of the oracle are taken away, one after the other,
  /// and the objection to that; nil where the known findings explain it all.
  func unexplained(
    _ hit: OracleFailure, _ input: FuzzInput, _ traits: FeatureSet, by findings: [FuzzFinding]
  ) -> (OracleFailure, FuzzInput)? {
    if findings.contains(where: { $0.hit.cause.isSameError(as: hit.cause) }) { return nil }
    let known = findings.filter { $0.explains(hit.cause, traits) }
    if known.contains(where: { $0.traits.isEmpty && $0.hit.cause == hit.cause }) { return nil }
    if known.isEmpty { return (hit, input) }
    var trees = InputTrees(input)
    var traitsLeft = traits
    // What is taken away for one finding may be what another is about.
    for finding in known where traitsLeft.isSuperset(of: finding.traitSet) {
      let before = trees.input
      for trait in finding.traits {
        if let rest = trait.removed(from: trees) { trees = InputTrees(rest) }
      }
      if trees.input != before { traitsLeft = trees.traits }
    }
    let rest = trees.input
    guard rest != input else { return (hit, input) }
    return again(rest, hit.cause).map { ($0, rest) }
  }

  /// The finding that an input shows, made small; not so small that it shows one of the known findings instead.
  func finding(
    _ hit: OracleFailure, _ input: FuzzInput, apartFrom known: [FuzzFinding], original: FuzzInput,
    run: UInt64
  ) -> FuzzFinding {
    let traits = InputTrees(input).traits
    let others = known.filter {
      $0.hit.cause == hit.cause && !$0.traits.isEmpty && !traits.isSuperset(of: $0.traitSet)
    }
    func isStillThere(_ input: FuzzInput) -> Bool {
      !others.contains { $0.isShown(by: InputTrees(input)) }
        && again(input, hit.cause)?.cause == hit.cause
    }
    guard isStillThere(input), isStillThere(input) else {
      return FuzzFinding(
        hit: hit, traits: [], input: input, original: original, run: run, isStable: false)
    }
    let small = Minimiser.smallest(
      input, mostTrials: hit.cause.mostTrials,
      unless: { [self] in isOver() || waits >= FindingTriage.mostWaits }, where: isStillThere)
    let trees = InputTrees(small)
    let needed = InputFeature.allCases.filter { trait in
      trait.removed(from: trees).map { again($0, hit.cause) == nil } ?? false
    }
    return FuzzFinding(
      hit: again(small, hit.cause) ?? hit, traits: needed, input: small, original: original,
      run: run, isStable: true)
  }
}

extension FuzzFinding {
  /// True where it may be the reason for an objection to an input with these traits, as far as these tell.
  fileprivate func mayExplain(_ cause: OracleFailure.Cause, _ traits: FeatureSet) -> Bool {
    traits.isSuperset(of: traitSet) && hit.cause.isAkin(to: cause)
  }

  /// True where it is the reason for an objection that is none without its traits.
  ///
  /// A challenge that is not answered because of another goes unanswered no more where but one is left. So a mistake in what a
  /// client says that takes no more than that there are several does not explain why it says nothing.
  fileprivate func explains(_ cause: OracleFailure.Cause, _ traits: FeatureSet) -> Bool {
    mayExplain(cause, traits)
      && (!traitSet.isSubset(of: .ofNumber) || hit.cause.isOfSilence == cause.isOfSilence)
  }

  /// True where an input has all traits that the finding takes.
  fileprivate func isShown(by trees: InputTrees) -> Bool {
    traits.allSatisfy { $0.removed(from: trees) != nil }
  }
}

extension OracleFailure.Cause {
  /// True for an objection of the same kind: what led to the one may be what led to the other.
  fileprivate func isAkin(to other: OracleFailure.Cause) -> Bool {
    other.isOfPlace ? self == other : oracle == other.oracle
  }

  /// True for an objection to the same error of the client's own.
  fileprivate func isSameError(as other: OracleFailure.Cause) -> Bool {
    self == other && namesError
  }

  /// How often an input is tried while it is made small.
  fileprivate var mostTrials: Int {
    switch self {
    case SlowOracle.cause: SlowOracle.mostTrials
    case MemoryOracle.cause: MemoryOracle.mostTrials
    default: Minimiser.mostTrials
    }
  }
}
