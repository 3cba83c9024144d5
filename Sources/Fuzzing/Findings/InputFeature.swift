import HTTPAuth

/// Something about an input that may be what a client stumbles over. Each can be taken away, and what is left is simpler.
///
/// A finding has the traits without which nothing is wrong any more: they are its cause, in words.
package enum InputFeature: String, Hashable, Sendable, CaseIterable {
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
  package func removed(from input: FuzzInput) -> FuzzInput? { removed(from: InputTrees(input)) }

  /// The same of an input whose fields are taken apart already.
  func removed(from trees: InputTrees) -> FuzzInput? {
    let changed = without(trees)
    guard changed != trees.input else { return nil }
    let result = FuzzInput(text: changed.text)
    return result == trees.input ? nil : result
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

  /// A reply without it, where it is a trait of replies.
  func without(_ reply: FuzzReply) -> FuzzReply {
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

  /// True for a line that carries challenges, or what is told after success.
  var isChallenge: Bool { isOffer || isInfo }

  /// True for a line of challenges.
  var isOffer: Bool { name.matches("WWW-Authenticate") || name.matches("Proxy-Authenticate") }

  /// True for a line of what is told after success.
  private var isInfo: Bool {
    name.matches("Authentication-Info") || name.matches("Proxy-Authentication-Info")
  }

  /// The name as its RFC spells it, where it is one of these.
  var usualName: Octets {
    FuzzLine.usualNames.first { $0.equalsIgnoringCase(name) } ?? name
  }
}

extension Octets {
  /// Each fold as one blank (RFC 9112 5.2).
  var unfoldedShort: Octets {
    guard bytes.contains(0x0D) else { return self }
    var octets: [UInt8] = []
    for octet in unfolded.bytes where octet != 0x20 || octets.last != 0x20 { octets.append(octet) }
    return Octets(octets)
  }
}
