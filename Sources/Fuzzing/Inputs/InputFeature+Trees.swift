// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

extension LenientFieldTree {
  /// The features of single elements, and of elements together.
  var features: FeatureSet {
    var features: FeatureSet = []
    for index in elements.indices {
      features.formUnion(elements[index].features(isFirst: index == 0))
    }
    if InputFeature.emptyElement.changed(self) != nil { features.insert(.emptyElement) }
    if hasDuplicates { features.insert(.duplicateParameter) }
    return features
  }
}

extension LenientFieldTree.Element {
  /// The features that changing or removing the element removes.
  fileprivate func features(isFirst: Bool) -> FeatureSet {
    var features = name.map(featuresOfParameter) ?? []
    if lead != (isFirst ? "" : " ") || gap.count > 1 || gap.first ?? 0x20 != 0x20
      || name != nil && rest != rest.withoutTrailingSpaces
    {
      features.insert(.unusualSpaces)
    }
    if let scheme, scheme != scheme.asKnownScheme { features.insert(.caseOfScheme) }
    if isQuoted {
      if value.contains(UInt8(ascii: ",")) { features.insert(.commaInQuotes) }
      if value.contains(UInt8(ascii: "\\")) { features.insert(.quotedPair) }
    }
    if value.isLong { features.insert(.longValue) }
    return features
  }

  private func featuresOfParameter(_ name: Octets) -> FeatureSet {
    var features: FeatureSet = []
    if sign.count != 1 { features.insert(.spacesAroundEqualsSign) }
    if name.contains(where: { $0 &- 0x41 < 26 }) { features.insert(.caseOfName) }
    if innerValue.isEmpty { features.insert(.emptyValue) }
    if isUsuallyBare {
      if isQuoted { features.insert(.quotedWord) }
    } else if !isQuoted, !value.isEmpty {
      features.insert(.token)
    }
    if isNamed("algorithm"), let algorithm = DigestAlgorithm(innerValue) {
      if algorithm.function != .md5 { features.insert(.strongAlgorithm) }
      if algorithm.isSession { features.insert(.sessionAlgorithm) }
    }
    if isNamed("qop") {
      if innerValue.isSeveralWords { features.insert(.qopList) }
      if innerValue.matches("auth-int") { features.insert(.authInt) }
    }
    // An element with a scheme is not removed.
    guard scheme == nil else { return features }
    if isNamed("charset") { features.insert(.charset) }
    if isNamed("stale") { features.insert(.stale) }
    if isNamed("opaque") { features.insert(.opaque) }
    if !FuzzDictionary.digestParameters.contains(where: { $0.equalsIgnoringCase(name) }) {
      features.insert(.unknownParameter)
    }
    return features
  }
}

extension InputFeature {
  /// The tree of a field value without the feature; `nil` if the tree does not have it.
  func changed(_ tree: LenientFieldTree) -> LenientFieldTree? {
    var changed = tree
    switch self {
    case .emptyElement:
      guard tree.elements.contains(where: { $0.isEmpty || $0.isSchemeOnly }) else { return nil }
      changed.removeEmptyElements()
    case .duplicateParameter: changed.removeDuplicates()
    case .unknownParameter, .charset, .stale, .opaque:
      let own = FeatureSet(self)
      changed.elements.removeAll { $0.features(isFirst: false).contains(own) }
    default:
      let own = FeatureSet(self)
      for index in tree.elements.indices
      where tree.elements[index].features(isFirst: index == 0).contains(own) {
        change(&changed.elements[index], isFirst: index == 0)
      }
    }
    return changed == tree ? nil : changed
  }

  /// Removes the feature from an element that has it.
  private func change(_ element: inout LenientFieldTree.Element, isFirst: Bool) {
    switch self {
    case .spacesAroundEqualsSign: element.sign = "="
    case .unusualSpaces:
      element.lead = isFirst ? "" : " "
      if !element.gap.isEmpty { element.gap = " " }
      if element.name != nil { element.rest = element.rest.withoutTrailingSpaces }
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
  /// `true` if a parameter occurs twice in its challenge and can be removed.
  fileprivate var hasDuplicates: Bool { challenges.contains { !duplicates(in: $0).isEmpty } }

  fileprivate mutating func removeDuplicates() {
    for challenge in challenges.reversed() {
      for index in duplicates(in: challenge).reversed() { elements.remove(at: index) }
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
  fileprivate mutating func removeEmptyElements() {
    // An empty value is one empty element, and stays.
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
  /// `true` for no octets, or only spaces.
  fileprivate var isEmpty: Bool {
    scheme == nil && name == nil && value.isEmpty && rest.withoutTrailingSpaces.isEmpty
  }

  /// `true` for a scheme and spaces.
  fileprivate var isSchemeOnly: Bool { scheme != nil && name == nil && rest.isEmpty }
}

extension LenientFieldTree.Element {
  /// `true` for parameters that RFC 7616 3.3 writes without quotes.
  fileprivate var isUsuallyBare: Bool {
    isNamed("algorithm") || isNamed("stale") || isNamed("charset") || isNamed("userhash")
  }
}

extension Octets {
  /// The scheme in the spelling of its RFC, if it is a known one.
  fileprivate var asKnownScheme: Octets {
    FuzzDictionary.knownSchemes.first { $0.equalsIgnoringCase(self) } ?? self
  }

  /// `true` if the value as it is sent is longer than usual.
  fileprivate var isLong: Bool {
    (count > 200 || contains(UInt8(ascii: "$"))) && writtenCount > 200
  }

  /// `true` for a list, or for words separated by spaces.
  fileprivate var isSeveralWords: Bool { contains { $0 == UInt8(ascii: ",") || $0 <= 0x20 } }

  fileprivate var withoutTrailingSpaces: Octets {
    var slice = bytes
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return Octets(slice)
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
