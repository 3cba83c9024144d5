// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

extension InputFeature {
  /// The input without the feature; `nil` if the input does not have it.
  package func removed(from input: FuzzInput) -> FuzzInput? { removed(from: InputTrees(input)) }

  func removed(from trees: InputTrees) -> FuzzInput? {
    let changed = without(trees)
    guard changed != trees.input else { return nil }
    let result = FuzzInput(text: changed.text)
    return result == trees.input ? nil : result
  }

  /// The input without the feature. It can contain octets that its text cannot express.
  func without(_ trees: InputTrees) -> FuzzInput {
    var replies = trees.input.replies
    if self == .laterReply { return FuzzInput(Array(replies.prefix(1))) }
    for (index, ofReply) in trees.ofReplies.enumerated() { remove(from: &replies[index], ofReply) }
    return FuzzInput(replies)
  }

  private func remove(from reply: inout FuzzReply, _ trees: [LenientFieldTree?]) {
    switch self {
    case .proxy: reply.moveToOrigin()
    case .message: reply.removeUnusual()
    case .severalLines: reply.joinChallenges()
    case .otherAlgorithm, .incomplete, .otherScheme, .severalChallenges:
      removeChallenges(from: &reply, trees)
    default:
      for (line, tree) in trees.enumerated() {
        if self == .caseOfFieldName { reply.lines[line].name = reply.lines[line].usualName }
        guard let tree else { continue }
        reply.lines[line].value = without(reply.lines[line].value, tree)
      }
    }
  }

  private func without(_ value: Octets, _ tree: LenientFieldTree) -> Octets {
    switch self {
    case .otherOctets: return Octets(value.bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "a") })
    case .controls:
      return Octets(value.unfoldedShort.bytes.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    default:
      var changed = tree
      changed.remove(self)
      return changed == tree ? value : changed.value
    }
  }

  // MARK: Whole challenges

  /// Removes the challenges that the feature consists of from all lines of a reply, if others are
  /// left.
  private func removeChallenges(from reply: inout FuzzReply, _ trees: [LenientFieldTree?]) {
    var trees = trees
    var (hasKnown, isAnyLeft) = (false, false)
    for (line, tree) in trees.enumerated() where reply.lines[line].isOffer {
      guard let tree else { continue }
      var kept: [LenientFieldTree.Element] = []
      for challenge in tree.challenges.map({ tree.elements[$0] }) {
        let scheme = challenge.lazy.compactMap(\.scheme).first
        let known = scheme?.asKnownScheme
        if consists(of: challenge, scheme, known, hasKnown) { continue }
        kept += challenge
        isAnyLeft = true
        hasKnown = hasKnown || known != nil
      }
      trees[line]?.elements = kept
    }
    guard isAnyLeft else { return }
    for (line, tree) in trees.enumerated().reversed() where reply.lines[line].isOffer {
      guard let tree else { continue }
      if tree.elements.isEmpty {
        reply.lines.remove(at: line)
      } else {
        reply.lines[line].value = tree.value
      }
    }
  }

  /// `true` for a challenge that the feature consists of. `hasKnown`: one of a known scheme is
  /// before it.
  private func consists(
    of challenge: ArraySlice<LenientFieldTree.Element>, _ scheme: Octets?, _ known: Octets?,
    _ hasKnown: Bool
  ) -> Bool {
    func has(_ name: StaticString) -> Bool { challenge.contains { $0.isNamed(name) } }
    switch self {
    case .otherAlgorithm:
      return challenge.contains {
        $0.isNamed("algorithm") && DigestAlgorithm($0.innerValue) == nil
      }
    case .incomplete:
      let isDigest = known?.matches("Digest") ?? false
      return (isDigest || known?.matches("Basic") ?? false) && !has("realm")
        || isDigest && !has("nonce")
    case .otherScheme: return scheme != nil && known == nil
    default: return known != nil && hasKnown
    }
  }
}

extension FuzzReply {
  /// Makes the origin server send it, if it is of a proxy.
  fileprivate mutating func moveToOrigin() {
    guard server == .proxy else { return }
    server = .origin
    for index in lines.indices {
      if lines[index].name.matches("Proxy-Authenticate") {
        lines[index].name = "WWW-Authenticate"
      } else if lines[index].name.matches("Proxy-Authentication-Info") {
        lines[index].name = "Authentication-Info"
      }
    }
  }

  /// Resets everything but the server, its challenges and the status.
  fileprivate mutating func removeUnusual() {
    interim = []
    if statusLine != nil {
      statusLine = isUsualRefusal ? nil : status.map { Octets("HTTP/1.1 \($0) x") }
    }
    lines.removeAll { !$0.isChallenge }
    connection = .keep
    framing = .length
    isInPieces = false
  }

  fileprivate mutating func joinChallenges() {
    let challenges = lines.filter(\.isChallenge)
    guard let first = challenges.first, challenges.count > 1 else { return }
    lines.removeAll(where: \.isChallenge)
    lines.append(FuzzLine(name: first.name, value: Octets(joining: challenges.map(\.value))))
  }
}

