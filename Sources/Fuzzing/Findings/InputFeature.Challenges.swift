import HTTPAuth

extension InputFeature {
  /// True for a trait that is whole challenges among others.
  var isOfChallenges: Bool {
    switch self {
    case .token68, .otherAlgorithm, .incomplete, .secondDigest, .secondBasic, .otherScheme,
      .severalSchemes:
      true
    default: false
    }
  }

  /// Takes the challenges that the trait is out of a reply, whichever lines they stand in, unless nothing would be left.
  func removeChallenges(from reply: inout FuzzReply, _ trees: [LenientFieldTree?]) {
    let unwanted = unwantedChallenges(in: reply, trees)
    guard !unwanted.isEmpty else { return }
    var trees = trees
    for (line, challenge) in unwanted.reversed() {
      trees[line]?.elements.removeSubrange(challenge)
    }
    let touched = Set(unwanted.map(\.line))
    for (line, tree) in trees.enumerated().reversed() where touched.contains(line) {
      guard let tree else { continue }
      if tree.elements.isEmpty {
        reply.lines.remove(at: line)
      } else {
        reply.lines[line].value = tree.value
      }
    }
  }

  /// Where the challenges stand that the trait is; none where nothing would be left without them.
  private func unwantedChallenges(
    in reply: FuzzReply, _ trees: [LenientFieldTree?]
  ) -> [(line: Int, challenge: Range<Int>)] {
    let own = FeatureSet([self])
    var unwanted: [(line: Int, challenge: Range<Int>)] = []
    var isAnyLeft = false
    reply.eachOffer(trees) { line, challenge, traits in
      if traits.contains(own) { unwanted.append((line, challenge)) } else { isAnyLeft = true }
    }
    return isAnyLeft ? unwanted : []
  }
}

extension FuzzReply {
  /// The traits that are whole challenges of the reply, and not all of them.
  func traitsOfChallenges(_ trees: [LenientFieldTree?]) -> FeatureSet {
    var (ofSome, ofAll) = (FeatureSet(), FeatureSet.ofChallenges)
    eachOffer(trees) { _, _, traits in
      ofSome.formUnion(traits)
      ofAll.formIntersection(traits)
    }
    return ofSome.subtracting(ofAll)
  }

  /// Every challenge that the reply offers: its line, where it stands there, and the traits that it is.
  fileprivate func eachOffer(
    _ trees: [LenientFieldTree?],
    _ body: (_ line: Int, _ challenge: Range<Int>, _ traits: FeatureSet) -> Void
  ) {
    var seen = SeenSchemes()
    for (line, tree) in trees.enumerated() {
      guard let tree, lines[line].isOffer else { continue }
      for challenge in tree.challenges {
        body(line, challenge, seen.traits(of: tree.elements[challenge]))
      }
    }
  }
}

/// What came before a challenge.
private struct SeenSchemes {
  private var hasDigest = false
  private var hasBasic = false
  private var firstKnown: Octets?

  /// The traits that the next challenge is.
  mutating func traits(of challenge: ArraySlice<LenientFieldTree.Element>) -> FeatureSet {
    let scheme = challenge.lazy.compactMap(\.scheme).first
    let known = scheme.flatMap { scheme in
      FuzzDictionary.knownSchemes.first { $0.equalsIgnoringCase(scheme) }
    }
    let isDigest = known?.matches("Digest") ?? false
    let isBasic = known?.matches("Basic") ?? false
    var (hasToken68, hasOtherAlgorithm, hasRealm, hasNonce) = (false, false, false, false)
    for element in challenge {
      hasToken68 = hasToken68 || element.hasToken68
      hasRealm = hasRealm || element.isNamed("realm")
      hasNonce = hasNonce || element.isNamed("nonce")
      if element.isNamed("algorithm"), DigestAlgorithm(element.innerValue) == nil {
        hasOtherAlgorithm = true
      }
    }
    var traits: FeatureSet = []
    if hasToken68 { traits.insert(.token68) }
    if hasOtherAlgorithm { traits.insert(.otherAlgorithm) }
    if isBasic && !hasRealm || isDigest && !(hasRealm && hasNonce) { traits.insert(.incomplete) }
    if isDigest && hasDigest { traits.insert(.secondDigest) }
    if isBasic && hasBasic { traits.insert(.secondBasic) }
    if scheme != nil && known == nil { traits.insert(.otherScheme) }
    if let known, let firstKnown, known != firstKnown { traits.insert(.severalSchemes) }
    hasDigest = hasDigest || isDigest
    hasBasic = hasBasic || isBasic
    firstKnown = firstKnown ?? known
    return traits
  }
}

extension LenientFieldTree.Element {
  /// It has a scheme and something that is no parameter.
  fileprivate var hasToken68: Bool { scheme != nil && name == nil && !rest.isEmpty }
}
