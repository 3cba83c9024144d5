/// Some traits.
struct FeatureSet: OptionSet, Hashable, Sendable {
  /// A bit for each trait, in the order of all.
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Each trait and its bit.
  static let bits = InputFeature.allCases.enumerated().map { place, trait in
    (trait: trait, bit: FeatureSet(rawValue: 1 << UInt64(place)))
  }

  /// These traits.
  init(_ traits: [InputFeature]) {
    self = []
    for (trait, bit) in FeatureSet.bits where traits.contains(trait) { formUnion(bit) }
  }

  static let blanksAroundEqualsSign = FeatureSet([.blanksAroundEqualsSign])
  static let emptyElement = FeatureSet([.emptyElement])
  static let otherBlanks = FeatureSet([.otherBlanks])
  static let caseOfName = FeatureSet([.caseOfName])
  static let caseOfScheme = FeatureSet([.caseOfScheme])
  static let caseOfFieldName = FeatureSet([.caseOfFieldName])
  static let commaInQuotes = FeatureSet([.commaInQuotes])
  static let quotedPair = FeatureSet([.quotedPair])
  static let otherOctets = FeatureSet([.otherOctets])
  static let controls = FeatureSet([.controls])
  static let fold = FeatureSet([.fold])
  static let token = FeatureSet([.token])
  static let quotedWord = FeatureSet([.quotedWord])
  static let emptyValue = FeatureSet([.emptyValue])
  static let longValue = FeatureSet([.longValue])
  static let token68 = FeatureSet([.token68])
  static let duplicateParameter = FeatureSet([.duplicateParameter])
  static let unknownParameter = FeatureSet([.unknownParameter])
  static let otherAlgorithm = FeatureSet([.otherAlgorithm])
  static let strongAlgorithm = FeatureSet([.strongAlgorithm])
  static let sessionAlgorithm = FeatureSet([.sessionAlgorithm])
  static let qopList = FeatureSet([.qopList])
  static let authInt = FeatureSet([.authInt])
  static let charset = FeatureSet([.charset])
  static let stale = FeatureSet([.stale])
  static let opaque = FeatureSet([.opaque])
  static let incomplete = FeatureSet([.incomplete])
  static let secondDigest = FeatureSet([.secondDigest])
  static let secondBasic = FeatureSet([.secondBasic])
  static let otherScheme = FeatureSet([.otherScheme])
  static let severalLines = FeatureSet([.severalLines])
  static let severalSchemes = FeatureSet([.severalSchemes])
  static let proxy = FeatureSet([.proxy])
  static let interim = FeatureSet([.interim])
  static let statusLine = FeatureSet([.statusLine])
  static let otherFields = FeatureSet([.otherFields])
  static let connection = FeatureSet([.connection])
  static let framing = FeatureSet([.framing])
  static let laterReply = FeatureSet([.laterReply])
  static let nextRequest = FeatureSet([.nextRequest])

  /// All of these that are whole challenges.
  static let ofChallenges = FeatureSet(InputFeature.allCases.filter(\.isOfChallenges))
  /// All that say no more than that there are several of something.
  static let ofNumber: FeatureSet = [
    .secondDigest, .secondBasic, .otherScheme, .severalLines, .severalSchemes, .proxy, .laterReply,
    .nextRequest,
  ]
}
