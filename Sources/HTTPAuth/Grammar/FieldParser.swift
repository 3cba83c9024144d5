// SPDX-License-Identifier: Apache-2.0

/// Reads the values of WWW-Authenticate, Authorization, Authentication-Info and their proxy twins.
///
///     WWW-Authenticate    = #challenge                                     (RFC 9110 11.6.1)
///     Authorization       = credentials                                    (RFC 9110 11.6.2)
///     Authentication-Info = #auth-param                                    (RFC 9110 11.6.3)
///     challenge, credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
///     #element            = [ element ] *( OWS "," OWS [ element ] )       (RFC 9110 5.6.1.2)
///
/// A comma separates parameters as well as challenges. After a comma a name followed by "=" is a
/// parameter if the challenge before it is still open, and any other name is a scheme. Every octet
/// is examined a bounded number of times.
struct FieldParser: ~Copyable {
  /// The grammar to parse.
  enum Rule {
    case challenges
    case credentials
    case parameters
  }

  /// The field value. `position` and all ranges are offsets from its first octet.
  private let bytes: ArraySlice<UInt8>
  private let end: Int
  private let rule: Rule
  /// A value without quotes may have any visible octet but DQUOTE and comma, and may be empty.
  private let hasBareText: Bool
  private var position: Int
  /// `true` while an auth-param may be added to the latest challenge.
  private var isOpen: Bool

  /// The challenges that are complete: all of them at the end.
  private(set) var challenges: [Challenge] = []
  /// The scheme of the latest challenge, or of credentials.
  private(set) var scheme: Octets?
  /// Its token68, if it has one.
  private(set) var token68: Octets?
  /// Its parameters, or those of Authentication-Info.
  private(set) var parameters: [AuthParameter] = []
  /// The first error of the grammar, if there is one.
  private(set) var failure: GrammarError?

  @inline(__always)
  init(_ value: Octets, rule: Rule, hasBareText: Bool = false) {
    // White space around a field value is not part of it (RFC 9110 5.5).
    let octets = value.bytes.span
    var first = 0
    var last = octets.count
    while first < last, octets[first].isWhiteSpace { first += 1 }
    while last > first, octets[last - 1].isWhiteSpace { last -= 1 }
    position = first
    end = last
    bytes = value.bytes
    self.rule = rule
    self.hasBareText = hasBareText
    isOpen = rule == .parameters
  }

  /// Parses to the end or to the first error.
  ///
  /// No grammar allows CR, so parsing stops at the first fold (RFC 9112 5.2). The value is then
  /// parsed again with its folds replaced.
  mutating func read() {
    var isWhole = list()
    if let failure, bytes.span.hasFold(from: failure.offset) {
      self = FieldParser(Octets(bytes).unfolded, rule: rule, hasBareText: hasBareText)
      isWhole = list()
    }
    if rule == .challenges { endChallenge(isPartial: isOpen && !isWhole) }
  }

  // The following functions return `false` and set `failure` on an error.

  private mutating func list() -> Bool {
    // Credentials are not a list but one element, to which commas add parameters.
    if rule == .credentials, position == end || isNext(",") { return fail(.scheme) }
    while position < end {
      if isNext(",") {
        if rule == .credentials, !isOpen { return fail(.end) }
        position += 1
        skipWhiteSpace()
      } else if !element() {
        return false
      }
    }
    return true
  }

  /// What is expected at the start of an element.
  private var nameExpectation: GrammarError.Expectation {
    switch rule {
    case .parameters: .parameter
    case .challenges: isOpen ? .schemeOrParameter : .scheme
    case .credentials: scheme == nil ? .scheme : .parameter
    }
  }

  /// An element of a list, and the white space before the next comma.
  @inline(__always)
  private mutating func element() -> Bool {
    let start = position
    skipToken()
    if position == start { return fail(nameExpectation) }
    let nameEnd = position
    if isOpen {
      skipWhiteSpace()
      if isNext("=") { return parameterValue(named: start..<nameEnd) }
      if rule != .challenges { return fail(.equalsSign) }
      position = nameEnd
    }
    return challenge(scheme: start..<nameEnd)
  }

  /// auth-scheme [ 1*SP ( token68 / #auth-param ) ], after the name.
  @inline(__always)
  private mutating func challenge(scheme name: Range<Int>) -> Bool {
    while isNext(" ") { position += 1 }
    let hasSpace = position > name.upperBound
    let spacesEnd = position
    skipWhiteSpace()
    if position == end || isNext(",") {
      // Only white space: an empty list of parameters, if it begins with a space.
      if position < end, !hasSpace, rule == .credentials { return fail(.spaceOrEnd) }
      beginChallenge(name)
      isOpen = hasSpace
      return true
    }
    position = spacesEnd
    if !hasSpace {
      if rule == .credentials { return fail(.spaceOrEnd) }
      return fail(isOpen ? .equalsSignSpaceOrComma : .spaceOrComma)
    }
    beginChallenge(name)
    isOpen = true
    return body()
  }

