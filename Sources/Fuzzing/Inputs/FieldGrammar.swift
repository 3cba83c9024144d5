import HTTPAuth

/// Makes values of challenge fields from the grammar.
///
///     WWW-Authenticate = #challenge                                        (RFC 9110 11.6.1)
///     challenge  = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
///     auth-param = token BWS "=" BWS ( token / quoted-string )
struct FieldGrammar {
  /// What a value is to be like.
  enum Manner {
    /// A client has to understand it.
    case valid
    /// The grammar reads it, or nearly.
    case odd
    /// Whatever.
    case hostile
  }

  /// A parameter, its value as it is written.
  private typealias Parameter = (name: Octets, value: [UInt8])

  var random: SeededRandom

  /// The value of a challenge field: one challenge or a few.
  mutating func challenges(_ manner: Manner) -> Octets {
    var octets: [UInt8] = []
    // #element may be none at all (RFC 9110 5.6.1).
    if case .valid = manner {} else if random.percent(2) { return random.word(["", ",", " "]) }
    let count = [1, 1, 1, 2, 2, 3, 4][random.below(7)]
    if random.percent(3) { octets += random.word([",", ", ", " , ,"]).bytes }
    for index in 0..<count {
      if index > 0 { octets += separator(manner) }
      octets += challenge(manner)
    }
    if random.percent(3) { octets += random.word([",", ", ", " "]).bytes }
    return Octets(octets)
  }

  private mutating func separator(_ manner: Manner) -> [UInt8] {
    if random.percent(80) { return [0x2C, 0x20] }
    if case .hostile = manner, random.percent(20) {
      return random.word(FuzzDictionary.troublemakers).array
    }
    return random.word(FuzzDictionary.commasBetweenChallenges).array
  }

  /// One challenge.
  mutating func challenge(_ manner: Manner) -> [UInt8] {
    switch random.below(20) {
    case 0..<7: return scheme(FuzzDictionary.basic, manner) + parameters(basic(manner), manner)
    case 7..<15: return scheme(FuzzDictionary.digest, manner) + parameters(digest(manner), manner)
    case 15: return scheme(FuzzDictionary.bearer, manner) + parameters(realmOnly(manner), manner)
    case 16, 17: return otherChallenge(manner)
    case 18:
      return spelled(random.word(FuzzDictionary.otherSchemes), manner) + [0x20]
        + random.word(FuzzDictionary.tokens68).bytes
    default: return spelled(random.word(FuzzDictionary.otherSchemes), manner)
    }
  }

  /// Most schemes have a realm (RFC 9110 11.5), and what else the known ones have means nothing there.
  private mutating func otherChallenge(_ manner: Manner) -> [UInt8] {
    switch random.below(4) {
    case 0:
      return scheme(random.word(FuzzDictionary.otherSchemes), manner)
        + parameters(basic(manner), manner)
    case 1:
      return scheme(random.word(FuzzDictionary.otherSchemes), manner)
        + parameters(digest(manner), manner)
    default: break
    }
    var list: [Parameter] = []
    for _ in 0..<(1 + random.below(3)) {
      list.append(
        (random.word(FuzzDictionary.parameters), value(random.word(FuzzDictionary.texts), manner)))
    }
    return scheme(random.word(FuzzDictionary.otherSchemes), manner) + parameters(list, manner)
  }

  // MARK: Schemes and lists of parameters

  private mutating func scheme(_ name: Octets, _ manner: Manner) -> [UInt8] {
    let gap = random.percent(90) ? FuzzDictionary.blank : random.word(["  ", "   ", " , ", " ,"])
    return spelled(name, manner) + gap.bytes
  }

  /// Names are compared without case (RFC 9110 11.1, 11.2).
  private mutating func spelled(_ name: Octets, _ manner: Manner) -> [UInt8] {
    switch random.below(12) {
    case 0: return name.bytes.map { $0.asciiLowercased }
    case 1: return name.asciiUppercased.array
    case 2: return name.bytes.map { isLetter($0) && random.percent(50) ? $0 ^ 0x20 : $0 }
    default: return name.array
    }
  }

  private func isLetter(_ octet: UInt8) -> Bool { (0x61...0x7A).contains(octet | 0x20) }

  private mutating func parameters(
    _ list: [Parameter], _ manner: Manner
  ) -> [UInt8] {
    var list = list
    if random.percent(30) { list.shuffle(using: &random) }
    if random.percent(8) {
      list.insert(
        (
          random.word(["title", "x", "type", "error"]),
          value(random.word(FuzzDictionary.texts), manner)
        ),
        at: random.below(list.count + 1))
    }
    if repeats(manner), let twice = random.pick(list) {
      list.append((twice.name, random.percent(50) ? twice.value : value(text(), manner)))
    }
    var octets: [UInt8] = []
    for (index, parameter) in list.enumerated() {
      if index > 0 {
        octets += random.percent(90) ? [0x2C, 0x20] : random.word(FuzzDictionary.commas).array
      }
      octets += spelled(parameter.name, manner)
      octets += random.percent(92) ? [0x3D] : random.word(FuzzDictionary.equalsSigns).array
      octets += parameter.value
    }
    return octets
  }

  // MARK: What each scheme says

  private mutating func basic(_ manner: Manner) -> [Parameter] {
    var list: [Parameter] = []
    if !leavesOut(manner) { list.append((FuzzDictionary.realm, value(text(), manner))) }
    if random.percent(10) {
      list.append(
        ("charset", value(random.word(["UTF-8", "utf-8", "UTF-8", "ISO-8859-1"]), manner)))
    }
    return list
  }

