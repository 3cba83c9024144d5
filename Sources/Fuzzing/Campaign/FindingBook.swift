/// The findings of a campaign: each cause once, made small.
struct FindingBook {
  /// How many looks are taken into one objection at most.
  private static let mostPerCause = 1_000

  /// What makes an input worth a look of its own: what the target did, and what about the input may be the reason.
  private struct Occasion: Hashable {
    var signature: Signature
    var traits: Set<InputTrait>
  }

  /// By objection: the occasions on which it was looked into.
  private var seen: [Hit.Cause: Set<Occasion>] = [:]
  /// How often a target was shown something in a closer look.
  private(set) var plays = 0
  /// By id.
  private var findings: [String: FuzzFinding] = [:]

  /// A book in which the findings of earlier campaigns stand already.
  init(known: [FuzzFinding]) {
    for finding in known { findings[finding.id] = finding }
  }

  /// The objections to an input that are worth a look: from now on the like of them are none.
  mutating func worthALook(_ observation: Observation, of input: FuzzInput) -> [Hit] {
    let hits = observation.hits.filter {
      seen[$0.cause].map { $0.count < FindingBook.mostPerCause } ?? true
    }
    guard !hits.isEmpty else { return [] }
    let occasion = Occasion(signature: observation.signature, traits: InputTrait.traits(of: input))
    return hits.filter { seen[$0.cause, default: []].insert(occasion).inserted }
  }

  /// Looks into objections to an input; returns what was not known before.
  mutating func look(
    into hits: [Hit], _ input: FuzzInput, run: UInt64, _ target: any FuzzTarget,
    unless isOver: @escaping () -> Bool
  ) -> [FuzzFinding] {
    var new: [FuzzFinding] = []
    for hit in hits {
      let look = CloserLook(target: target, oracle: hit.cause.oracle, isOver: isOver)
      defer { plays += look.plays }
      guard let (cause, rest) = look.unexplained(hit, input, by: Array(findings.values)) else {
        continue
      }
      let finding = look.finding(
        cause, rest, apartFrom: Array(findings.values), original: input, run: run)
      // The machine does other work as well: what took long once and then no more was not the client's.
      guard finding.isStable || hit.cause != SlowOracle.cause else { continue }
      guard findings[finding.id] == nil else { continue }
      findings[finding.id] = finding
      new.append(finding)
    }
    return new
  }
}

/// Shows a target variations of an input that one of its oracles objected to.
final class CloserLook {
  private let target: any FuzzTarget
  private let oracle: String
  /// The campaign is: what is found then stays as large as it is.
  private let isOver: () -> Bool
  /// How often the target was shown something.
  private(set) var plays = 0

  init(target: any FuzzTarget, oracle: String, isOver: @escaping () -> Bool) {
    self.target = target
    self.oracle = oracle
    self.isOver = isOver
  }

  /// The objection of the same oracle to another input, if there is one.
  private func again(_ input: FuzzInput, _ cause: Hit.Cause) -> Hit? {
    plays += 1
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

  /// The finding that an input shows, made small; not so small that it shows one of the known findings instead.
  func finding(
    _ hit: Hit, _ input: FuzzInput, apartFrom known: [FuzzFinding], original: FuzzInput, run: UInt64
  ) -> FuzzFinding {
    let others = known.filter {
      $0.hit.cause == hit.cause && !$0.traits.isEmpty && !$0.isShown(by: input)
    }
    func isStillThere(_ input: FuzzInput) -> Bool {
      !others.contains { $0.isShown(by: input) } && again(input, hit.cause)?.cause == hit.cause
    }
    guard isStillThere(input), isStillThere(input) else {
      return FuzzFinding(
        hit: hit, traits: [], input: input, original: original, run: run, isStable: false)
    }
    let small = Minimiser.smallest(
      input, mostTrials: hit.cause.mostTrials, unless: isOver, where: isStillThere)
    let traits = InputTrait.allCases.filter { trait in
      trait.removed(from: small).map { again($0, hit.cause) == nil } ?? false
    }
    return FuzzFinding(
      hit: again(small, hit.cause) ?? hit, traits: traits, input: small, original: original,
      run: run, isStable: true)
  }
}

extension FuzzFinding {
  /// True where an input has all traits that the finding takes.
  fileprivate func isShown(by input: FuzzInput) -> Bool {
    traits.allSatisfy { $0.removed(from: input) != nil }
  }
}

extension Hit.Cause {
  /// How often an input is tried while it is made small.
  fileprivate var mostTrials: Int {
    switch self {
    case SlowOracle.cause: SlowOracle.mostTrials
    case MemoryOracle.cause: MemoryOracle.mostTrials
    // Each time that it does the same, time has to run out.
    case _ where isOfTime: 100
    default: Minimiser.mostTrials
    }
  }
}
