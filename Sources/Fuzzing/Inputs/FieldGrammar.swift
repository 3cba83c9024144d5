// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Makes values of challenge fields from the grammar.
///
///     WWW-Authenticate = #challenge                                        (RFC 9110 11.6.1)
///     challenge  = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
///     auth-param = token BWS "=" BWS ( token / quoted-string )
struct FieldGrammar {
  enum Validity {
    /// Every client must understand the value.
    case valid
    /// The value follows the grammar, or nearly so.
    case nearlyValid
    case hostile
  }

  /// A parameter; the value includes its quotes.
  private typealias Parameter = (name: Octets, value: [UInt8])

  let random: SeededRandom
  let validity: Validity

  /// The value of a challenge field: up to four challenges.
  func challenges() -> Octets {
    var octets: [UInt8] = []
    // A list may be empty (RFC 9110 5.6.1).
    if validity != .valid, random.percent(2) { return random.word(["", ",", " "]) }
    let count = [1, 1, 1, 2, 2, 3, 4][random.below(7)]
    if random.percent(3) { octets += random.word([",", ", ", " , ,"]).bytes }
    for index in 0..<count {
      if index > 0 { octets += separator() }
      octets += challenge()
    }
    if random.percent(3) { octets += random.word([",", ", ", " "]).bytes }
    return Octets(octets)
  }

  private func separator() -> [UInt8] {
    if random.percent(80) { return [0x2C, 0x20] }
    if validity == .hostile, random.percent(20) {
      return random.word(FuzzDictionary.delimiters).array
    }
    return random.word(FuzzDictionary.commasBetweenChallenges).array
  }

  func challenge() -> [UInt8] {
    switch random.below(20) {
    case 0..<7:
      return scheme(FuzzDictionary.basic) + parameters(basic())
    case 7..<15:
      return scheme(FuzzDictionary.digest) + parameters(digest())
    case 15:
      return scheme(FuzzDictionary.bearer) + parameters(realmOnly())
    case 16, 17: return otherChallenge()
    case 18:
      return spelled(random.word(FuzzDictionary.otherSchemes)) + [0x20]
        + random.word(FuzzDictionary.tokens68).bytes
    default: return spelled(random.word(FuzzDictionary.otherSchemes))
    }
  }

  /// A challenge of an unknown scheme, sometimes with the parameters of a known one, which have no
  /// meaning there.
  private func otherChallenge() -> [UInt8] {
    switch random.below(4) {
    case 0:
      return scheme(random.word(FuzzDictionary.otherSchemes))
        + parameters(basic())
    case 1:
      return scheme(random.word(FuzzDictionary.otherSchemes))
        + parameters(digest())
    default: break
    }
    var list: [Parameter] = []
    for _ in 0..<(1 + random.below(3)) {
      list.append(
        (random.word(FuzzDictionary.parameters), value(random.word(FuzzDictionary.texts)))
      )
    }
    return scheme(random.word(FuzzDictionary.otherSchemes)) + parameters(list)
  }

  // MARK: Schemes and lists of parameters

  private func scheme(_ name: Octets) -> [UInt8] {
    let gap = random.percent(90) ? FuzzDictionary.space : random.word(["  ", "   ", " , ", " ,"])
    return spelled(name) + gap.bytes
  }

  /// Names are compared without case (RFC 9110 11.1, 11.2).
  private func spelled(_ name: Octets) -> [UInt8] {
    switch random.below(12) {
    case 0: return name.bytes.map { $0.asciiLowercased }
    case 1: return name.asciiUppercased.array
    case 2: return name.bytes.map { isLetter($0) && random.percent(50) ? $0 ^ 0x20 : $0 }
    default: return name.array
    }
  }

  private func isLetter(_ octet: UInt8) -> Bool { (0x61...0x7A).contains(octet | 0x20) }

  private func parameters(_ list: [Parameter]) -> [UInt8] {
    var list = list
    if random.percent(30) {
      var generator = random
      list.shuffle(using: &generator)
    }
    if random.percent(8) {
      let name = random.word(["title", "x", "type", "error"])
      let parameter = (name, value(random.word(FuzzDictionary.texts)))
      list.insert(parameter, at: random.below(list.count + 1))
    }
    if deviates(ifNearlyValid: 5), let twice = random.pick(list) {
      list.append((twice.name, random.percent(50) ? twice.value : value(text())))
    }
    var octets: [UInt8] = []
    for (index, parameter) in list.enumerated() {
      if index > 0 {
        octets += random.percent(90) ? [0x2C, 0x20] : random.word(FuzzDictionary.commas).array
      }
      octets += spelled(parameter.name)
      octets += random.percent(92) ? [0x3D] : random.word(FuzzDictionary.equalsSigns).array
      octets += parameter.value
    }
    return octets
  }

