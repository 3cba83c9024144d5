/// Reads the values of WWW-Authenticate, Authorization, Authentication-Info and their proxy twins.
///
///     WWW-Authenticate    = #challenge                                     (RFC 9110 11.6.1)
///     Authorization       = credentials                                    (RFC 9110 11.6.2)
///     Authentication-Info = #auth-param                                    (RFC 9110 11.6.3)
///     challenge, credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
///     #element            = [ element ] *( OWS "," OWS [ element ] )       (RFC 9110 5.6.1.2)
///
/// A comma may separate parameters as well as challenges. What decides is the set of what may come
/// next: behind a comma a name followed by "=" is a parameter, if the challenge before it is still
/// open, and any other name is a scheme. Every octet is looked at a bounded number of times.
struct FieldParser: ~Copyable {
  /// Which of the three grammars is read.
  enum Rule {
    case challenges
    case credentials
    case parameters
  }

  /// The field value. Places in it are counted from its first octet, whatever its indices are.
  private let bytes: ArraySlice<UInt8>
  private let end: Int
  private let rule: Rule
  private var position: Int
  /// True while an auth-param may be added to the challenge that was begun last.
  private var isOpen: Bool

  /// The challenges that are over: all of them when everything is read.
  private(set) var challenges: [Challenge] = []
  /// The scheme of the challenge that was begun last, or of credentials.
  private(set) var scheme: Octets?
  /// Its token68, where it has one.
  private(set) var token68: Octets?
  /// Its parameters, or those of Authentication-Info.
  private(set) var parameters: [AuthParameter] = []
  /// Where the value leaves the grammar, if it does.
  private(set) var failure: GrammarError?

  /// A parser of a field value, of which nothing is read yet.
  @inline(__always)
  init(_ value: Octets, rule: Rule) {
    // White space before and behind a field value is not of it (RFC 9110 5.5).
    let octets = value.bytes.span
    var first = 0
    var last = octets.count
    while first < last, octets[first].isWhiteSpace { first += 1 }
    while last > first, octets[last - 1].isWhiteSpace { last -= 1 }
    position = first
    end = last
    bytes = value.bytes
    self.rule = rule
    isOpen = rule == .parameters
  }

  /// Reads to the end or to the first octet that does not fit.
  ///
  /// No grammar has a CR: only a value that leaves it may have folds, behind what was read. It is
  /// read once more without them.
  mutating func read() {
    var isWhole = list()
    if let failure, bytes.span.hasFold(from: failure.offset) {
      self = FieldParser(Octets(bytes).unfolded, rule: rule)
      isWhole = list()
    }
    if rule == .challenges { endChallenge(isPartial: isOpen && !isWhole) }
  }

  // What follows is false where the value leaves the grammar; `failure` is set then.

  private mutating func list() -> Bool {
    // Credentials are no list: they are one element, to which commas may add parameters.
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

  /// What a name at the start of an element may be, in words.
  private var nameExpectation: GrammarError.Expectation {
    switch rule {
    case .parameters: .parameter
    case .challenges: isOpen ? .schemeOrParameter : .scheme
    case .credentials: scheme == nil ? .scheme : .parameter
    }
  }

  /// One element of a list, and the white space up to the comma behind it.
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

  /// auth-scheme [ 1*SP ( token68 / #auth-param ) ], from behind the name.
  @inline(__always)
  private mutating func challenge(scheme name: Range<Int>) -> Bool {
    while isNext(" ") { position += 1 }
    let hasSpace = position > name.upperBound
    let behindSpaces = position
    skipWhiteSpace()
    if position == end || isNext(",") {
      // Nothing but white space: an empty list of parameters, provided that a space begins it.
      if position < end, !hasSpace, rule == .credentials { return fail(.spaceOrEnd) }
      beginChallenge(name)
      isOpen = hasSpace
      return true
    }
    position = behindSpaces
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

  /// What was read since a challenge was begun is that challenge.
  @inline(__always)
  private mutating func endChallenge(isPartial: Bool) {
    guard let scheme else { return }
    challenges.append(
      Challenge(scheme: scheme, token68: token68, parameters: parameters, isPartial: isPartial))
    self.scheme = nil
    token68 = nil
    parameters = []
  }

  /// token68 / the first auth-param, right behind the space.
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

  /// "=" BWS ( token / quoted-string ), and the white space up to the comma or the end behind it.
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
      skipToken()
      if position == start { return fail(.value) }
      value = octets(start..<position)
    }
    skipWhiteSpace()
    if position < end, !isNext(",") { return fail(.commaOrEnd) }
    // Room for what Digest usually has: growing by doubling would copy the first of them four
    // times.
    if parameters.isEmpty, challenges.isEmpty {
      parameters.reserveCapacity(min(12, 1 + (end - position) / 4))
    }
    parameters.append(
      AuthParameter(name: octets(name), value: value, form: isQuoted ? .quotedString : .token))
    return true
  }

  /// quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE; the text without quotes and
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
    position = place(behind: isSkipped)
  }

  @inline(__always)
  private func place(behind isSkipped: (UInt8) -> Bool) -> Int {
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

  /// A part of the value, sharing its storage.
  private func octets(_ places: Range<Int>) -> Octets { Octets(bytes, at: places) }
}
