/// The findings of a campaign: each cause once, made small.
struct FindingBook {
  /// How many behaviours of one objection are looked into at most.
  private static let mostPerCause = 400

  /// By objection: the behaviours that were looked into.
  private var seen: [Hit.Cause: Set<Signature>] = [:]
  /// By id.
  private var findings: [String: FuzzFinding] = [:]

  /// A book in which the findings of earlier campaigns stand already.
  init(known: [FuzzFinding]) {
    for finding in known { findings[finding.id] = finding }
  }

  /// True where every objection is one that was looked into.
  func isKnown(_ observation: Observation) -> Bool {
    observation.hits.allSatisfy { !isWorthALook($0, observation) }
  }

  private func isWorthALook(_ hit: Hit, _ observation: Observation) -> Bool {
    guard let seen = seen[hit.cause] else { return true }
    return seen.count < FindingBook.mostPerCause && !seen.contains(observation.signature)
  }

  /// Takes what came of an input; returns what was not known before.
  mutating func take(
    _ observation: Observation, of input: FuzzInput, run: UInt64, _ target: any FuzzTarget
  ) -> [FuzzFinding] {
    var new: [FuzzFinding] = []
    for hit in observation.hits where isWorthALook(hit, observation) {
      seen[hit.cause, default: []].insert(observation.signature)
      let look = CloserLook(target: target, oracle: hit.cause.oracle)
      guard let (cause, rest) = look.unexplained(hit, input, by: Array(findings.values)) else {
        continue
      }
      let finding = look.finding(cause, rest, original: input, run: run)
      guard findings[finding.id] == nil else { continue }
      findings[finding.id] = finding
      new.append(finding)
    }
    return new
  }
}

/// Shows a target variations of an input that one of its oracles objected to.
struct CloserLook {
  let target: any FuzzTarget
  let oracle: String

  /// The objection of the same oracle to another input, if there is one.
  private func again(_ input: FuzzInput, _ cause: Hit.Cause) -> Hit? {
    let hits = target.observe(input, lookingFor: cause).hits
    return hits.first { $0.cause == cause } ?? hits.first { $0.cause.oracle == oracle }
  }

  /// What is left of an input once the traits of known findings are taken away, and the objection to that; nil where the known
  /// findings explain it all.
  func unexplained(
    _ hit: Hit, _ input: FuzzInput, by findings: [FuzzFinding]
  ) -> (Hit, FuzzInput)? {
    var rest = input
    let known = findings.filter {
      $0.hit.cause.oracle == oracle && (!hit.cause.isOfPlace || $0.hit.cause == hit.cause)
    }
    for finding in known.sorted(by: { $0.id < $1.id }) {
      if finding.traits.isEmpty {
        if finding.hit.cause == hit.cause { return nil }
        continue
      }
      let without = finding.traits.map { $0.removed(from: rest) }
      guard without.allSatisfy({ $0 != nil }) else { continue }
      for trait in finding.traits { rest = trait.removed(from: rest) ?? rest }
    }
    guard rest != input else { return (hit, input) }
    return again(rest, hit.cause).map { ($0, rest) }
  }

  /// The finding that an input shows, made small.
  func finding(
    _ hit: Hit, _ input: FuzzInput, original: FuzzInput, run: UInt64
  ) -> FuzzFinding {
    func isStillThere(_ input: FuzzInput) -> Bool { again(input, hit.cause)?.cause == hit.cause }
    guard isStillThere(input), isStillThere(input) else {
      return FuzzFinding(
        hit: hit, traits: [], input: input, original: original, run: run, isStable: false)
    }
    let small = Minimiser.smallest(
      input, mostTrials: hit.cause.mostTrials, where: isStillThere)
    let traits = InputTrait.allCases.filter { trait in
      trait.removed(from: small).map { again($0, hit.cause) == nil } ?? false
    }
    return FuzzFinding(
      hit: again(small, hit.cause) ?? hit, traits: traits, input: small, original: original,
      run: run, isStable: true)
  }
}

extension Hit.Cause {
  /// How often an input is tried while it is made small.
  fileprivate var mostTrials: Int {
    switch self {
    case SlowOracle.cause: SlowOracle.mostTrials
    case MemoryOracle.cause: MemoryOracle.mostTrials
    default: Minimiser.mostTrials
    }
  }
}