  // MARK: Parameters of each scheme

  private func basic() -> [Parameter] {
    var list = realmOnly()
    if random.percent(10) {
      list.append(
        ("charset", value(random.word(["UTF-8", "utf-8", "UTF-8", "ISO-8859-1"]))))
    }
    return list
  }

  private func realmOnly() -> [Parameter] {
    deviates(ifNearlyValid: 4) ? [] : [(FuzzDictionary.realm, value(text()))]
  }

  private func digest() -> [Parameter] {
    var list = realmOnly()
    if !deviates(ifNearlyValid: 4) { list.append((FuzzDictionary.nonce, value(nonce()))) }
    if random.percent(85) {
      let isOther = random.percent(15)
      let options = random.word(isOther ? FuzzDictionary.otherQops : FuzzDictionary.qops)
      list.append((FuzzDictionary.qop, value(options)))
    }
    if random.percent(60) {
      var name = random.word(
        random.percent(25) ? FuzzDictionary.otherAlgorithms : FuzzDictionary.algorithms)
      if random.percent(8) { name = name.asciiLowercased }
      list.append((FuzzDictionary.algorithm, random.percent(75) ? name.array : quoted(name)))
    }
    if random.percent(35) { list.append((FuzzDictionary.opaque, value(text()))) }
    if random.percent(8) {
      list.append(("stale", random.word(["true", "false", "TRUE", "\"true\"", "x"]).array))
    }
    if random.percent(8) {
      let domain = random.word(["/", "/a /b", "http://x:99999/", "", "/ http://[", "a b"])
      list.append(("domain", value(domain)))
    }
    if random.percent(5) {
      list.append(("charset", value(random.word(["UTF-8", "utf-8", "x"]))))
    }
    if random.percent(5) { list.append(("userhash", random.word(["true", "false", "x"]).array)) }
    return list
  }

  /// `true` for a challenge that repeats a parameter, or leaves out one that its scheme requires:
  /// never if it is to be valid, and with a percentage of chances otherwise.
  ///
  /// "each parameter name MUST only occur once per challenge" (RFC 9110 11.2)
  private func deviates(ifNearlyValid percentage: Int) -> Bool {
    switch validity {
    case .valid: false
    case .nearlyValid: random.percent(percentage)
    case .hostile: random.percent(15)
    }
  }

  // MARK: Values

  /// A value in quotes; one of four tokens has none.
  func value(_ text: Octets) -> [UInt8] {
    if !text.isEmpty, text.allSatisfy(\.isTokenCharacter), random.percent(25) {
      return text.array
    }
    if validity == .hostile, random.percent(8) { return text.array }
    return quoted(text)
  }

  /// quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE (RFC 9110 5.6.4); any octet can be
  /// escaped.
  private func quoted(_ text: Octets) -> [UInt8] {
    let escapes = random.percent(5)
    // "A user agent … MUST replace each received obs-fold with one or more SP octets" (RFC 9112
    // 5.2).
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

  private func text() -> Octets {
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

  private func nonce() -> Octets {
    switch random.below(20) {
    case 0..<12: return FuzzDictionary.firstNonce
    case 12: return ""
    case 13: return "dcd98b7102dd2f0e8b11d0f600bfb0c093=="
    case 14: return "a,b=c"
    case 15 where random.percent(30): return long()
    default: return text()
    }
  }

  /// A value whose length is near a usual limit. It is rare: a client takes as long for one as for
  /// ten others.
  private func long() -> Octets {
    let lengths = [
      64, 255, 256, 257, 300, 600, 1023, 1024, 1025, 1100, 2048, 3000, 4096, 4200, 6000,
    ]
    return Octets(Repetition.text([UInt8(ascii: "a")], count: lengths[random.below(lengths.count)]))
  }

  // MARK: Authentication-Info

  /// Authentication-Info = #auth-param (RFC 9110 11.6.3)
  func info() -> Octets {
    var list: [Parameter] = []
    if random.percent(70) { list.append(("nextnonce", value(nonce()))) }
    if random.percent(20) {
      list.append((FuzzDictionary.qop, random.word(["auth", "auth-int", "\"auth\"", "x"]).array))
    }
    if random.percent(25) {
      list.append(("rspauth", quoted(random.word(["", "0", "00000000000000000000000000000000"]))))
    }
    if random.percent(20) { list.append(("cnonce", value(text()))) }
    if random.percent(20) {
      list.append(("nc", random.word(["00000001", "1", "\"00000001\"", "x"]).array))
    }
    return Octets(parameters(list))
  }
}
