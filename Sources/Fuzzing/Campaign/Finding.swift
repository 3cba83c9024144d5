import HTTPAuth

/// Something that a target gets wrong, with the smallest input that shows it.
package struct FuzzFinding: Hashable, Sendable {
  /// Names it by its cause: the same finding has the same id in every campaign.
  package let id: String
  /// The objection to the smallest input.
  package let hit: OracleFailure
  /// The traits of the smallest input without which nothing is wrong.
  package let traits: [InputFeature]
  /// The same, for comparing.
  let traitSet: FeatureSet
  /// The smallest input.
  package let input: FuzzInput
  /// The input that was found first.
  package let original: FuzzInput
  /// The number of that input in its campaign.
  package let run: UInt64
  /// False where the first input did not do it again when it was shown a second time.
  package let isStable: Bool

  /// A finding: made in a campaign, or read from where it was kept.
  package init(
    hit: OracleFailure, traits: [InputFeature], input: FuzzInput, original: FuzzInput, run: UInt64,
    isStable: Bool
  ) {
    self.hit = hit
    self.traits = traits
    traitSet = FeatureSet(traits)
    self.input = input
    self.original = original
    self.run = run
    self.isStable = isStable
    // Where no trait explains it, the place tells it from others.
    let place = traits.isEmpty || hit.cause.isOfPlace ? [hit.cause.place] : []
    let names = place + traits.map(\.rawValue)
    let digest = Octets(([hit.cause.oracle] + names).joined(separator: "\n")).sha1
    id = "\(hit.cause.oracle)-\(digest.prefix(10))"
  }

  /// What is wrong, as a sentence or two.
  package var sentence: String {
    let reasons = traits.map(\.rawValue).joined(separator: "; ")
    return hit.sentence.withShortRuns + (reasons.isEmpty ? "" : " It takes: \(reasons).")
  }
}
