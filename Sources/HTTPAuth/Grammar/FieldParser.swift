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
struct FieldParser {
  /// Which of the three grammars is read.
  enum Rule {
    case challenges
    case credentials
    case parameters
  }

  private let bytes: ArraySlice<UInt8>
  private let origin: Int
  private let end: Int
  private let rule: Rule
  private var position: Int
  /// True while an auth-param may be added to the challenge that was begun last.
  private var isOpen: Bool

  /// What has been read, the unfinished challenge at the end included.
  private(set) var challenges: [Challenge] = []
  /// The parameters of Authentication-Info.
  private(set) var parameters: [AuthParameter] = []

  init(_ value: Octets, rule: Rule) {
    bytes = value.bytes
    origin = bytes.startIndex
    self.rule = rule
    isOpen = rule == .parameters
    // White space before and behind a field value is not of it (RFC 9110 5.5).
    var first = bytes.startIndex
    var last = bytes.endIndex
    while first < last, bytes[first].isWhiteSpace { first += 1 }
    while last > first, bytes[last - 1].isWhiteSpace { last -= 1 }
    position = first
    end = last
  }

  /// Reads to the end or to the first octet that does not fit.
  mutating func parse() -> GrammarError? {
    do throws(GrammarError) {
      switch rule {
      case .challenges, .parameters: try list()
      case .credentials:
        try element()
        if position < end, !isOpen { throw failure(.end) }
        try list()
      }
      return nil
    } catch {
      if isOpen, !challenges.isEmpty { challenges[challenges.count - 1].isPartial = true }
      return error
    }
  }

  private mutating func list() throws(GrammarError) {
    while position < end {
      if bytes[position] == UInt8(ascii: ",") {
        position += 1
        skipWhiteSpace()
      } else {
        try element()
      }
    }
  }

  /// What a name at the start of an element may be, in words.
  private var nameExpectation: GrammarError.Expectation {
    switch rule {
    case .parameters: .parameter
    case .challenges: isOpen ? .schemeOrParameter : .scheme
    case .credentials: challenges.isEmpty ? .scheme : .parameter
    }
  }

  /// One element of a list, and the white space up to the comma behind it.
  private mutating func element() throws(GrammarError) {
    let start = position
    let nameEnd = tokenEnd(from: start)
    if nameEnd == start { throw failure(nameExpectation) }
    let name = Octets(bytes[start..<nameEnd])
    if isOpen {
      let behind = whiteSpaceEnd(from: nameEnd)
      if behind < end, bytes[behind] == UInt8(ascii: "=") {
        position = behind + 1
        append(try parameterValue(named: name))
        return
      }
      if rule != .challenges {
        position = behind
        throw failure(.equalsSign)
      }
    }
    position = nameEnd
    try scheme(name)
  }

  private mutating func append(_ parameter: consuming AuthParameter) {
    if rule == .parameters {
      parameters.append(parameter)
    } else {
      challenges[challenges.count - 1].parameters.append(parameter)
    }
  }

  /// auth-scheme [ 1*SP ( token68 / #auth-param ) ], from behind the name.
  private mutating func scheme(_ name: Octets) throws(GrammarError) {
    let nameEnd = position
    skipWhiteSpace()
    if position == end || bytes[position] == UInt8(ascii: ",") {
      // Nothing but white space: an empty list of parameters, provided that a space begins it.
      let hasSpace = nameEnd < position && bytes[nameEnd] == 0x20
      if position < end, !hasSpace, rule == .credentials { throw failure(.spaceOrEnd) }
      challenges.append(Challenge(scheme: name))
      isOpen = hasSpace
      return
    }
    position = nameEnd
    while position < end, bytes[position] == 0x20 { position += 1 }
    if position == nameEnd {
      if rule == .credentials { throw failure(.spaceOrEnd) }
      throw failure(isOpen ? .equalsSignSpaceOrComma : .spaceOrComma)
    }
    challenges.append(Challenge(scheme: name))
    // Room for what Digest usually has: growing by doubling would copy the first of them four times.
    if challenges.count == 1 {
      challenges[0].parameters.reserveCapacity(min(12, (end - position) / 4))
    }
    isOpen = true
    try body()
  }

