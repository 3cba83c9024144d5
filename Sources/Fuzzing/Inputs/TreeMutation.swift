// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Alters the tree of a field value.
struct TreeMutation {
  let random: SeededRandom

  /// The value with one alteration; parts of `other` may be inserted.
  func mutate(_ value: Octets, with other: Octets?) -> Octets {
    var pieces = value.listPieces
    let place = random.below(pieces.count)
    switch random.below(27) {
    case 0..<2: pieces.remove(at: place)
    case 2..<4: pieces.insert(pieces[place], at: random.below(pieces.count + 1))
    case 4..<6: pieces.swapAt(place, random.below(pieces.count))
    case 6..<8: pieces.insert(contentsOf: challenge(), at: place)
    case 18..<20: pieces.insert("", at: place)
    case 20..<22: pieces.insert(contentsOf: challenge(of: other), at: place)
    case let way:
      // Only the piece that is altered is parsed.
      var element = LenientFieldTree.Element(pieces[place])
      alter(&element, way)
      pieces[place] = element.written
    }
    return Octets(separating: pieces, by: FuzzDictionary.comma)
  }

  private func alter(_ element: inout LenientFieldTree.Element, _ way: Int) {
    switch way {
    case 8..<10: setScheme(&element)
    case 10..<12: setName(&element)
    case 12..<14: setValue(&element)
    case 14..<16: setQuotes(&element)
    case 16..<18: element.sign = random.word([" = ", "= ", " =", "==", "\t=", "=", ""])
    case 22..<24: insertTrouble(&element)
    case 24..<26: element.lead = random.word(FuzzDictionary.spaces + FuzzDictionary.folds + [""])
    case _ where random.percent(25): lengthen(&element)
    default: setValue(&element)
    }
  }

  /// The pieces of a challenge from the grammar.
  private func challenge() -> [Octets] {
    let validity: FieldGrammar.Validity = random.percent(70) ? .valid : .hostile
    let challenge = FieldGrammar(random: random, validity: validity).challenge()
    return Octets([0x20] + challenge).listPieces
  }

  /// The pieces of one challenge of another value.
  private func challenge(of other: Octets?) -> [Octets] {
    guard let other else { return [] }
    return random.pick(LenientFieldTree(other).challenges).map {
      Array(other.listPieces[$0])
    } ?? []
  }

  private func setScheme(_ element: inout LenientFieldTree.Element) {
    let isKnown = random.percent(60)
    element.scheme = random.word(
      isKnown ? FuzzDictionary.knownSchemes : FuzzDictionary.otherSchemes)
    if element.gap.isEmpty { element.gap = " " }
  }

  private func setName(_ element: inout LenientFieldTree.Element) {
    let name = random.word(FuzzDictionary.parameters)
    element.name = random.percent(80) ? name : name.asciiUppercased
    if element.sign.isEmpty { element.sign = "=" }
  }

  private func setValue(_ element: inout LenientFieldTree.Element) {
    if element.name == nil { return setName(&element) }
    let lists = [
      FuzzDictionary.texts, FuzzDictionary.texts, FuzzDictionary.tokens, FuzzDictionary.algorithms,
      FuzzDictionary.qops, FuzzDictionary.otherAlgorithms,
    ]
    let text = random.word(random.pick(lists) ?? [])
    element.value = Octets(FieldGrammar(random: random, validity: .nearlyValid).value(text))
  }

  private func setQuotes(_ element: inout LenientFieldTree.Element) {
    let text = element.innerValue
    switch random.below(4) {
    case 0: element.value = text
    case 1: element.value = Octets([0x22] + text.bytes)
    case 2: element.value = Octets([0x27] + text.bytes + [0x27])
    default: element.value = Octets([0x22] + text.bytes + [0x22])
    }
  }

  private func insertTrouble(_ element: inout LenientFieldTree.Element) {
    var octets = element.value.array
    let isInside = octets.count >= 2
    let place = isInside ? 1 + random.below(octets.count - 1) : random.below(octets.count + 1)
    octets.insert(contentsOf: random.word(FuzzDictionary.delimiters).bytes, at: place)
    element.value = Octets(octets)
  }

  private func lengthen(_ element: inout LenientFieldTree.Element) {
    guard element.value.count < 4096 else { return }
    let count = [16, 250, 700, 1100, 4096][random.below(5)]
    let octet = random.pick(element.value.bytes) ?? UInt8(ascii: "a")
    let unit = octet == 0x22 || octet == 0x5C || octet == 0x7D ? UInt8(ascii: "a") : octet
    var octets = element.value.array
    octets.insert(contentsOf: Repetition.text([unit], count: count), at: octets.count / 2)
    element.value = Octets(octets)
  }
}
