// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// A property of an input that can cause a failure. Removing it leaves a simpler input.
///
/// A finding has the features without which there is no failure.
package enum InputFeature: Int, Hashable, Sendable, CaseIterable {
  case spacesAroundEqualsSign, emptyElement, unusualSpaces, caseOfName, caseOfScheme
  case caseOfFieldName, commaInQuotes, quotedPair, otherOctets, controls, fold, token
  case quotedWord, emptyValue, longValue, token68, duplicateParameter, unknownParameter
  case otherAlgorithm, strongAlgorithm, sessionAlgorithm, qopList, authInt, charset, stale
  case opaque, incomplete, secondDigest, secondBasic, otherScheme, severalLines, severalSchemes
  case proxy, interim, statusLine, otherFields, connection, framing, laterReply, nextRequest

  /// Its name in the files and ids of findings, which never changes.
  package var slug: String { names.slug }
  /// Its name in sentences.
  package var phrase: String { names.phrase }

  /// The feature with this slug; `nil` if there is none.
  package init?(slug: String) {
    guard let feature = InputFeature.allCases.first(where: { $0.slug == slug }) else { return nil }
    self = feature
  }

  private var names: (slug: String, phrase: String) {
    switch self {
    case .spacesAroundEqualsSign: ("spaces-around-equals-sign", "spaces around an equals sign")
    case .emptyElement: ("empty-element", "an empty list element")
    case .unusualSpaces: ("unusual-spaces", "spaces other than one after a comma or a scheme")
    case .caseOfName: ("case-of-name", "the case of a parameter's name")
    case .caseOfScheme: ("case-of-scheme", "the case of a scheme")
    case .caseOfFieldName: ("case-of-field-name", "the case of the field name")
    case .commaInQuotes: ("comma-in-quotes", "a comma in a quoted-string")
    case .quotedPair: ("quoted-pair", "a quoted-pair")
    case .otherOctets: ("other-octets", "octets other than ASCII")
    case .controls: ("controls", "control characters")
    case .fold: ("fold", "a folded line")
    case .token: ("token", "a value without quotes")
    case .quotedWord: ("quoted-word", "a value in quotes that is usually without")
    case .emptyValue: ("empty-value", "an empty value")
    case .longValue: ("long-value", "a long value")
    case .token68: ("token68", "a token68")
    case .duplicateParameter: ("duplicate-parameter", "a parameter that occurs twice")
    case .unknownParameter: ("unknown-parameter", "a parameter that no scheme defines")
    case .otherAlgorithm: ("other-algorithm", "an algorithm that RFC 7616 does not define")
    case .strongAlgorithm: ("strong-algorithm", "an algorithm other than MD5")
    case .sessionAlgorithm: ("session-algorithm", "a -sess algorithm")
    case .qopList: ("qop-list", "a list of qop options")
    case .authInt: ("auth-int", "qop auth-int")
    case .charset: ("charset", "charset")
    case .stale: ("stale", "stale")
    case .opaque: ("opaque", "opaque")
    case .incomplete: ("incomplete", "an incomplete challenge")
    case .secondDigest: ("second-digest", "a second Digest challenge")
    case .secondBasic: ("second-basic", "a second Basic challenge")
    case .otherScheme: ("other-scheme", "a challenge of another scheme")
    case .severalLines: ("several-lines", "several field lines")
    case .severalSchemes: ("several-schemes", "challenges of several schemes")
    case .proxy: ("proxy", "a proxy")
    case .interim: ("interim", "an interim response")
    case .statusLine: ("status-line", "an unusual status line")
    case .otherFields: ("other-fields", "other fields")
    case .connection: ("connection", "how the connection ends")
    case .framing: ("framing", "how the body is framed")
    case .laterReply: ("later-reply", "a second reply")
    case .nextRequest: ("next-request", "a second request")
    }
  }

  /// The input without the feature; `nil` if the input does not have it.
  package func removed(from input: FuzzInput) -> FuzzInput? { removed(from: InputTrees(input)) }

  func removed(from trees: InputTrees) -> FuzzInput? {
    let changed = without(trees)
    guard changed != trees.input else { return nil }
    let result = FuzzInput(text: changed.text)
    return result == trees.input ? nil : result
  }

  /// The input without the feature. It can contain octets that its text cannot express.
  func without(_ trees: InputTrees) -> FuzzInput {
    let input = trees.input
    switch self {
    case .laterReply: return FuzzInput(Array(input.replies.prefix(1)))
    case .nextRequest: return FuzzInput(Array(input.requests[0]))
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

  /// A reply without the feature, if it is a feature of replies.
  func without(_ reply: FuzzReply) -> FuzzReply {
    var reply = reply
    switch self {
    case .proxy where reply.server == .proxy:
      reply.server = .origin
      for index in reply.lines.indices {
        if reply.lines[index].name.matches("Proxy-Authenticate") {
          reply.lines[index].name = "WWW-Authenticate"
        } else if reply.lines[index].name.matches("Proxy-Authentication-Info") {
          reply.lines[index].name = "Authentication-Info"
        }
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

  private func without(_ value: Octets, _ tree: LenientFieldTree) -> Octets {
    switch self {
    case .fold: return value.unfoldedShort
    case .otherOctets: return Octets(value.bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "a") })
    case .controls:
      return Octets(value.unfoldedShort.bytes.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    default: return changed(tree)?.value ?? value
    }
  }
}

extension FuzzLine {
  private static let usualNames: [Octets] = [
    "WWW-Authenticate", "Proxy-Authenticate", "Authentication-Info", "Proxy-Authentication-Info",
    "Set-Cookie", "Location",
  ]

  /// `true` for a line of challenges or of Authentication-Info.
  var isChallenge: Bool { isOffer || isInfo }

  /// `true` for a line of challenges.
  var isOffer: Bool { name.matches("WWW-Authenticate") || name.matches("Proxy-Authenticate") }

  private var isInfo: Bool {
    name.matches("Authentication-Info") || name.matches("Proxy-Authentication-Info")
  }

  /// The name in the spelling of its RFC, if it is one of `usualNames`.
  var usualName: Octets {
    FuzzLine.usualNames.first { $0.equalsIgnoringCase(name) } ?? name
  }
}

extension Octets {
  /// The octets with each fold replaced by one space (RFC 9112 5.2).
  var unfoldedShort: Octets {
    guard bytes.contains(0x0D) else { return self }
    var octets: [UInt8] = []
    for octet in unfolded.bytes where octet != 0x20 || octets.last != 0x20 { octets.append(octet) }
    return Octets(octets)
  }
}
