// SPDX-License-Identifier: Apache-2.0

/// A Digest challenge (RFC 7616 3.3).
package struct DigestChallenge: Hashable, Sendable {
  package var realm: Octets
  package var nonce: Octets
  /// The value of `algorithm` as it is spelled; `nil` if there is none, which means MD5.
  package var algorithmName: Octets?
  /// The options in `qop`; empty for a challenge without `qop` (RFC 2069).
  package var qop: [Octets]
  /// The data that clients return unchanged.
  package var opaque: Octets?
  /// The URIs of the protection space.
  package var domain: [Octets]
  /// `true` if the credentials were refused only because their nonce was too old.
  package var isStale: Bool
  /// The value of `charset`; only `UTF-8` has a meaning (RFC 7616 4).
  package var charset: Octets?
  /// `true` if the server accepts hashed user names (RFC 7616 3.4.4).
  package var takesHashedUser: Bool
}

extension DigestChallenge {
  package init(
    realm: Octets, nonce: Octets, algorithm: DigestAlgorithm? = nil, qop: [DigestQop] = [.auth],
    opaque: Octets? = nil, domain: [Octets] = [], isStale: Bool = false, charset: Octets? = nil,
    takesHashedUser: Bool = false
  ) {
    self.init(
      realm: realm, nonce: nonce, algorithmName: algorithm?.name, qop: qop.map(\.name),
      opaque: opaque, domain: domain, isStale: isStale, charset: charset,
      takesHashedUser: takesHashedUser)
  }

  /// Reads a challenge; `nil` if its scheme is not Digest, or realm or nonce is missing.
  ///
  /// Of several parameters of one name the first counts.
  package init?(_ challenge: Challenge) {
    guard challenge.scheme.matches("Digest") else { return nil }
    let parameters = challenge.parameters
    // Collects indices, so that values are copied only if the challenge is complete.
    var (realm, nonce, algorithm, qop, opaque) = (-1, -1, -1, -1, -1)
    var (domain, stale, charset, userhash) = (-1, -1, -1, -1)
    for place in parameters.indices {
      // Comparing the length first is faster than comparing with each name.
      switch parameters[place].name.count {
      case 3 where qop < 0 && parameters[place].name.matches("qop"): qop = place
      case 5 where realm < 0 && parameters[place].name.matches("realm"): realm = place
      case 5 where nonce < 0 && parameters[place].name.matches("nonce"): nonce = place
      case 5 where stale < 0 && parameters[place].name.matches("stale"): stale = place
      case 6 where opaque < 0 && parameters[place].name.matches("opaque"): opaque = place
      case 6 where domain < 0 && parameters[place].name.matches("domain"): domain = place
      case 7 where charset < 0 && parameters[place].name.matches("charset"): charset = place
      case 8 where userhash < 0 && parameters[place].name.matches("userhash"): userhash = place
      case 9 where algorithm < 0 && parameters[place].name.matches("algorithm"): algorithm = place
      default: break
      }
    }
    guard realm >= 0, nonce >= 0 else { return nil }
    self.init(
      realm: parameters[realm].value, nonce: parameters[nonce].value,
      algorithmName: algorithm < 0 ? nil : parameters[algorithm].value,
      qop: qop < 0 ? [] : parameters[qop].value.listElements,
      opaque: opaque < 0 ? nil : parameters[opaque].value,
      domain: domain < 0
        ? [] : parameters[domain].value.bytes.split(separator: 0x20).map(Octets.init),
      isStale: stale >= 0 && parameters[stale].value.matches("true"),
      charset: charset < 0 ? nil : parameters[charset].value,
      takesHashedUser: userhash >= 0 && parameters[userhash].value.matches("true"))
  }

  /// The algorithm; MD5 if none is named, `nil` if the name is unknown.
  package var algorithm: DigestAlgorithm? {
    guard let algorithmName else { return DigestAlgorithm(.md5) }
    return DigestAlgorithm(algorithmName)
  }

  /// `true` if the server asks for UTF-8.
  var asksForUTF8: Bool { charset?.matches("UTF-8") ?? false }

  /// The challenge with its parameters in the forms of RFC 7616 3.3: realm, domain, nonce, opaque
  /// and qop quoted; stale, algorithm, charset and userhash not.
  package var challenge: Challenge {
    var parameters: [AuthParameter] = [.init(name: "realm", value: realm, form: .quotedString)]
    func add(_ name: Octets, _ value: Octets?, _ form: AuthParameter.Form) {
      if let value { parameters.append(.init(name: name, value: value, form: form)) }
    }
    if !qop.isEmpty { add("qop", Octets(separating: qop, by: ", "), .quotedString) }
    add("algorithm", algorithmName, .token)
    add("nonce", nonce, .quotedString)
    add("opaque", opaque, .quotedString)
    if !domain.isEmpty { add("domain", Octets(separating: domain, by: " "), .quotedString) }
    if isStale { add("stale", "true", .token) }
    add("charset", charset, .token)
    if takesHashedUser { add("userhash", "true", .token) }
    return Challenge(scheme: "Digest", parameters: parameters)
  }
}

extension Octets {
  /// The elements of a list in a parameter's value, trimmed and without empty ones.
  var listElements: [Octets] {
    // A single token is a list of one element.
    if !isEmpty, allSatisfy(\.isTokenCharacter) { return [self] }
    return bytes.split(separator: UInt8(ascii: ",")).compactMap { part in
      var part = part
      while part.first?.isWhiteSpace == true { part.removeFirst() }
      while part.last?.isWhiteSpace == true { part.removeLast() }
      return part.isEmpty ? nil : Octets(part)
    }
  }
}
