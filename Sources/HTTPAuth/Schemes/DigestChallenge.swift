/// A Digest challenge, as a server makes it (RFC 7616 3.3).
public struct DigestChallenge: Hashable, Sendable {
  /// The realm.
  public var realm: Octets
  /// The nonce.
  public var nonce: Octets
  /// The value of `algorithm` as it is spelled; nil stands for MD5.
  public var algorithmName: Octets?
  /// The options in `qop`; empty for a challenge without `qop` (RFC 2069).
  public var qop: [Octets]
  /// Data to be returned unchanged.
  public var opaque: Octets?
  /// The URIs of the protection space.
  public var domain: [Octets]
  /// True when only the nonce was too old.
  public var isStale: Bool
  /// The value of `charset`; only `UTF-8` means something (RFC 7616 4).
  public var charset: Octets?
  /// True when the server takes hashed user names (RFC 7616 3.4.4).
  public var takesHashedUser: Bool
}

extension DigestChallenge {
  /// A challenge of these parts.
  public init(
    realm: Octets, nonce: Octets, algorithm: DigestAlgorithm? = nil, qop: [DigestQop] = [.auth],
    opaque: Octets? = nil, domain: [Octets] = [], isStale: Bool = false, charset: Octets? = nil,
    takesHashedUser: Bool = false
  ) {
    self.init(
      realm: realm, nonce: nonce, algorithmName: algorithm?.name, qop: qop.map(\.name),
      opaque: opaque, domain: domain, isStale: isStale, charset: charset,
      takesHashedUser: takesHashedUser)
  }

  /// What a challenge says; nil when its scheme is not Digest, or realm or nonce is missing.
  ///
  /// Of a parameter named twice the first counts.
  public init?(_ challenge: Challenge) {
    guard challenge.scheme.matches("Digest") else { return nil }
    var realm: Octets?
    var nonce: Octets?
    var algorithmName: Octets?
    var qop: Octets?
    var opaque: Octets?
    var domain: Octets?
    var stale: Octets?
    var charset: Octets?
    var userhash: Octets?
    for index in challenge.parameters.indices {
      let name = challenge.parameters[index].name
      let value = challenge.parameters[index].value
      // The length rules most names out, which is faster than to look for each of them.
      switch name.count {
      case 3 where qop == nil && name.matches("qop"): qop = value
      case 5 where realm == nil && name.matches("realm"): realm = value
      case 5 where nonce == nil && name.matches("nonce"): nonce = value
      case 5 where stale == nil && name.matches("stale"): stale = value
      case 6 where opaque == nil && name.matches("opaque"): opaque = value
      case 6 where domain == nil && name.matches("domain"): domain = value
      case 7 where charset == nil && name.matches("charset"): charset = value
      case 8 where userhash == nil && name.matches("userhash"): userhash = value
      case 9 where algorithmName == nil && name.matches("algorithm"): algorithmName = value
      default: break
      }
    }
    guard let realm, let nonce else { return nil }
    self.init(
      realm: realm, nonce: nonce, algorithmName: algorithmName, qop: qop?.listElements ?? [],
      opaque: opaque, domain: domain?.bytes.split(separator: 0x20).map(Octets.init) ?? [],
      isStale: stale?.matches("true") ?? false, charset: charset,
      takesHashedUser: userhash?.matches("true") ?? false)
  }

  /// The algorithm; MD5 when none is named, nil when the name is unknown.
  public var algorithm: DigestAlgorithm? {
    guard let algorithmName else { return DigestAlgorithm(.md5) }
    return DigestAlgorithm(algorithmName)
  }

  /// True when the server asks for UTF-8.
  public var asksForUTF8: Bool { charset?.matches("UTF-8") ?? false }

  /// The challenge with its parameters in the forms of RFC 7616 3.3: realm, domain, nonce, opaque and
  /// qop quoted; stale, algorithm, charset and userhash not.
  public var challenge: Challenge {
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
  /// The elements of a list in a parameter's value, without white space around them and without empty ones.
  var listElements: [Octets] {
    // One word is a list of itself.
    if !isEmpty, allSatisfy(\.isTokenCharacter) { return [self] }
    return bytes.split(separator: UInt8(ascii: ",")).compactMap { part in
      var part = part
      while part.first?.isWhiteSpace == true { part.removeFirst() }
      while part.last?.isWhiteSpace == true { part.removeLast() }
      return part.isEmpty ? nil : Octets(part)
    }
  }

  /// Runs of octets with a separator between them.
  init(separating parts: [Octets], by separator: Octets) {
    var octets: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { octets.append(contentsOf: separator.bytes) }
      octets.append(contentsOf: part.bytes)
    }
    self.init(octets)
  }
}
