internal import HTTPAuth

/// Something about an input that may be what a client stumbles over. Each can be taken away, and what is left is simpler.
///
/// A finding has the traits without which nothing is wrong any more: they are its cause, in words.
public enum InputTrait: String, Hashable, Sendable, CaseIterable {
  case blanksAroundEqualsSign = "blanks around an equals sign"
  case emptyElement = "an empty list element"
  case otherBlanks = "blanks other than one behind a comma or a scheme"
  case caseOfName = "the case of a parameter's name"
  case caseOfScheme = "the case of a scheme"
  case caseOfFieldName = "the case of the field name"
  case commaInQuotes = "a comma in a quoted-string"
  case quotedPair = "a quoted-pair"
  case otherOctets = "octets other than ASCII"
  case controls = "control characters"
  case fold = "a folded line"
  case token = "a value without quotes"
  case quotedWord = "a value in quotes that is usually without"
  case emptyValue = "an empty value"
  case longValue = "a long value"
  case token68 = "a token68"
  case duplicateParameter = "a parameter that stands twice"
  case unknownParameter = "a parameter that no scheme knows"
  case otherAlgorithm = "an algorithm that RFC 7616 does not know"
  case strongAlgorithm = "an algorithm other than MD5"
  case sessionAlgorithm = "a -sess algorithm"
  case qopList = "a list of qop options"
  case authInt = "qop auth-int"
  case charset = "charset"
  case stale = "stale"
  case opaque = "opaque"
  case incomplete = "an incomplete challenge"
  case secondDigest = "a second Digest challenge"
  case secondBasic = "a second Basic challenge"
  case otherScheme = "a challenge of another scheme"
  case severalLines = "several field lines"
  case severalSchemes = "challenges of several schemes"
  case proxy = "a proxy"
  case interim = "an interim response"
  case statusLine = "an unusual status line"
  case otherFields = "other fields"
  case connection = "what becomes of the connection"
  case framing = "how the end of the body is told"
  case laterReply = "a second reply"
  case nextRequest = "a second request"

  /// The input without it; nil where it does not have it.
  public func removed(from input: FuzzInput) -> FuzzInput? { removed(from: InputTrees(input)) }

  /// The same of an input whose fields are taken apart already.
  func removed(from trees: InputTrees) -> FuzzInput? {
    let changed = without(trees)
    guard changed != trees.input else { return nil }
    let result = FuzzInput(text: changed.text)
    return result == trees.input ? nil : result
  }

  /// True for an input that has it, as far as that can be told without writing it anew: it may be that nothing of what
  /// would change has a place in the text of an input. Whole challenges are looked at all at once, elsewhere.
  fileprivate func isIn(_ trees: InputTrees) -> Bool {
    let replies = trees.input.replies
    switch self {
    case .laterReply: return replies.count > 1
    case .nextRequest: return replies.dropFirst().contains(where: \.isOfNextRequest)
    case .proxy: return replies.contains { $0.server == .proxy }
    case .interim: return replies.contains { !$0.interim.isEmpty }
    case .connection: return replies.contains { $0.connection != .keep }
    case .framing: return replies.contains { $0.framing != .length || $0.isInPieces }
    case .statusLine:
      return replies.contains { $0.statusLine != nil && without($0).statusLine != $0.statusLine }
    case .caseOfFieldName:
      return replies.contains { $0.lines.contains { $0.name != $0.usualName } }
    case .otherFields: return trees.ofReplies.contains { $0.contains { $0 == nil } }
    case .severalLines: return trees.ofReplies.contains { $0.count { $0 != nil } > 1 }
    case .fold, .otherOctets, .controls:
      return zip(replies, trees.ofReplies).contains { reply, trees in
        zip(reply.lines, trees).contains { line, tree in tree != nil && isIn(line.value) }
      }
    default:
      return trees.ofReplies.contains { $0.contains { $0.map(isIn) ?? false } }
    }
  }

  /// True for a trait of single list elements.
  fileprivate var isOfElements: Bool {
    switch self {
    case .laterReply, .nextRequest, .proxy, .interim, .statusLine, .otherFields, .connection,
      .framing, .severalLines, .caseOfFieldName, .fold, .otherOctets, .controls:
      false
    default: !isOfChallenges && !isOfLists
    }
  }

  /// True for a trait of list elements that it takes the others to see.
  fileprivate var isOfLists: Bool {
    switch self {
    case .emptyElement, .duplicateParameter: true
    default: false
    }
  }

  /// The same of one value, for traits of its octets.
  private func isIn(_ value: Octets) -> Bool {
    switch self {
    case .fold: value.contains(0x0D) && value.unfoldedShort != value
    case .otherOctets: value.contains { $0 >= 0x80 }
    default: value.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }
  }

  /// The input without it, as it is before it is written.
  func without(_ trees: InputTrees) -> FuzzInput {
    let input = trees.input
    switch self {
    case .laterReply:
      return FuzzInput(Array(input.replies.prefix(1)))
    case .nextRequest:
      return FuzzInput(Array(input.requests[0]))
    case .proxy, .interim, .statusLine, .otherFields, .connection, .framing, .severalLines,
      .caseOfFieldName:
      return FuzzInput(input.replies.map(without))
    default:
      return isOfChallenges ? withoutChallenges(trees) : withoutInLines(trees)
    }
  }

  private func withoutChallenges(_ trees: InputTrees) -> FuzzInput {
    var input = trees.input
    for index in input.replies.indices {
      removeChallenges(from: &input.replies[index], trees.ofReplies[index])
    }
    return input
  }