  @inline(__always)
  private mutating func beginChallenge(_ name: Range<Int>) {
    endChallenge(isPartial: false)
    scheme = octets(name)
  }

  /// Appends the latest challenge.
  @inline(__always)
  private mutating func endChallenge(isPartial: Bool) {
    guard let scheme else { return }
    challenges.append(
      Challenge(scheme: scheme, token68: token68, parameters: parameters, isPartial: isPartial))
    self.scheme = nil
    token68 = nil
    parameters = []
  }

  /// token68 / the first auth-param, after the space.
  @inline(__always)
  private mutating func body() -> Bool {
    let start = position
    skip { $0.isToken68Character }
    let hasToken68 = position > start
    if hasToken68 { skip { $0 == UInt8(ascii: "=") } }
    let token68End = position
    if hasToken68 {
      skipWhiteSpace()
      if position == end || isNext(",") {
        token68 = octets(start..<token68End)
        isOpen = false
        return true
      }
    }
    position = start
    skipToken()
    let nameEnd = position
    if nameEnd == start {
      position = token68End
      return fail(hasToken68 ? .commaOrEnd : .token68OrParameter)
    }
    skipWhiteSpace()
    if isNext("=") { return parameterValue(named: start..<nameEnd) }
    if token68End <= position { return fail(.equalsSign) }
    position = token68End
    return fail(.commaOrEnd)
  }

  /// "=" BWS ( token / quoted-string ), and the white space before the next comma or the end.
  private mutating func parameterValue(named name: Range<Int>) -> Bool {
    position += 1
    skipWhiteSpace()
    let isQuoted = isNext("\"")
    let value: Octets
    if isQuoted {
      guard let text = quotedString() else { return false }
      value = text
    } else {
      let start = position
      if hasBareText {
        skip { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x2C }
      } else {
        skipToken()
        if position == start { return fail(.value) }
      }
      value = octets(start..<position)
    }
    skipWhiteSpace()
    if position < end, !isNext(",") { return fail(.commaOrEnd) }
    // Room for the usual number of Digest's parameters: growing by doubling would copy the first
    // ones four times.
    if parameters.isEmpty, challenges.isEmpty {
      parameters.reserveCapacity(min(12, 1 + (end - position) / 4))
    }
    parameters.append(
      AuthParameter(name: octets(name), value: value, form: isQuoted ? .quotedString : .token))
    return true
  }

  /// quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE; returns the text without quotes and
  /// backslashes.
  private mutating func quotedString() -> Octets? {
    position += 1
    let start = position
    skipQuotedText()
    if isNext("\"") {
      position += 1
      return octets(start..<position - 1)
    }
    var text: [UInt8] = []
    var copied = start
    while isNext("\\") {
      text.append(contentsOf: octets(copied..<position).bytes)
      position += 1
      guard position < end, bytes.span[position].isQuotedPairCharacter else {
        _ = fail(.quotedPair)
        return nil
      }
      copied = position
      position += 1
      skipQuotedText()
    }
    guard isNext("\"") else {
      _ = fail(.quotedText)
      return nil
    }
    text.append(contentsOf: octets(copied..<position).bytes)
    position += 1
    return Octets(text)
  }

  private mutating func fail(_ expectation: GrammarError.Expectation) -> Bool {
    failure = GrammarError(offset: position, expectation: expectation)
    return false
  }

  @inline(__always)
  private func isNext(_ octet: Unicode.Scalar) -> Bool {
    position < end && bytes.span[position] == UInt8(ascii: octet)
  }

  @inline(__always)
  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    position = endOfSkip(while: isSkipped)
  }

  @inline(__always)
  private func endOfSkip(while isSkipped: (UInt8) -> Bool) -> Int {
    let octets = bytes.span
    var place = position
    while place < end, isSkipped(octets[place]) { place += 1 }
    return place
  }

  @inline(__always)
  private mutating func skipQuotedText() {
    position = bytes.span.endOfQuotedText(from: position, to: end)
  }

  @inline(__always)
  private mutating func skipToken() { skip { $0.isTokenCharacter } }

  @inline(__always)
  private mutating func skipWhiteSpace() { skip { $0.isWhiteSpace } }

  /// A part of the value; it shares the storage.
  private func octets(_ places: Range<Int>) -> Octets { Octets(bytes, at: places) }
}
