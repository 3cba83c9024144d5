internal import HTTPAuth

/// Alters the tree of a field value.
struct TreeMutation {
  var random: SeededRandom

  /// The value with one alteration; `other` is a value that parts may be taken from.
  mutating func mutate(_ value: Octets, with other: Octets?) -> Octets {
    var tree = FieldTree(value)
    guard !tree.elements.isEmpty else { return value }
    let place = random.below(tree.elements.count)
    switch random.below(27) {
    case 0..<2: tree.elements.remove(at: place)
    case 2..<4:
      tree.elements.insert(tree.elements[place], at: random.below(tree.elements.count + 1))
    case 4..<6: tree.elements.swapAt(place, random.below(tree.elements.count))
    case 6..<8: insert(challenge: &tree, at: place)
    case 8..<10: setScheme(&tree.elements[place])
    case 10..<12: setName(&tree.elements[place])
    case 12..<14: setValue(&tree.elements[place])
    case 14..<16: setQuotes(&tree.elements[place])
    case 16..<18:
      tree.elements[place].sign = random.word([" = ", "= ", " =", "==", "\t=", "=", ""])
    case 18..<20: tree.elements.insert(.init(), at: place)
    case 20..<22: splice(&tree, other, at: place)
    case 22..<24: insertTrouble(&tree.elements[place])
    case 24..<26: tree.elements[place].lead = random.word(Words.blanks + Words.folds + [""])
    case _ where random.percent(25): lengthen(&tree.elements[place])
    default: setValue(&tree.elements[place])
    }
    return tree.value
  }

  private mutating func insert(challenge tree: inout FieldTree, at place: Int) {
    var grammar = FieldGrammar(random: random)
    let manner: FieldGrammar.Manner = grammar.random.percent(70) ? .valid : .hostile
    let challenge = FieldTree(Octets([0x20] + grammar.challenge(manner)))
    random = grammar.random
    tree.elements.insert(contentsOf: challenge.elements, at: place)
  }

  private mutating func setScheme(_ element: inout FieldTree.Element) {
    let isKnown = random.percent(60)
    element.scheme = random.word(isKnown ? Words.knownSchemes : Words.otherSchemes)
    if element.gap.isEmpty { element.gap = " " }
  }

  private mutating func setName(_ element: inout FieldTree.Element) {
    let name = random.word(Words.parameters)
    element.name = random.percent(80) ? name : name.asciiUppercased
    if element.sign.isEmpty { element.sign = "=" }
  }

  private mutating func setValue(_ element: inout FieldTree.Element) {
    if element.name == nil { return setName(&element) }
    var grammar = FieldGrammar(random: random)
    let lists = [
      Words.texts, Words.texts, Words.tokens, Words.algorithms, Words.qops, Words.otherAlgorithms,
    ]
    let text = grammar.random.word(grammar.random.pick(lists) ?? [])
    element.value = Octets(grammar.value(text, .odd))
    random = grammar.random
  }

  private mutating func setQuotes(_ element: inout FieldTree.Element) {
    let text = element.innerValue
    switch random.below(4) {
    case 0: element.value = text
    case 1: element.value = Octets([0x22] + text.bytes)
    case 2: element.value = Octets([0x27] + text.bytes + [0x27])
    default: element.value = Octets([0x22] + text.bytes + [0x22])
    }
  }

  /// Puts challenges of another value in.
  private mutating func splice(_ tree: inout FieldTree, _ other: Octets?, at place: Int) {
    guard let other else { return }
    let source = FieldTree(other)
    guard let challenge = random.pick(source.challenges) else { return }
    tree.elements.insert(contentsOf: source.elements[challenge], at: place)
  }

  private mutating func insertTrouble(_ element: inout FieldTree.Element) {
    var octets = element.value.array
    let isInside = octets.count >= 2
    let place = isInside ? 1 + random.below(octets.count - 1) : random.below(octets.count + 1)
    octets.insert(contentsOf: random.word(Words.troublemakers).bytes, at: place)
    element.value = Octets(octets)
  }

  private mutating func lengthen(_ element: inout FieldTree.Element) {
    guard element.value.count < 4096 else { return }
    let count = [16, 250, 700, 1100, 4096][random.below(5)]
    let octet = random.pick(element.value.bytes) ?? UInt8(ascii: "a")
    let unit = octet == 0x22 || octet == 0x5C || octet == 0x7D ? UInt8(ascii: "a") : octet
    var octets = element.value.array
    octets.insert(contentsOf: Repetition.text([unit], count: count), at: octets.count / 2)
    element.value = Octets(octets)
  }
}