extension LenientFieldTree {
  /// Removes a feature of single elements, or of elements together.
  fileprivate mutating func remove(_ feature: InputFeature) {
    switch feature {
    case .emptyElement: removeEmptyElements()
    case .duplicateParameter:
      for challenge in challenges.reversed() {
        for index in duplicates(in: challenge).reversed() { elements.remove(at: index) }
      }
    case .optionalParameter: elements.removeAll(where: \.isOptional)
    default:
      for index in elements.indices { elements[index].remove(feature, isFirst: index == 0) }
    }
  }

  /// The indices of the parameters whose names occur earlier in the challenge, except a parameter
  /// in the element of the scheme.
  private func duplicates(in challenge: Range<Int>) -> [Int] {
    var seen: Set<Octets> = []
    return challenge.filter { index in
      guard let name = elements[index].name?.asciiLowercased else { return false }
      return !seen.insert(name).inserted && elements[index].scheme == nil
    }
  }

  /// Removes empty elements; also the one after the scheme in `Basic , realm=a`.
  private mutating func removeEmptyElements() {
    // An empty value is one empty element, and stays.
    guard elements.count > 1 || !value.isEmpty else { return }
    var kept: [Element] = []
    for element in elements where !element.isEmpty {
      if let last = kept.last, last.isSchemeOnly, !last.gap.isEmpty, element.scheme == nil {
        kept[kept.count - 1] = element
        (kept[kept.count - 1].lead, kept[kept.count - 1].scheme, kept[kept.count - 1].gap) =
          (last.lead, last.scheme, last.gap)
      } else {
        kept.append(element)
      }
    }
    elements = kept
  }
}

extension LenientFieldTree.Element {
  private static let required: [StaticString] = ["realm", "nonce", "qop", "algorithm"]

  /// `true` for no octets, or only spaces.
  fileprivate var isEmpty: Bool {
    scheme == nil && name == nil && value.isEmpty && rest.withoutTrailingSpaces.isEmpty
  }

  /// `true` for a scheme and spaces.
  fileprivate var isSchemeOnly: Bool { scheme != nil && name == nil && rest.isEmpty }

  /// `true` for a parameter that can be removed.
  fileprivate var isOptional: Bool {
    scheme == nil && name != nil && !LenientFieldTree.Element.required.contains(where: isNamed)
  }

  /// `true` for parameters that RFC 7616 3.3 writes without quotes.
  private var isUsuallyBare: Bool {
    isNamed("algorithm") || isNamed("stale") || isNamed("charset") || isNamed("userhash")
  }

  /// Removes a feature of single elements.
  fileprivate mutating func remove(_ feature: InputFeature, isFirst: Bool) {
    switch feature {
    case .unusualSpaces:
      lead = isFirst ? "" : " "
      if !gap.isEmpty { gap = " " }
      guard name != nil else { return }
      sign = "="
      rest = rest.withoutTrailingSpaces
    case .caseOfName: name = name?.asciiLowercased
    case .caseOfScheme: scheme = scheme.map { $0.asKnownScheme ?? $0 }
    case .commaInQuotes where isQuoted:
      value = Octets(value.bytes.filter { $0 != UInt8(ascii: ",") })
    case .quotedPair where isQuoted && value.contains(UInt8(ascii: "\\")):
      value = Octets([0x22] + innerValue.withoutEscapes.bytes + [0x22])
    case .unusualQuotes where isUsuallyBare:
      if innerValue.allSatisfy(\.isTokenCharacter) { value = innerValue }
    case .unusualQuotes where !isQuoted && !value.isEmpty:
      value = Octets([0x22] + value.bytes + [0x22])
    case .emptyValue where name != nil && innerValue.isEmpty, .longValue where value.isLong:
      value = isQuoted ? "\"a\"" : "a"
    case .digestOptions where isNamed("qop") && !innerValue.matches("auth"): value = "\"auth\""
    case .digestOptions where isNamed("algorithm") && !innerValue.matches("MD5"):
      if DigestAlgorithm(innerValue) != nil { value = "MD5" }
    default: break
    }
  }
}

extension Octets {
  /// The scheme in the spelling of its RFC; `nil` if it is not a known one.
  fileprivate var asKnownScheme: Octets? {
    FuzzDictionary.knownSchemes.first { $0.equalsIgnoringCase(self) }
  }

  /// `true` if the value as it is sent is longer than usual.
  fileprivate var isLong: Bool {
    (count > 200 || contains(UInt8(ascii: "$"))) && writtenCount > 200
  }

  fileprivate var withoutTrailingSpaces: Octets {
    var slice = bytes
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return Octets(slice)
  }

  /// The octets with each fold replaced by one space (RFC 9112 5.2).
  fileprivate var unfoldedShort: Octets {
    guard bytes.contains(0x0D) else { return self }
    var octets: [UInt8] = []
    for octet in unfolded.bytes where octet != 0x20 || octets.last != 0x20 { octets.append(octet) }
    return Octets(octets)
  }

  /// The octets without quoted-pairs of quotes and backslashes, and without other backslashes.
  fileprivate var withoutEscapes: Octets {
    var octets: [UInt8] = []
    var isEscaped = false
    for octet in bytes {
      if octet == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      if !isEscaped || (octet != UInt8(ascii: "\"") && octet != UInt8(ascii: "\\")) {
        octets.append(octet)
      }
      isEscaped = false
    }
    return Octets(octets)
  }
}
