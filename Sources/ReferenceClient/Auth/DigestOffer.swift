// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The parameters of a Digest challenge (RFC 7616 3.3) that the client can answer.
struct DigestOffer: Hashable, Sendable {
  /// Quality of protection.
  enum Qop: Hashable, Sendable {
    case auth, authInt

    /// The value on the wire.
    var name: String { self == .auth ? "auth" : "auth-int" }
  }

  /// The nonce, octet for octet.
  var nonce: Octets
  /// The value of opaque; `nil` if it is missing.
  var opaque: Octets?
  /// The algorithm as it is spelled; `nil` if it is missing.
  var algorithm: Octets?
  /// The hash function H of the algorithm.
  var function = HashFunction.md5
  /// `true` if the algorithm ends in -sess.
  var isSession = false
  /// The qop to use; `nil` if none is offered.
  var qop: Qop?
  /// `true` if qop is a token, not a quoted-string. Only faults use it.
  var hasBareQop = false
  /// `true` if the previous request was refused because its nonce was too old.
  var isStale = false
  /// `true` for userhash=true.
  var hashesUser = false
  /// A value that replaces the realm in the field: a fault.
  var otherRealm: Octets?
  /// A value that replaces the nonce in the field: a fault.
  var otherNonce: Octets?
  /// The URIs of domain.
  var domain: [Octets] = []

  /// An offer with only a nonce.
  init(nonce: Octets) {
    self.nonce = nonce
    qop = .auth
  }

  init?(_ challenge: ReceivedChallenge, _ faults: FaultSet, _ preferences: Preferences) {
    guard challenge.value("realm", faults) != nil || preferences.answersWithoutRealm else {
      return nil
    }
    guard let nonce = challenge.value("nonce", faults) else { return nil }
    self.nonce = nonce
    self.nonce = faults.alter(self.nonce, .nonceCutAtComma) { nonce in
      Octets(nonce.bytes.prefix { $0 != UInt8(ascii: ",") })
    }
    opaque = challenge.value("opaque", faults)
    if challenge.hasDuplicate, faults.has(.firstDuplicateUsed) {
      otherNonce = self.nonce
      self.nonce = challenge.parameters.last { $0.name.equalsIgnoringCase("nonce") }?.value ?? nonce
    }
    if challenge.hasDuplicate, faults.has(.duplicatesMixed) {
      otherRealm = challenge.parameters.last { $0.name.equalsIgnoringCase("realm") }?.value
    }
    guard readAlgorithm(challenge, faults), readQop(challenge, faults) else {
      return nil
    }
    isStale = challenge.value("stale", faults)?.equalsIgnoringCase("true") ?? false
    isStale = faults.alter(isStale, .anyStaleIsTrue) { _ in
      challenge.value("stale", faults) != nil
    }
    isStale = faults.alter(isStale, .staleIgnored) { _ in false }
    hashesUser = challenge.value("userhash", faults)?.equalsIgnoringCase("true") ?? false
    hashesUser = faults.alter(hashesUser, .userhashIgnored) { _ in false }
    if challenge.value("userhash", faults) != nil {
      hashesUser = faults.alter(hashesUser, .userhashFalseTakenForTrue) { _ in true }
    }
    domain = (challenge.value("domain", faults)?.bytes ?? []).split { $0 == 0x20 || $0 == 0x09 }
      .map { Octets($0) }
    let base = WebAddress(origin: Origin(scheme: "http", host: "a.test", port: 80), target: "/")
    if domain.contains(where: { (try? URLReference.resolve($0, at: base)) == nil }),
      faults.has(.malformedDomainRefused)
    {
      return nil
    }
  }

  /// A missing algorithm means MD5. A challenge with an unknown algorithm is ignored (RFC 7616
  /// 3.3).
  private mutating func readAlgorithm(_ challenge: ReceivedChallenge, _ faults: FaultSet) -> Bool {
    algorithm = challenge.value("algorithm", faults)
    guard let algorithm else {
      if faults.has(.missingAlgorithmRefused) { return false }
      if offersAuthInt(challenge), faults.has(.missingAlgorithmBesideAuthInt) { function = .sha256 }
      return true
    }
    var name = algorithm.asciiLowercased
    if name.bytes.suffix(5).elementsEqual("-sess".utf8) {
      isSession = !faults.has(.sessionTakenForPlain)
      name = Octets(name.bytes.dropLast(5))
    }
    switch name {
    case "md5": function = .md5
    case "sha-256":
      if challenge.value("qop", FaultSet()) == "auth-int", !isSession,
        faults.has(.sha256UnknownBesideAuthInt)
      {
        return false
      }
      function = .sha256
    case "sha-512-256":
      function = .sha512Slash256
      if faults.has(.sha256ForSHA512Slash256) { function = .sha256 }
      if isSession, faults.has(.sha512TruncatedInSession) { function = .sha512Truncated }
    default:
      guard faults.has(.unknownAlgorithmIsMD5) else { return false }
    }
    return true
  }

  /// `true` if domain contains a URI of another server.
  func namesOtherHost(than origin: Origin) -> Bool {
    domain.contains { uri in
      let address = try? URLReference.resolve(uri, at: WebAddress(origin: origin, target: "/"))
      return address.map { $0.origin != origin } ?? false
    }
  }

  private func offersAuthInt(_ challenge: ReceivedChallenge) -> Bool {
    challenge.value("qop", FaultSet())?.latin1.contains("auth-int") ?? false
  }

  /// Ignores unknown qop options (RFC 7616 3.3). The client sends one of the offered options (3.4).
  private mutating func readQop(_ challenge: ReceivedChallenge, _ faults: FaultSet) -> Bool {
    guard let list = challenge.value("qop", faults) else {
      // Without qop there is no cnonce for the key of a session (RFC 7616 3.4.2).
      if faults.has(.qopInvented) {
        qop = .auth
        return true
      }
      return !isSession && !faults.takes(.noAnswerWithoutQop)
    }
    hasBareQop = challenge.parameters.contains {
      $0.name.equalsIgnoringCase("qop") && !$0.wasQuoted
    }
    let options = list.bytes.split(separator: UInt8(ascii: ",")).map { option in
      ChallengeReader.trimmed(Octets(option)).asciiLowercased
    }
    let isKnown = { (option: Octets) in option == "auth" || option == "auth-int" }
    if !options.allSatisfy(isKnown), faults.has(.unknownQopRefused) { return false }
    let hasAuth = options.contains("auth")
    let hasAuthInt = options.contains("auth-int")
    if hasAuth && !(hasAuthInt && faults.takes(.authIntPreferred)) {
      qop = .auth
    } else if hasAuthInt {
      qop = .authInt
    } else if faults.has(.unknownQopIsAuth) {
      qop = .auth
    } else if faults.has(.unknownQopIsNone) {
      qop = nil
    } else {
      return false
    }
    return true
  }
}

extension Octets {
  /// The octets with `a`-`z` replaced by `A`-`Z`.
  var asciiUppercased: Octets {
    Octets(bytes.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 })
  }
}
