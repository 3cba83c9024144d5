// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Reads the challenges in the lines of one field. It is a state machine over octets, and takes
/// time linear in their number.
///
///     WWW-Authenticate = #challenge                                        (RFC 9110 11.6.1)
///     challenge  = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
///     auth-param = token BWS "=" BWS ( token / quoted-string )
///     token68    = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
///
/// Ignores a malformed challenge and the rest of its line. Other lines are not affected.
struct ChallengeReader {
  /// The element that may come next.
  private enum State {
    /// The next element: another parameter of the open challenge, or another challenge.
    case element
    /// After a scheme and its spaces.
    case afterScheme
    /// After a parameter or token68: a comma, or the end.
    case comma
    /// The line cannot be read any further.
    case broken
  }

  private let faults: FaultSet
  private var octets: ArraySlice<UInt8> = []
  private var index = 0
  private var state = State.element
  private var challenges: [ReceivedChallenge] = []
  private var open: ReceivedChallenge?
  /// `true` if the open challenge may have parameters, because a space follows its scheme.
  private var takesParameters = false

  /// The number of challenges that began in the line.
  private var challengesInLine = 0
  /// `true` if something could not be read.
  private var hasBroken = false
  /// Limits the work of a fault.
  private var patience = StallFault()

  private init(_ faults: FaultSet) { self.faults = faults }

  /// `true` if a quoted-string has a comma, the name of a scheme that the client supports, and a
  /// space.
  private static func quotesScheme(_ line: Octets) -> Bool {
    var quotes = 0
    for (place, piece) in line.bytes.split(separator: UInt8(ascii: ",")).enumerated() {
      let words = trimmed(Octets(piece)).bytes.split(separator: 0x20, maxSplits: 1)
      if place > 0, quotes % 2 == 1, words.count == 2, let name = words.first,
        Scheme(Octets(name), FaultSet()) != nil
      {
        return true
      }
      quotes += piece.count { $0 == UInt8(ascii: "\"") }
    }
    return false
  }

  /// The challenges of all lines of the field, in order.
  static func read(_ lines: [Octets], faults: FaultSet = FaultSet()) -> [ReceivedChallenge] {
    var reader = ChallengeReader(faults)
    for (number, line) in lines.enumerated() {
      if number > 0, faults.has(.secondLineIgnored) { break }
      if reader.hasBroken, faults.has(.token68Refused) { break }
      if (line.contains(UInt8(ascii: "\"")) && faults.has(.splitAtQuotedCommas))
        || (ChallengeReader.quotesScheme(line) && faults.has(.quotedSchemeTakenForChallenge))
      {
        for piece in line.bytes.split(separator: UInt8(ascii: ",")) {
          reader.read(Octets(piece))
        }
        reader.close()
      } else {
        // "combining into one": lines of one field are one list (RFC 9110 5.3), so a challenge may
        // go on in the next.
        reader.read(line)
      }
    }
    reader.close()
    if reader.hasBroken, !reader.challenges.isEmpty, faults.takes(.brokenFieldsGivenUp) {
      return []
    }
    return reader.challenges
  }

  /// The parameters of a field that is a list of parameters; `nil` if it is not.
  static func readParameters(_ line: Octets, faults: FaultSet) -> [ReceivedChallenge.Parameter]? {
    var reader = ChallengeReader(faults)
    // The list is read as a challenge with an empty scheme, which no line can contain.
    reader.open = ReceivedChallenge(scheme: "")
    reader.takesParameters = true
    reader.read(line)
    reader.close()
    guard reader.challenges.count == 1, let list = reader.challenges.first, list.scheme.isEmpty
    else { return nil }
    return list.parameters
  }

  private mutating func read(_ line: Octets) {
    octets = line.bytes
    index = octets.startIndex
    state = .element
    challengesInLine = 0
    while state != .broken {
      skipWhiteSpace()
      guard index < octets.endIndex else { break }
      switch state {
      case .element: readElement()
      case .afterScheme: readAfterScheme()
      case .comma:
        if octets[index] == UInt8(ascii: ",") {
          index += 1
          state = .element
        } else {
          breakOff()
        }
      case .broken: break
      }
    }
  }

  // MARK: Elements

  private mutating func readElement() {
    // "A recipient MUST parse and ignore a reasonable number of empty list elements" (RFC 9110
    // 5.6.1.2).
    if octets[index] == UInt8(ascii: ",") {
      if faults.has(.emptyElementsRefused) { return breakOff() }
      index += 1
      return
    }
    guard let token = readToken() else { return breakOff() }
    let end = index
    skipWhiteSpace()
    if index < octets.endIndex, octets[index] == UInt8(ascii: "="),
      end == index || !faults.has(.blanksAroundEqualsRefused)
    {
      guard open != nil, takesParameters else { return breakOff() }
      index += 1
      readValue(of: token)
      return
    }
    close()
    if challengesInLine > 1, faults.has(.twoInLineOnly) {
      state = .broken
      return
    }
    challengesInLine += 1
    open = ReceivedChallenge(scheme: token)
    takesParameters = end < index
    state = index < octets.endIndex && end < index ? .afterScheme : .comma
  }

  private mutating func readAfterScheme() {
    if octets[index] == UInt8(ascii: ",") {
      state = .element
      return
    }
    if let value = readToken68() {
      open?.token68 = value
      takesParameters = false
      state = .comma
      if faults.has(.token68Refused) { breakOff() }
      return
    }
    guard let name = readToken() else { return breakOff() }
    let end = index
    skipWhiteSpace()
    guard index < octets.endIndex, octets[index] == UInt8(ascii: "="),
      end == index || !faults.has(.blanksAroundEqualsRefused)
    else { return breakOff() }
    index += 1
    readValue(of: name)
  }