  private mutating func realmOnly(_ manner: Manner) -> [Parameter] {
    var list: [Parameter] = []
    if !leavesOut(manner) { list.append((FuzzDictionary.realm, value(text(), manner))) }
    return list
  }

  private mutating func digest(_ manner: Manner) -> [Parameter] {
    var list: [Parameter] = []
    if !leavesOut(manner) { list.append((FuzzDictionary.realm, value(text(), manner))) }
    if !leavesOut(manner) { list.append((FuzzDictionary.nonce, value(nonce(), manner))) }
    if random.percent(85) {
      let isOther = random.percent(15)
      list.append(
        (
          FuzzDictionary.qop,
          value(random.word(isOther ? FuzzDictionary.otherQops : FuzzDictionary.qops), manner)
        ))
    }
    if random.percent(60) {
      var name = random.word(
        random.percent(25) ? FuzzDictionary.otherAlgorithms : FuzzDictionary.algorithms)
      if random.percent(8) { name = name.asciiLowercased }
      list.append((FuzzDictionary.algorithm, random.percent(75) ? name.array : quoted(name)))
    }
    if random.percent(35) { list.append((FuzzDictionary.opaque, value(text(), manner))) }
    if random.percent(8) {
      list.append(("stale", random.word(["true", "false", "TRUE", "\"true\"", "x"]).array))
    }
    if random.percent(8) {
      list.append(
        (
          "domain",
          value(random.word(["/", "/a /b", "http://x:99999/", "", "/ http://[", "a b"]), manner)
        ))
    }
    if random.percent(5) {
      list.append(("charset", value(random.word(["UTF-8", "utf-8", "x"]), manner)))
    }
    if random.percent(5) { list.append(("userhash", random.word(["true", "false", "x"]).array)) }
    return list
  }

  /// "each parameter name MUST only occur once per challenge" (RFC 9110 11.2)
  private mutating func repeats(_ manner: Manner) -> Bool {
    switch manner {
    case .valid: false
    case .odd: random.percent(5)
    case .hostile: random.percent(15)
    }
  }

  private mutating func leavesOut(_ manner: Manner) -> Bool {
    switch manner {
    case .valid: false
    case .odd: random.percent(4)
    case .hostile: random.percent(15)
    }
  }

  // MARK: Values

  /// A value, in quotes or, where it is a token, perhaps without.
  mutating func value(_ text: Octets, _ manner: Manner) -> [UInt8] {
    if !text.isEmpty, text.allSatisfy(FieldGrammar.isTokenCharacter), random.percent(25) {
      return text.array
    }
    if case .hostile = manner, random.percent(8) { return text.array }
    return quoted(text)
  }

  /// quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE (RFC 9110 5.6.4); any octet may be escaped.
  private mutating func quoted(_ text: Octets) -> [UInt8] {
    let escapes = random.percent(5)
    // "A user agent … MUST replace each received obs-fold with one or more SP octets" (RFC 9112 5.2): a fold is a blank.
    let folds = random.percent(3)
    var octets: [UInt8] = []
    octets.reserveCapacity(text.count + 2)
    octets.append(UInt8(ascii: "\""))
    for octet in text.bytes {
      let must = octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\")
      if must || (escapes && octet != 0x0D && octet != 0x0A && random.percent(50)) {
        octets.append(UInt8(ascii: "\\"))
      }
      if folds, octet == 0x20, !octets.isEmpty { octets += [0x0D, 0x0A] }
      octets.append(octet)
    }
    octets.append(UInt8(ascii: "\""))
    return octets
  }

  private mutating func text() -> Octets {
    switch random.below(100) {
    case 0..<45: return FuzzDictionary.vault
    case 45..<85: return random.word(FuzzDictionary.texts)
    case 85..<90: return random.word(FuzzDictionary.octetTexts)
    case 90: return long()
    default:
      return Octets(
        random.word(FuzzDictionary.texts).array + random.word(FuzzDictionary.texts).array)
    }
  }

  private mutating func nonce() -> Octets {
    switch random.below(20) {
    case 0..<12: return FuzzDictionary.firstNonce
    case 12: return ""
    case 13: return "dcd98b7102dd2f0e8b11d0f600bfb0c093=="
    case 14: return "a,b=c"
    case 15 where random.percent(30): return long()
    default: return text()
    }
  }

  /// Long enough to be cut by whoever has a limit; seldom, as a client takes as long over one as over ten others.
  private mutating func long() -> Octets {
    let lengths = [
      64, 255, 256, 257, 300, 600, 1023, 1024, 1025, 1100, 2048, 3000, 4096, 4200, 6000,
    ]
    return Octets(Repetition.text([UInt8(ascii: "a")], count: lengths[random.below(lengths.count)]))
  }

  /// tchar (RFC 9110 5.6.2)
  static func isTokenCharacter(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  // MARK: Authentication-Info

  /// Authentication-Info = #auth-param (RFC 9110 11.6.3)
  mutating func info(_ manner: Manner) -> Octets {
    var list: [Parameter] = []
    if random.percent(70) { list.append(("nextnonce", value(nonce(), manner))) }
    if random.percent(20) {
      list.append((FuzzDictionary.qop, random.word(["auth", "auth-int", "\"auth\"", "x"]).array))
    }
    if random.percent(25) {
      list.append(("rspauth", quoted(random.word(["", "0", "00000000000000000000000000000000"]))))
    }
    if random.percent(20) { list.append(("cnonce", value(text(), manner))) }
    if random.percent(20) {
      list.append(("nc", random.word(["00000001", "1", "\"00000001\"", "x"]).array))
    }
    return Octets(parameters(list, manner))
  }
}
