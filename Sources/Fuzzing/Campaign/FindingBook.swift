/// The findings of a campaign: each cause once, made small.
struct FindingBook {
  /// How many inputs of one cause are made small at most: those of one cause may have several reasons.
  private static let mostPerCause = 24

  private struct Entry {
    var hits = 0
    var minimised = 0
    var signatures: Set<Signature> = []
  }

  private var entries: [Hit.Cause: Entry] = [:]
  /// By id.
  private(set) var findings: [String: FuzzFinding] = [:]

  /// Findings that are known from an earlier campaign are none.
  private var known: Set<String>

  init(known: Set<String>) { self.known = known }

  /// True where every objection is one whose cause has been looked at often enough.
  func isKnown(_ observation: Observation) -> Bool {
    observation.hits.allSatisfy { !isWorthALook($0, observation) }
  }

  private func isWorthALook(_ hit: Hit, _ observation: Observation) -> Bool {
    guard let entry = entries[hit.cause] else { return true }
    return entry.minimised < FindingBook.mostPerCause
      && !entry.signatures.contains(observation.signature)
  }

  /// Takes what came of an input; returns what was not known before.
  mutating func take(
    _ observation: Observation, of input: FuzzInput, run: UInt64, _ target: any FuzzTarget
  ) -> [FuzzFinding] {
    var new: [FuzzFinding] = []
    for hit in observation.hits {
      let isWorthALook = isWorthALook(hit, observation)
      entries[hit.cause, default: Entry()].hits += 1
      guard isWorthALook else { continue }
      entries[hit.cause]?.minimised += 1
      entries[hit.cause]?.signatures.insert(observation.signature)
      let finding = self.finding(hit, input, run: run, target)
      guard findings[finding.id] == nil else { continue }
      findings[finding.id] = finding
      if !known.contains(finding.id) { new.append(finding) }
    }
    return new
  }

  private func finding(
    _ hit: Hit, _ input: FuzzInput, run: UInt64, _ target: any FuzzTarget
  ) -> FuzzFinding {
    func again(_ input: FuzzInput) -> Hit? {
      target.observe(input, lookingFor: hit.cause).hits.first { $0.cause == hit.cause }
    }
    guard again(input) != nil, again(input) != nil else {
      return FuzzFinding(hit: hit, input: input, original: input, run: run, isStable: false)
    }
    let small = Minimiser.smallest(input) { again($0) != nil }
    return FuzzFinding(
      hit: again(small) ?? hit, input: small, original: input, run: run, isStable: true)
  }
}
