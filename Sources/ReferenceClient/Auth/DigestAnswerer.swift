// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Makes Digest credentials (RFC 7616 3.4) from a nonce count and a client nonce, without side
/// effects.
struct DigestAnswerer {
  /// The challenge that it answers.
  var offer: DigestOffer
  /// The realm, unquoted, octet for octet.
  var realm: Octets
  /// The login.
  var login: Login
  /// The request-target, as it is sent (RFC 7616 3.4.6).
  var uri: Octets
  /// The method.
  var method: Octets
  /// The body before any transfer coding, for auth-int.
  var body: Octets
  /// The number of requests with the nonce, including this one.
  var count: UInt32
  /// cnonce
  var clientNonce: Octets
  /// cnonce-prime of the session; `nil` if the session begins with this request.
  var sessionNonce: Octets?
  /// `true` if the challenge has charset="UTF-8".
  var wantsUTF8 = false
  /// The client's faults.
  var faults = FaultSet()

  /// nc-value = 8LHEX
  var nc: Octets {
    let digits = String(count, radix: 16)
    if faults.has(.ncNotPadded) { return Octets(digits) }
    let padded = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    return Octets(faults.alter(padded, .ncUpperCase) { $0.uppercased() })
  }

  /// Joins with colons.
  private static func joined(_ parts: [Octets]) -> Octets {
    var octets: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { octets.append(UInt8(ascii: ":")) }
      octets += part.bytes
    }
    return Octets(octets)
  }

  private func hash(_ octets: Octets) -> Octets { offer.function.hex(of: octets) }

  /// The user name in the encoding and normalization form that the server asks for (RFC 7616 4).
  private var user: Octets { encoded(login.user) }
  private var password: Octets { encoded(login.password) }

  private func encoded(_ text: Octets) -> Octets {
    wantsUTF8 ? NormalForm.composed(text) : text
  }

  /// H( username ":" realm ) (RFC 7616 3.4.4)
  private var hashedUser: Octets { hash(DigestAnswerer.joined([user, realm])) }

  /// A1 = unq(username) ":" unq(realm) ":" passwd, or for a session H( unq(username) ":" unq(realm)
  /// ":" passwd ) ":" unq(nonce-prime) ":" unq(cnonce-prime) (RFC 7616 3.4.2)
  private var a1: Octets {
    let realm = faults.alter(self.realm, .realmEscapedInHash) {
      Octets(DigestAnswerer.escaped($0))
    }
    let plain = DigestAnswerer.joined([user, realm, password])
    guard offer.isSession else { return plain }
    let key = hash(plain)
    return DigestAnswerer.joined([key, offer.nonce, sessionNonce ?? clientNonce])
  }

  /// A2 = Method ":" request-uri, with auth-int also ":" H(entity-body) (RFC 7616 3.4.3). For
  /// rspauth the method is empty (3.5).
  private func a2(_ method: Octets, body: Octets) -> Octets {
    guard offer.qop == .authInt else { return DigestAnswerer.joined([method, uri]) }
    return DigestAnswerer.joined([method, uri, hash(body)])
  }

  /// response = KD( H(A1), unq(nonce) ":" nc ":" unq(cnonce) ":" unq(qop) ":" H(A2) ), or without
  /// qop KD( H(A1), unq(nonce) ":" H(A2) ) (RFC 7616 3.4.1; RFC 2069)
  private func response(_ a2: Octets) -> Octets {
    guard let qop = offer.qop, !faults.has(.qopLeftOutOfHash) else {
      return hash(DigestAnswerer.joined([hash(a1), offer.nonce, hash(a2)]))
    }
    return hash(
      DigestAnswerer.joined([
        hash(a1), offer.nonce, nc, clientNonce, Octets(qop.name), hash(a2),
      ]))
  }

  /// The response to the challenge.
  var response: Octets {
    let method = faults.alter(self.method, .methodAlwaysGET) { _ in "GET" }
    var response = response(a2(method, body: body))
    if faults.has(.responseUpperCase) { response = response.asciiUppercased }
    if isLongSession, faults.has(.responseUpperCaseInLongSession) {
      response = response.asciiUppercased
    }
    return response
  }

  /// The value that rspauth must have in the Authentication-Info of a response with that body.
  func responseAuthentication(body: Octets) -> Octets {
    response(a2(faults.has(.rspauthWithMethod) ? method : "", body: body))
  }

  // MARK: The field

  private var isLongSession: Bool { offer.isSession && offer.function == .sha512Slash256 }

  /// The field value.
  func value() throws(CredentialsError) -> Octets {
    // With a colon in the name, A1 could be that of another user (RFC 7616 3.4.4; RFC 7617 2).
    if user.contains(UInt8(ascii: ":")), !faults.has(.colonInDigestUserSent) { throw .colonInUser }
    if login.hasControls,
      !faults.has(.controlsInLoginSent)
    {
      throw .controlCharacter
    }
    var field = DigestField(faults)
    appendUser(to: &field)
    field.append("realm", quoted: offer.otherRealm ?? realm)
    field.append("nonce", quoted: offer.otherNonce ?? offer.nonce)
    field.append("uri", quoted: uri)
    field.append("response", quoted: response)
    if let algorithm = offer.algorithm {
      // With the spelling of the challenge (RFC 7616 3.4).
      if faults.has(.algorithmQuoted) {
        field.append("algorithm", quoted: algorithm)
      } else if !faults.has(.algorithmLeftOut),
        !isLongSession || !faults.has(.algorithmLeftOutOfLongSession)
      {
        field.append("algorithm", plain: algorithm)
      }
    }
    // opaque is returned unchanged (RFC 7616 3.3, 3.4), also if it is empty.
    if let opaque = offer.opaque {
      let isDropped =
        faults.has(.opaqueDropped) || (opaque.isEmpty && faults.has(.emptyOpaqueDropped))
      if !isDropped {
        if offer.hasBareQop, faults.has(.opaqueNotQuotedAfterBareQop) {
          field.append("opaque", plain: opaque)
        } else {
          field.append("opaque", quoted: opaque)
        }
        if offer.hasBareQop, faults.has(.opaqueTwiceAfterBareQop) {
          field.append("opaque", quoted: opaque)
        }
        if offer.hasBareQop, faults.has(.semicolonsAfterBareQop) { field.usesSemicolons = true }
      }
    } else if faults.has(.opaqueInvented) {
      field.append("opaque", quoted: "")
    }
    appendProtection(to: &field)
    if offer.hashesUser {
      field.append("userhash", plain: "true")
    } else if !offer.hashesUser, faults.takes(.userhashFalseTold) {
      field.append("userhash", plain: "false")
    }
    return Octets(field.octets)
  }

  private func appendUser(to field: inout DigestField) {
    if offer.hashesUser {
      field.append("username", quoted: hashedUser)
    } else if user.contains(where: { $0 >= 0x80 }), user.utf8 != nil,
      !faults.takes(.otherUserNamesQuoted)
    {
      // ext-value = charset "'" [ language ] "'" value-chars (RFC 8187 3.2.1)
      if faults.has(.userNamesTwice) { field.append("username", quoted: user) }
      field.append("username*", plain: Octets("UTF-8''" + DigestAnswerer.extended(user)))
    } else {
      field.append("username", quoted: user)
    }
  }

  private func appendProtection(to field: inout DigestField) {
    guard let qop = offer.qop else {
      if faults.has(.ncWithoutQop) { field.append("nc", plain: nc) }
      return
    }
    if faults.has(.qopQuoted) {
      field.append("qop", quoted: Octets(qop.name))
    } else {
      field.append("qop", plain: Octets(qop.name))
    }
    if faults.has(.ncQuoted) {
      field.append("nc", quoted: nc)
    } else {
      field.append("nc", plain: nc)
    }
    if !faults.has(.cnonceLeftOut) {
      field.append("cnonce", quoted: clientNonce)
    }
  }

  static func escaped(_ value: Octets) -> [UInt8] {
    var escaped: [UInt8] = []
    for octet in value.bytes {
      if octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\") {
        escaped.append(UInt8(ascii: "\\"))
      }
      escaped.append(octet)
    }
    return escaped
  }

  /// value-chars = *( pct-encoded / attr-char )
  private static func extended(_ value: Octets) -> String {
    var text = ""
    for octet in value.bytes {
      switch octet {
      case UInt8(ascii: "*"), UInt8(ascii: "'"), UInt8(ascii: "%"): text += hex(octet)
      case _ where ChallengeReader.isTokenCharacter(octet):
        text.unicodeScalars.append(Unicode.Scalar(octet))
      default: text += hex(octet)
      }
    }
    return text
  }

  private static func hex(_ octet: UInt8) -> String {
    let digits = String(octet, radix: 16, uppercase: true)
    return octet < 16 ? "%0\(digits)" : "%\(digits)"
  }
}
