/// Some traits.
struct TraitSet: OptionSet, Hashable, Sendable {
  /// A bit for each trait, in the order of all.
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Each trait and its bit.
  static let bits = InputTrait.allCases.enumerated().map { place, trait in
    (trait: trait, bit: TraitSet(rawValue: 1 << UInt64(place)))
  }

  /// These traits.
  init(_ traits: [InputTrait]) {
    self = []
    for (trait, bit) in TraitSet.bits where traits.contains(trait) { formUnion(bit) }
  }

  static let blanksAroundEqualsSign = TraitSet([.blanksAroundEqualsSign])
  static let emptyElement = TraitSet([.emptyElement])
  static let otherBlanks = TraitSet([.otherBlanks])
  static let caseOfName = TraitSet([.caseOfName])
  static let caseOfScheme = TraitSet([.caseOfScheme])
  static let caseOfFieldName = TraitSet([.caseOfFieldName])
  static let commaInQuotes = TraitSet([.commaInQuotes])
  static let quotedPair = TraitSet([.quotedPair])
  static let otherOctets = TraitSet([.otherOctets])
  static let controls = TraitSet([.controls])
  static let fold = TraitSet([.fold])
  static let token = TraitSet([.token])
  static let quotedWord = TraitSet([.quotedWord])
  static let emptyValue = TraitSet([.emptyValue])
  static let longValue = TraitSet([.longValue])
  static let token68 = TraitSet([.token68])
  static let duplicateParameter = TraitSet([.duplicateParameter])
  static let unknownParameter = TraitSet([.unknownParameter])
  static let otherAlgorithm = TraitSet([.otherAlgorithm])
  static let strongAlgorithm = TraitSet([.strongAlgorithm])
  static let sessionAlgorithm = TraitSet([.sessionAlgorithm])
  static let qopList = TraitSet([.qopList])
  static let authInt = TraitSet([.authInt])
  static let charset = TraitSet([.charset])
  static let stale = TraitSet([.stale])
  static let opaque = TraitSet([.opaque])
  static let incomplete = TraitSet([.incomplete])
  static let secondDigest = TraitSet([.secondDigest])
  static let secondBasic = TraitSet([.secondBasic])
  static let otherScheme = TraitSet([.otherScheme])
  static let severalLines = TraitSet([.severalLines])
  static let severalSchemes = TraitSet([.severalSchemes])
  static let proxy = TraitSet([.proxy])
  static let interim = TraitSet([.interim])
  static let statusLine = TraitSet([.statusLine])
  static let otherFields = TraitSet([.otherFields])
  static let connection = TraitSet([.connection])
  static let framing = TraitSet([.framing])
  static let laterReply = TraitSet([.laterReply])
  static let nextRequest = TraitSet([.nextRequest])

  /// All of these that are whole challenges.
  static let ofChallenges = TraitSet(InputTrait.allCases.filter(\.isOfChallenges))
  /// All that say no more than that there are several of something.
  static let ofNumber: TraitSet = [
    .secondDigest, .secondBasic, .otherScheme, .severalLines, .severalSchemes, .proxy, .laterReply,
    .nextRequest,
  ]
}