  private func withoutInLines(_ trees: InputTrees) -> FuzzInput {
    var input = trees.input
    for (reply, ofReply) in trees.ofReplies.enumerated() {
      for (line, tree) in ofReply.enumerated() {
        guard let tree else { continue }
        let value = trees.input.replies[reply].lines[line].value
        let changed = without(value, tree)
        if changed != value { input.replies[reply].lines[line].value = changed }
      }
    }
    return input
  }

  private func without(_ reply: FuzzReply) -> FuzzReply {
    var reply = reply
    switch self {
    case .proxy where reply.server == .proxy:
      reply.server = .origin
      for index in reply.lines.indices where reply.lines[index].name.matches("Proxy-Authenticate") {
        reply.lines[index].name = "WWW-Authenticate"
      }
      for index in reply.lines.indices
      where reply.lines[index].name.matches("Proxy-Authentication-Info") {
        reply.lines[index].name = "Authentication-Info"
      }
    case .interim: reply.interim = []
    case .statusLine where reply.statusLine != nil:
      reply.statusLine =
        reply.isUsualRefusal ? nil : reply.status.map { Octets("HTTP/1.1 \($0) x") }
    case .otherFields: reply.lines.removeAll { !$0.isChallenge }
    case .connection: reply.connection = .keep
    case .framing:
      reply.framing = .length
      reply.isInPieces = false
    case .caseOfFieldName:
      for index in reply.lines.indices { reply.lines[index].name = reply.lines[index].usualName }
    case .severalLines:
      let lines = reply.lines.filter(\.isChallenge)
      guard let first = lines.first, lines.count > 1 else { break }
      reply.lines.removeAll(where: \.isChallenge)
      reply.lines.append(FuzzLine(name: first.name, value: Octets(joining: lines.map(\.value))))
    default: break
    }
    return reply
  }

  private func without(_ value: Octets, _ tree: FieldTree) -> Octets {
    switch self {
    case .fold: return value.unfoldedShort
    case .otherOctets: return Octets(value.bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "a") })
    case .controls:
      return Octets(value.unfoldedShort.bytes.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    default: return changed(tree)?.value ?? value
    }
  }
}

/// An input, and the fields of it that speak of authentication, taken apart: traits are looked for in them one after another.
struct InputTrees {
  let input: FuzzInput
  /// By reply and line; nil for a line that carries no challenges and tells nothing after success.
  let ofReplies: [[FieldTree?]]

  init(_ input: FuzzInput) {
    self.input = input
    ofReplies = input.replies.map { reply in
      reply.lines.map { $0.isChallenge ? FieldTree($0.value) : nil }
    }
  }

  /// True where the input has a trait.
  func have(_ trait: InputTrait) -> Bool {
    guard trait.isOfChallenges else { return trait.isIn(self) }
    return zip(input.replies, ofReplies).contains { reply, trees in
      reply.traitsOfChallenges(trees).contains(TraitSet([trait]))
    }
  }

  /// The traits that the input has.
  var traits: TraitSet {
    var traits = TraitSet()
    for (reply, trees) in zip(input.replies, ofReplies) {
      traits.formUnion(reply.traitsOfChallenges(trees))
      for case .some(let tree) in trees { InputTrait.add(traitsOf: tree, to: &traits) }
    }
    for (trait, bit) in TraitSet.bitsOfOthers where trait.isIn(self) { traits.formUnion(bit) }
    return traits
  }
}

/// Some traits.
struct TraitSet: OptionSet, Hashable, Sendable {
  /// A bit for each trait, in the order of all.
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Each trait and its bit.
  static let bits = InputTrait.allCases.enumerated().map { place, trait in
    (trait: trait, bit: TraitSet(rawValue: 1 << UInt64(place)))
  }

  /// The same, of traits of single list elements.
  static let bitsOfElements = bits.filter { $0.trait.isOfElements }
  /// The same, of traits of list elements that it takes the others to see.
  static let bitsOfLists = bits.filter { $0.trait.isOfLists }
  /// The same, of traits that are none of these, nor whole challenges.
  static let bitsOfOthers = bits.filter {
    !$0.trait.isOfElements && !$0.trait.isOfLists && !$0.trait.isOfChallenges
  }

  /// These traits.
  init(_ traits: [InputTrait]) {
    self = []
    for (trait, bit) in TraitSet.bits where traits.contains(trait) { formUnion(bit) }
  }
}

extension FuzzLine {
  /// The fields that carry challenges, or what is told after success.
  private static let challengeNames: [Octets] = [
    "WWW-Authenticate", "Proxy-Authenticate", "Authentication-Info", "Proxy-Authentication-Info",
  ]
  private static let usualNames = challengeNames + ["Set-Cookie", "Location"]

  /// True for a line that carries challenges, or what is told after success.
  var isChallenge: Bool { FuzzLine.challengeNames.contains { $0.equalsIgnoringCase(name) } }

  /// The name as its RFC spells it, where it is one of these.
  fileprivate var usualName: Octets {
    FuzzLine.usualNames.first { $0.equalsIgnoringCase(name) } ?? name
  }
}

extension Octets {
  /// Each fold as one blank (RFC 9112 5.2).
  fileprivate var unfoldedShort: Octets {
    guard bytes.contains(0x0D) else { return self }
    var octets: [UInt8] = []
    for octet in unfolded.bytes where octet != 0x20 || octets.last != 0x20 { octets.append(octet) }
    return Octets(octets)
  }
}
