// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension InputFeature {
  /// `true` for a feature that consists of whole challenges.
  var isOfChallenges: Bool {
    switch self {
    case .token68, .otherAlgorithm, .incomplete, .secondDigest, .secondBasic, .otherScheme,
      .severalSchemes:
      true
    default: false
    }
  }

  /// Removes the challenges that the feature consists of from all lines of a reply, if others are
  /// left.
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

  /// The challenges that the feature consists of; empty if there are no others.
  private func unwantedChallenges(
    in reply: FuzzReply, _ trees: [LenientFieldTree?]
  ) -> [(line: Int, challenge: Range<Int>)] {
    let own = FeatureSet(self)
    var unwanted: [(line: Int, challenge: Range<Int>)] = []
    var isAnyLeft = false
    reply.eachOffer(trees) { line, challenge, features in
      if features.contains(own) { unwanted.append((line, challenge)) } else { isAnyLeft = true }
    }
    return isAnyLeft ? unwanted : []
  }
}

extension FuzzReply {
  /// The features that consist of some challenges of the reply, but not of all.
  func featuresOfChallenges(_ trees: [LenientFieldTree?]) -> FeatureSet {
    var (ofSome, ofAll) = (FeatureSet(), FeatureSet.ofChallenges)
    eachOffer(trees) { _, _, features in
      ofSome.formUnion(features)
      ofAll.formIntersection(features)
    }
    return ofSome.subtracting(ofAll)
  }

  /// Calls `body` with each challenge: its line, its elements, and the features that it belongs to.
  fileprivate func eachOffer(
    _ trees: [LenientFieldTree?],
    _ body: (_ line: Int, _ challenge: Range<Int>, _ features: FeatureSet) -> Void
  ) {
    var seen = SeenSchemes()
    for (line, tree) in trees.enumerated() {
      guard let tree, lines[line].isOffer else { continue }
      for challenge in tree.challenges {
        body(line, challenge, seen.features(of: tree.elements[challenge]))
      }
    }
  }
}

/// The schemes of the challenges before a challenge.
private struct SeenSchemes {
  private var hasDigest = false
  private var hasBasic = false
  private var firstKnown: Octets?

  /// The features that the next challenge belongs to.
  mutating func features(of challenge: ArraySlice<LenientFieldTree.Element>) -> FeatureSet {
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
    var features: FeatureSet = []
    if hasToken68 { features.insert(.token68) }
    if hasOtherAlgorithm { features.insert(.otherAlgorithm) }
    if isBasic && !hasRealm || isDigest && !(hasRealm && hasNonce) { features.insert(.incomplete) }
    if isDigest && hasDigest { features.insert(.secondDigest) }
    if isBasic && hasBasic { features.insert(.secondBasic) }
    if scheme != nil && known == nil { features.insert(.otherScheme) }
    if let known, let firstKnown, known != firstKnown { features.insert(.severalSchemes) }
    hasDigest = hasDigest || isDigest
    hasBasic = hasBasic || isBasic
    firstKnown = firstKnown ?? known
    return features
  }
}

extension LenientFieldTree.Element {
  /// `true` if it has a scheme and something after it that is not a parameter.
  fileprivate var hasToken68: Bool { scheme != nil && name == nil && !rest.isEmpty }
}