  /// token68 / the first auth-param, right behind the space.
  private mutating func body() throws(GrammarError) {
    let start = position
    var token68End = start
    while token68End < end, bytes[token68End].isToken68Character { token68End += 1 }
    let hasToken68 = token68End > start
    if hasToken68 {
      while token68End < end, bytes[token68End] == UInt8(ascii: "=") { token68End += 1 }
      let behind = whiteSpaceEnd(from: token68End)
      if behind == end || bytes[behind] == UInt8(ascii: ",") {
        challenges[challenges.count - 1].token68 = Octets(bytes[start..<token68End])
        isOpen = false
        position = behind
        return
      }
    }
    let nameEnd = tokenEnd(from: start)
    if nameEnd == start {
      position = token68End
      throw failure(hasToken68 ? .commaOrEnd : .token68OrParameter)
    }
    let behind = whiteSpaceEnd(from: nameEnd)
    guard behind < end, bytes[behind] == UInt8(ascii: "=") else {
      let isToken68Longer = token68End > behind
      position = isToken68Longer ? token68End : behind
      throw failure(isToken68Longer ? .commaOrEnd : .equalsSign)
    }
    position = behind + 1
    append(try parameterValue(named: Octets(bytes[start..<nameEnd])))
  }

  /// BWS ( token / quoted-string ), and the white space up to the comma or the end behind it.
  private mutating func parameterValue(named name: Octets) throws(GrammarError) -> AuthParameter {
    skipWhiteSpace()
    let parameter: AuthParameter
    if position < end, bytes[position] == UInt8(ascii: "\"") {
      parameter = AuthParameter(name: name, value: try quotedString(), form: .quotedString)
    } else {
      let valueEnd = tokenEnd(from: position)
      if valueEnd == position { throw failure(.value) }
      parameter = AuthParameter(
        name: name, value: Octets(bytes[position..<valueEnd]), form: .token)
      position = valueEnd
    }
    skipWhiteSpace()
    if position < end, bytes[position] != UInt8(ascii: ",") { throw failure(.commaOrEnd) }
    return parameter
  }

  /// quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE; the text without quotes and backslashes.
  private mutating func quotedString() throws(GrammarError) -> Octets {
    position += 1
    let start = position
    while position < end, bytes[position].isQuotedText { position += 1 }
    if position < end, bytes[position] == UInt8(ascii: "\"") {
      position += 1
      return Octets(bytes[start..<position - 1])
    }
    var text: [UInt8] = []
    var copied = start
    while position < end {
      let octet = bytes[position]
      if octet.isQuotedText {
        position += 1
      } else if octet == UInt8(ascii: "\\") {
        text.append(contentsOf: bytes[copied..<position])
        position += 1
        guard position < end, bytes[position].isQuotedPairCharacter else {
          throw failure(.quotedPair)
        }
        copied = position
        position += 1
      } else if octet == UInt8(ascii: "\"") {
        text.append(contentsOf: bytes[copied..<position])
        position += 1
        return Octets(text)
      } else {
        break
      }
    }
    throw failure(.quotedText)
  }

  private func tokenEnd(from start: Int) -> Int {
    var index = start
    while index < end, bytes[index].isTokenCharacter { index += 1 }
    return index
  }

  private func whiteSpaceEnd(from start: Int) -> Int {
    var index = start
    while index < end, bytes[index].isWhiteSpace { index += 1 }
    return index
  }

  private mutating func skipWhiteSpace() { position = whiteSpaceEnd(from: position) }

  private func failure(_ expectation: GrammarError.Expectation) -> GrammarError {
    GrammarError(offset: position - origin, expectation: expectation)
  }
}
