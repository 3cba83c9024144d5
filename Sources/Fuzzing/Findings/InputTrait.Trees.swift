internal import HTTPAuth

extension InputTrait {
  /// Takes the trait out of the tree of a field value, where it is one of those.
  func change(_ tree: inout FieldTree) {
    switch self {
    case .emptyElement: tree.removeEmptyElements()
    case .duplicateParameter: tree.removeDuplicates()
    default:
      for index in tree.elements.indices {
        change(&tree.elements[index], isFirst: index == 0)
      }
      tree.elements.removeAll(where: isUnwanted)
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
  fileprivate mutating func removeDuplicates() {
    for challenge in challenges.reversed() {
      var seen: Set<Octets> = []
      var doomed: [Int] = []
      for index in challenge {
        guard let name = elements[index].name?.asciiLowercased else { continue }
        if !seen.insert(name).inserted { doomed.append(index) }
      }
      for index in doomed.reversed() where elements[index].scheme == nil {
        elements.remove(at: index)
      }
    }
  }

  /// `Basic , realm=a` has an empty element as well: behind the scheme.
  fileprivate mutating func removeEmptyElements() {
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
