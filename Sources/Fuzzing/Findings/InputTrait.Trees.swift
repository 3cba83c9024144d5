internal import HTTPAuth

extension InputTrait {
  /// Adds the traits of elements that a tree has to those that were found before.
  static func add(traitsOf tree: FieldTree, to traits: inout TraitSet) {
    for index in tree.elements.indices {
      for (trait, bit) in TraitSet.bitsOfElements
      where !traits.contains(bit) && trait.isIn(tree.elements[index], isFirst: index == 0) {
        traits.formUnion(bit)
      }
    }
    for (trait, bit) in TraitSet.bitsOfLists where !traits.contains(bit) && trait.isIn(tree) {
      traits.formUnion(bit)
    }
  }

  /// The tree of a field value without the trait; nil where it does not have it.
  func changed(_ tree: FieldTree) -> FieldTree? {
    guard mayChange(tree) else { return nil }
    var changed = tree
    switch self {
    case .emptyElement: changed.removeEmptyElements()
    case .duplicateParameter: changed.removeDuplicates()
    default:
      for index in tree.elements.indices
      where mayChange(tree.elements[index], isFirst: index == 0) {
        change(&changed.elements[index], isFirst: index == 0)
      }
      changed.elements.removeAll(where: isUnwanted)
    }
    return changed == tree ? nil : changed
  }

  /// True where a tree has it: something would change.
  func isIn(_ tree: FieldTree) -> Bool {
    switch self {
    case .emptyElement: changed(tree) != nil
    case .duplicateParameter: tree.hasDuplicates
    default:
      tree.elements.indices.contains { isIn(tree.elements[$0], isFirst: $0 == 0) }
    }
  }

  private func isIn(_ element: FieldTree.Element, isFirst: Bool) -> Bool {
    if isUnwanted(element) { return true }
    guard mayChange(element, isFirst: isFirst) else { return false }
    var changed = element
    change(&changed, isFirst: isFirst)
    return changed != element
  }

  /// False where there is nothing to change, as far as that can be seen at a glance.
  private func mayChange(_ tree: FieldTree) -> Bool {
    tree.elements.indices.contains { mayConcern(tree.elements[$0], isFirst: $0 == 0) }
  }

  /// False where the element is to stay as it is, as far as that can be seen at a glance.
  private func mayConcern(_ element: FieldTree.Element, isFirst: Bool) -> Bool {
    switch self {
    case .emptyElement: element.isEmpty || element.isSchemeOnly
    case .duplicateParameter: !isFirst && element.name != nil
    default: mayChange(element, isFirst: isFirst) || isUnwanted(element)
    }
  }

  private func mayChange(_ element: FieldTree.Element, isFirst: Bool) -> Bool {
    switch self {
    case .blanksAroundEqualsSign: element.sign.count > 1
    case .otherBlanks:
      element.lead.count != (isFirst ? 0 : 1) || element.lead.first ?? 0x20 != 0x20
        || element.gap.count > 1 || element.gap.first ?? 0x20 != 0x20
        || element.name != nil && !element.rest.isEmpty
    case .caseOfName: element.name.map { $0.contains { $0 &- 0x41 < 26 } } ?? false
    case .caseOfScheme:
      element.scheme.map { scheme in
        Words.knownSchemes.contains { $0.equalsIgnoringCase(scheme) && $0 != scheme }
      } ?? false
    case .commaInQuotes: element.isQuoted && element.value.contains(UInt8(ascii: ","))
    case .quotedPair: element.isQuoted && element.value.contains(UInt8(ascii: "\\"))
    case .token:
      element.name != nil && !element.isQuoted && !element.value.isEmpty && !element.isUsuallyBare
    case .quotedWord: element.isQuoted && element.isUsuallyBare
    case .emptyValue: element.name != nil && element.innerValue.isEmpty
    case .longValue: element.value.count > 200 || element.value.contains(UInt8(ascii: "$"))
    case .strongAlgorithm, .sessionAlgorithm: element.isNamed("algorithm")
    case .qopList, .authInt: element.isNamed("qop")
    default: false
    }
  }

  private func change(_ element: inout FieldTree.Element, isFirst: Bool) {
    switch self {
    case .blanksAroundEqualsSign where element.name != nil: element.sign = "="
    case .otherBlanks:
      element.lead = isFirst ? "" : " "
      if !element.gap.isEmpty { element.gap = " " }
      if element.name != nil { element.rest = element.rest.withoutBlanksAtEnd }
    case .caseOfName:
      if let name = element.name { element.name = name.asciiLowercased }
    case .caseOfScheme:
      if let scheme = element.scheme {
        element.scheme =
          Words.knownSchemes.first { $0.equalsIgnoringCase(scheme) } ?? scheme
      }
    case .commaInQuotes where element.isQuoted:
      element.value = Octets(element.value.bytes.filter { $0 != UInt8(ascii: ",") })
    case .quotedPair where element.isQuoted:
      element.value = Octets([0x22] + element.innerValue.withoutEscapes.bytes + [0x22])
    case .token where element.name != nil && !element.isQuoted && !element.value.isEmpty:
      guard !element.isUsuallyBare else { break }
      element.value = Octets([0x22] + element.value.bytes + [0x22])
    case .quotedWord where element.isUsuallyBare && element.isQuoted:
      element.value = element.innerValue
    case .emptyValue where element.name != nil && element.innerValue.isEmpty:
      element.value = element.isQuoted ? "\"a\"" : "a"
    case .longValue where element.value.written.count > 200:
      element.value = element.isQuoted ? "\"a\"" : "a"
    case .strongAlgorithm where element.isNamed("algorithm"):
      if let algorithm = DigestAlgorithm(element.innerValue), algorithm.function != .md5 {
        element.value = algorithm.isSession ? "MD5-sess" : "MD5"
      }
    case .sessionAlgorithm where element.isNamed("algorithm"):
      if let algorithm = DigestAlgorithm(element.innerValue), algorithm.isSession {
        element.value = DigestAlgorithm(algorithm.function).name
      }
    case .qopList where element.isNamed("qop"):
      if element.innerValue.bytes.contains(where: { $0 == UInt8(ascii: ",") || $0 <= 0x20 }) {
        element.value = "\"auth\""
      }
    case .authInt where element.isNamed("qop"):
      if element.innerValue.asciiLowercased == "auth-int" { element.value = "\"auth\"" }
    default: break
    }
  }

  private func isUnwanted(_ element: FieldTree.Element) -> Bool {
    guard let name = element.name, element.scheme == nil else { return false }
    switch self {
    case .unknownParameter:
      return !Words.digestParameters.contains { $0.equalsIgnoringCase(name) }
    case .charset: return name.matches("charset")
    case .stale: return name.matches("stale")
    case .opaque: return name.matches("opaque")
    default: return false
    }
  }
}

extension FieldTree {
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

extension FieldTree.Element {
  /// Nothing, or nothing but blanks.
  fileprivate var isEmpty: Bool {
    scheme == nil && name == nil && value.isEmpty && rest.withoutBlanksAtEnd.isEmpty
  }

  /// A scheme and blanks.
  fileprivate var isSchemeOnly: Bool { scheme != nil && name == nil && rest.isEmpty }

  /// It is a parameter of that name.
  func isNamed(_ name: StaticString) -> Bool { self.name?.matches(name) ?? false }

  /// Parameters that RFC 7616 3.3 writes without quotes.
  fileprivate var isUsuallyBare: Bool {
    isNamed("algorithm") || isNamed("stale") || isNamed("charset") || isNamed("userhash")
  }
}

extension Octets {
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
