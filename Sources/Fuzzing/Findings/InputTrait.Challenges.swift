internal import HTTPAuth

extension InputTrait {
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
  func removeChallenges(from reply: inout FuzzReply, _ trees: [FieldTree?]) {
    var trees = zip(reply.lines, trees).map { line, tree in line.isOffer ? tree : nil }
    var seen = SeenSchemes()
    var unwanted: [(line: Int, challenge: Range<Int>)] = []
    var isAnyLeft = false
    for (line, tree) in trees.enumerated() {
      for challenge in tree?.challenges ?? [] {
        if isOf(tree?.elements[challenge] ?? [], after: &seen) {
          unwanted.append((line, challenge))
        } else {
          isAnyLeft = true
        }
      }
    }
    guard isAnyLeft, !unwanted.isEmpty else { return }
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

  /// What came before a challenge.
  private struct SeenSchemes {
    var hasDigest = false
    var hasBasic = false
    var firstKnown: Octets?
  }

  private func isOf(
    _ challenge: ArraySlice<FieldTree.Element>, after seen: inout SeenSchemes
  ) -> Bool {
    let scheme = challenge.lazy.compactMap(\.scheme).first
    let known = scheme.flatMap { scheme in
      Words.knownSchemes.first { $0.equalsIgnoringCase(scheme) }
    }
    let isDigest = known?.matches("Digest") ?? false
    let isBasic = known?.matches("Basic") ?? false
    let before = seen
    seen.hasDigest = seen.hasDigest || isDigest
    seen.hasBasic = seen.hasBasic || isBasic
    seen.firstKnown = seen.firstKnown ?? known
    func has(_ name: StaticString) -> Bool { challenge.contains { $0.isNamed(name) } }
    switch self {
    case .token68: return challenge.contains(where: \.hasToken68)
    case .otherAlgorithm:
      return challenge.contains {
        $0.isNamed("algorithm") && DigestAlgorithm($0.innerValue) == nil
      }
    case .incomplete:
      return isBasic && !has("realm") || isDigest && !(has("realm") && has("nonce"))
    case .secondDigest: return isDigest && before.hasDigest
    case .secondBasic: return isBasic && before.hasBasic
    case .otherScheme: return scheme != nil && known == nil
    case .severalSchemes: return known != nil && before.firstKnown.map { $0 != known } ?? false
    default: return false
    }
  }
}

extension FuzzLine {
  /// True for a line of challenges.
  fileprivate var isOffer: Bool {
    name.matches("WWW-Authenticate") || name.matches("Proxy-Authenticate")
  }
}

extension FieldTree.Element {
  /// It has a scheme and something that is no parameter.
  fileprivate var hasToken68: Bool { scheme != nil && name == nil && !rest.isEmpty }
}