  private mutating func readValue(of name: Octets) {
    let start = index
    skipWhiteSpace()
    if start < index, faults.has(.blanksAroundEqualsRefused) { return breakOff() }
    guard index < octets.endIndex else { return breakOff() }
    let isQuoted = octets[index] == UInt8(ascii: "\"")
    let value: Octets?
    if isQuoted {
      value = readQuotedString()
    } else if octets[index] == UInt8(ascii: "'"), faults.has(.singleQuotesQuote) {
      value = readToken().map { Octets($0.bytes.dropFirst().dropLast()) }
    } else {
      value = faults.has(.tokenValuesRefused) ? nil : readToken()
    }
    guard var value else { return breakOff() }
    value = faults.alter(value, .realmPercentDecoded) { PercentEncoding.decode($0.bytes) ?? $0 }
    value = faults.alter(value, .valuesTrimmed) { ChallengeReader.trimmed($0) }
    open?.parameters.append(.init(name: name, value: value, wasQuoted: isQuoted))
    state = .comma
  }

  /// Discards the open challenge and the rest of the line.
  private mutating func breakOff() {
    open = nil
    takesParameters = false
    state = .broken
    hasBroken = true
  }

  private mutating func close() {
    guard let challenge = open else { return }
    open = nil
    takesParameters = false
    if challenge.hasDuplicate, !faults.has(.duplicatesMixed), !faults.has(.firstDuplicateUsed) {
      guard let single = singled(challenge) else { return }
      challenges.append(single)
      return
    }
    challenges.append(challenge)
    if challenges.count > 1, faults.has(.parametersBleed) {
      // Merges the parameters of all challenges.
      for index in challenges.indices.dropLast() {
        let known = challenges[index].parameters.map { $0.name.asciiLowercased }
        challenges[index].parameters += challenge.parameters.filter {
          !known.contains($0.name.asciiLowercased)
        }
      }
    }
  }

  /// The challenge with one value for each parameter, if the client picks one of several.
  private func singled(_ challenge: ReceivedChallenge) -> ReceivedChallenge? {
    var challenge = challenge
    var seen: Set<Octets> = []
    let isNew = { (parameter: ReceivedChallenge.Parameter) in
      seen.insert(parameter.name.asciiLowercased).inserted
    }
    if faults.takes(.lastDuplicateTaken) {
      challenge.parameters = challenge.parameters.reversed().filter(isNew).reversed()
    } else if faults.takes(.firstDuplicateTaken) {
      challenge.parameters = challenge.parameters.filter(isNew)
    } else {
      return nil
    }
    return challenge
  }

  // MARK: Tokens and quoted-strings

  /// token = 1*tchar (RFC 9110 5.6.2)
  private mutating func readToken() -> Octets? {
    let start = index
    while index < octets.endIndex,
      ChallengeReader.isTokenCharacter(octets[index])
        || (octets[index] >= 0x80 && faults.has(.schemeFoldedByUnicode))
    {
      index += 1
    }
    return start < index ? Octets(octets[start..<index]) : nil
  }

  /// Reads a token68 if a comma or the end follows it; otherwise reads nothing.
  private mutating func readToken68() -> Octets? {
    let start = index
    var end = index
    while end < octets.endIndex, ChallengeReader.isToken68Character(octets[end]) { end += 1 }
    guard start < end else { return nil }
    while end < octets.endIndex, octets[end] == UInt8(ascii: "=") { end += 1 }
    var next = end
    while next < octets.endIndex, octets[next] == 0x20 || octets[next] == 0x09 { next += 1 }
    guard next == octets.endIndex || octets[next] == UInt8(ascii: ",") else { return nil }
    index = next
    return Octets(octets[start..<end])
  }

  /// quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE (RFC 9110 5.6.4)
  private mutating func readQuotedString() -> Octets? {
    index += 1
    let start = index
    var value: [UInt8] = []
    while index < octets.endIndex {
      let octet = octets[index]
      index += 1
      switch octet {
      case UInt8(ascii: "\""):
        return Octets(value)
      case UInt8(ascii: "\\"):
        // "Recipients that process the value of a quoted-string MUST handle a quoted-pair as if it
        // were replaced by the octet following the backslash" (RFC 9110 5.6.4).
        guard index < octets.endIndex, isText(octets[index]) else { return nil }
        if faults.has(.quotedPairsReadAgain) { patience.readAgain(octets[start..<index], &value) }
        if faults.has(.quotedPairsKept) { value.append(octet) }
        value.append(octets[index])
        index += 1
      default:
        guard isText(octet) else {
          return nil
        }
        value.append(octet)
      }
    }
    return nil
  }

  /// OWS = *( SP / HTAB )
  private mutating func skipWhiteSpace() {
    while index < octets.endIndex, octets[index] == 0x20 || octets[index] == 0x09 { index += 1 }
  }

  /// The value without white space at both ends.
  static func trimmed(_ value: Octets) -> Octets {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let front = value.bytes.drop(while: isBlank)
    return Octets(front[..<(front.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? front.startIndex)])
  }

  /// HTAB / SP / VCHAR / obs-text
  private func isText(_ octet: UInt8) -> Bool {
    octet == 0x09 || (octet >= 0x20 && octet != 0x7F) || faults.has(.controlsInFieldsKept)
      || faults.has(.foldsKept)
  }

  /// tchar
  static func isTokenCharacter(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// The characters that may precede the equals signs of token68.
  static func isToken68Character(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x2B, 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x7E: true
    default: false
    }
  }
}
