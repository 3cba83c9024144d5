import HTTPAuth

extension LenientFieldTree {
  /// The traits of its elements, one by one and among each other.
  var traits: FeatureSet {
    var traits: FeatureSet = []
    for index in elements.indices {
      traits.formUnion(elements[index].parts.traits(isFirst: index == 0))
    }
    if InputFeature.emptyElement.changed(self) != nil { traits.insert(.emptyElement) }
    if hasDuplicates { traits.insert(.duplicateParameter) }
    return traits
  }
}

extension LenientFieldTree.Element.Parts {
  /// The traits of the element: each that could be changed, or for which it could be taken away.
  fileprivate func traits(isFirst: Bool) -> FeatureSet {
    var traits = name.map(traitsOfParameter) ?? []
    if lead != (isFirst ? "" : " ") || gap.count > 1 || gap.first ?? 0x20 != 0x20
      || name != nil && rest != rest.withoutBlanksAtEnd
    {
      traits.insert(.otherBlanks)
    }
    if let scheme, scheme != scheme.asKnownScheme { traits.insert(.caseOfScheme) }
    if isQuoted {
      if value.contains(UInt8(ascii: ",")) { traits.insert(.commaInQuotes) }
      if value.contains(UInt8(ascii: "\\")) { traits.insert(.quotedPair) }
    }
    if value.isLong { traits.insert(.longValue) }
    return traits
  }

  private func traitsOfParameter(_ name: Octets) -> FeatureSet {
    var traits: FeatureSet = []
    if sign.count != 1 { traits.insert(.blanksAroundEqualsSign) }
    if name.contains(where: { $0 &- 0x41 < 26 }) { traits.insert(.caseOfName) }
    if innerValue.isEmpty { traits.insert(.emptyValue) }
    if isUsuallyBare {
      if isQuoted { traits.insert(.quotedWord) }
    } else if !isQuoted, !value.isEmpty {
      traits.insert(.token)
    }
    if isNamed("algorithm"), let algorithm = DigestAlgorithm(innerValue) {
      if algorithm.function != .md5 { traits.insert(.strongAlgorithm) }
      if algorithm.isSession { traits.insert(.sessionAlgorithm) }
    }
    if isNamed("qop") {
      if innerValue.isSeveralWords { traits.insert(.qopList) }
      if innerValue.matches("auth-int") { traits.insert(.authInt) }
    }
    // With a scheme in it the element stays.
    guard scheme == nil else { return traits }
    if isNamed("charset") { traits.insert(.charset) }
    if isNamed("stale") { traits.insert(.stale) }
    if isNamed("opaque") { traits.insert(.opaque) }
    if !FuzzDictionary.digestParameters.contains(where: { $0.equalsIgnoringCase(name) }) {
      traits.insert(.unknownParameter)
    }
    return traits
  }
}

extension InputFeature {
  /// The tree of a field value without the trait; nil where it does not have it.
  func changed(_ tree: LenientFieldTree) -> LenientFieldTree? {
    var changed = tree
    switch self {
    case .emptyElement:
      guard tree.elements.contains(where: { $0.isEmpty || $0.isSchemeOnly }) else { return nil }
      changed.removeEmptyElements()
    case .duplicateParameter: changed.removeDuplicates()
    case .unknownParameter, .charset, .stale, .opaque:
      let own = FeatureSet([self])
      changed.elements.removeAll { $0.parts.traits(isFirst: false).contains(own) }
    default:
      let own = FeatureSet([self])
      for index in tree.elements.indices
      where tree.elements[index].parts.traits(isFirst: index == 0).contains(own) {
        change(&changed.elements[index], isFirst: index == 0)
      }
    }
    return changed == tree ? nil : changed
  }

