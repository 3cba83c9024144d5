// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A property of an input that can cause a failure. Removing it leaves a simpler input.
///
/// A finding has the features without which there is no failure. The raw values stand in the files
/// and ids of findings, and never change.
package enum InputFeature: String, Hashable, Sendable, CaseIterable {
  case unusualSpaces = "unusual-spaces"
  case emptyElement = "empty-element"
  case caseOfName = "case-of-name"
  case caseOfScheme = "case-of-scheme"
  case caseOfFieldName = "case-of-field-name"
  case commaInQuotes = "comma-in-quotes"
  case quotedPair = "quoted-pair"
  case otherOctets = "other-octets"
  case controls
  case unusualQuotes = "unusual-quotes"
  case emptyValue = "empty-value"
  case longValue = "long-value"
  case duplicateParameter = "duplicate-parameter"
  case optionalParameter = "optional-parameter"
  case otherAlgorithm = "other-algorithm"
  case digestOptions = "digest-options"
  case incomplete
  case otherScheme = "other-scheme"
  case severalChallenges = "several-challenges"
  case severalLines = "several-lines"
  case proxy
  case message
  case laterReply = "later-reply"

  /// The features of an input that only has several of something.
  static let ofNumber: [InputFeature] = [
    .otherScheme, .severalChallenges, .severalLines, .proxy, .laterReply,
  ]

  /// Its name in sentences.
  package var phrase: String {
    switch self {
    case .unusualSpaces: "spaces other than one after a comma or a scheme"
    case .emptyElement: "an empty list element"
    case .caseOfName: "the case of a parameter's name"
    case .caseOfScheme: "the case of a scheme"
    case .caseOfFieldName: "the case of the field name"
    case .commaInQuotes: "a comma in a quoted-string"
    case .quotedPair: "a quoted-pair"
    case .otherOctets: "octets other than ASCII"
    case .controls: "control characters or a folded line"
    case .unusualQuotes: "a value with or without quotes where that is unusual"
    case .emptyValue: "an empty value"
    case .longValue: "a long value"
    case .duplicateParameter: "a parameter that occurs twice"
    case .optionalParameter: "a parameter that no challenge must have"
    case .otherAlgorithm: "an algorithm that RFC 7616 does not define"
    case .digestOptions: "an algorithm other than MD5, or a qop other than auth"
    case .incomplete: "an incomplete challenge"
    case .otherScheme: "a challenge of another scheme"
    case .severalChallenges: "several challenges of known schemes"
    case .severalLines: "several field lines"
    case .proxy: "a proxy"
    case .message: "an unusual status line, framing, connection, other field or interim response"
    case .laterReply: "a second reply"
    }
  }
}

/// An input and the trees of its authentication fields, which all features are looked up in.
struct InputTrees {
  let input: FuzzInput
  /// The trees by reply and line; `nil` for a line of another field.
  let ofReplies: [[LenientFieldTree?]]

  init(_ input: FuzzInput) {
    self.input = input
    ofReplies = input.replies.map { reply in
      reply.lines.map { $0.isChallenge ? LenientFieldTree($0.value) : nil }
    }
  }

  /// The features of the input. Removing one may change only octets that the text of an input
  /// cannot express, which leaves the text the same.
  var features: [InputFeature] { InputFeature.allCases.filter { $0.without(self) != input } }
}

extension FuzzLine {
  private static let usualNames: [Octets] = [
    "WWW-Authenticate", "Proxy-Authenticate", "Authentication-Info", "Proxy-Authentication-Info",
    "Set-Cookie", "Location",
  ]

  /// `true` for a line of challenges or of Authentication-Info.
  var isChallenge: Bool {
    isOffer || name.matches("Authentication-Info") || name.matches("Proxy-Authentication-Info")
  }

  /// `true` for a line of challenges.
  var isOffer: Bool { name.matches("WWW-Authenticate") || name.matches("Proxy-Authenticate") }

  /// The name in the spelling of its RFC, if it is one of `usualNames`.
  var usualName: Octets {
    FuzzLine.usualNames.first { $0.equalsIgnoringCase(name) } ?? name
  }
}