  /// Takes the trait from an element that has it.
  private func change(_ element: inout LenientFieldTree.Element, isFirst: Bool) {
    switch self {
    case .blanksAroundEqualsSign: element.sign = "="
    case .otherBlanks:
      element.lead = isFirst ? "" : " "
      if !element.gap.isEmpty { element.gap = " " }
      if element.name != nil { element.rest = element.rest.withoutBlanksAtEnd }
    case .caseOfName: element.name = element.name?.asciiLowercased
    case .caseOfScheme: element.scheme = element.scheme?.asKnownScheme
    case .commaInQuotes:
      element.value = Octets(element.value.bytes.filter { $0 != UInt8(ascii: ",") })
    case .quotedPair:
      element.value = Octets([0x22] + element.innerValue.withoutEscapes.bytes + [0x22])
    case .token: element.value = Octets([0x22] + element.value.bytes + [0x22])
    case .quotedWord: element.value = element.innerValue
    case .emptyValue, .longValue: element.value = element.isQuoted ? "\"a\"" : "a"
    case .strongAlgorithm:
      let isSession = DigestAlgorithm(element.innerValue)?.isSession ?? false
      element.value = isSession ? "MD5-sess" : "MD5"
    case .sessionAlgorithm:
      if let algorithm = DigestAlgorithm(element.innerValue) {
        element.value = DigestAlgorithm(algorithm.function).name
      }
    case .qopList, .authInt: element.value = "\"auth\""
    default: break
    }
  }
}

extension LenientFieldTree {
  /// Some parameter stands twice in its challenge, and can be taken away.
  fileprivate var hasDuplicates: Bool { challenges.contains { !duplicates(in: $0).isEmpty } }

  fileprivate mutating func removeDuplicates() {
    for challenge in challenges.reversed() {
      for index in duplicates(in: challenge).reversed() { elements.remove(at: index) }
    }
  }

  /// The parameters of a challenge that stand in it before; not one that has the challenge's scheme with it.
  private func duplicates(in challenge: Range<Int>) -> [Int] {
    // A few names are compared quicker than they are hashed.
    guard challenge.count > 8 else {
      return challenge.filter { index in
        guard elements[index].scheme == nil, let name = elements[index].name else { return false }
        return (challenge.lowerBound..<index).contains {
          elements[$0].name?.equalsIgnoringCase(name) ?? false
        }
      }
    }
    var seen: Set<Octets> = []
    return challenge.filter { index in
      guard let name = elements[index].name?.asciiLowercased else { return false }
      return !seen.insert(name).inserted && elements[index].scheme == nil
    }
  }

  /// `Basic , realm=a` has an empty element as well: behind the scheme.
  fileprivate mutating func removeEmptyElements() {
    // No octets are one empty element, and no element is no octets.
    guard elements.count > 1 || !value.isEmpty else { return }
    var kept: [Element] = []
    for element in elements where !element.isEmpty {
      if var last = kept.last, last.isSchemeOnly, !last.gap.isEmpty, element.scheme == nil {
        last.name = element.name
        last.sign = element.sign
        last.value = element.value
        last.rest = element.rest
        kept[kept.count - 1] = last
      } else {
        kept.append(element)
      }
    }
    elements = kept
  }
}

extension LenientFieldTree.Element {
  /// Nothing, or nothing but blanks.
  fileprivate var isEmpty: Bool {
    scheme == nil && name == nil && value.isEmpty && rest.withoutBlanksAtEnd.isEmpty
  }

  /// A scheme and blanks.
  fileprivate var isSchemeOnly: Bool { scheme != nil && name == nil && rest.isEmpty }
}

extension LenientFieldTree.Element.Parts {
  /// Parameters that RFC 7616 3.3 writes without quotes.
  fileprivate var isUsuallyBare: Bool {
    isNamed("algorithm") || isNamed("stale") || isNamed("charset") || isNamed("userhash")
  }
}

extension Octets {
  /// The scheme as its RFC spells it, where it is one of those that clients know.
  fileprivate var asKnownScheme: Octets {
    FuzzDictionary.knownSchemes.first { $0.equalsIgnoringCase(self) } ?? self
  }

  /// Longer than values are, as it goes over the wire.
  fileprivate var isLong: Bool {
    (count > 200 || contains(UInt8(ascii: "$"))) && writtenCount > 200
  }

  /// A list, or words with blanks between them.
  fileprivate var isSeveralWords: Bool { contains { $0 == UInt8(ascii: ",") || $0 <= 0x20 } }

  fileprivate var withoutBlanksAtEnd: Octets {
    var slice = bytes
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return Octets(slice)
  }

  /// Quoted-pairs of harmless octets undone, and those of quotes and backslashes gone.
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
