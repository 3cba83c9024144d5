// SPDX-License-Identifier: Apache-2.0

/// A test server's side of SCRAM-SHA-256 (RFC 7804 5). The same first message of a client always
/// gets the same reply.
package struct SCRAMOffer: Hashable, Sendable {
  /// A defect of the server's first message.
  package enum Defect: String, Hashable, Sendable, CaseIterable {
    /// Its nonce does not begin with the client's.
    case nonceOther = "nonce-other"
    /// Its nonce begins with as many octets as the client's nonce has, but with other ones.
    case nonceAltered = "nonce-altered"
    /// Its nonce is the client's, and nothing is added.
    case nonceBare = "nonce-bare"
    /// It has no salt.
    case noSalt = "no-salt"
    /// The salt is not base 64.
    case saltNotBase64 = "salt-not-base64"
    /// The iteration count is 0.
    case noIterations = "no-iterations"
    /// It demands an unknown extension with `m` (RFC 5802 5.1).
    case mandatoryExtension = "mandatory-extension"
    /// `data` is not base 64.
    case notBase64 = "not-base64"
  }

  package var realm: Octets?
  /// The server's part of the nonce, which follows the client's.
  package var nonce: Octets
  /// The salt, decoded.
  package var salt: Octets
  package var iterations: Int
  package var defect: Defect?

  package init(nonce: Octets, salt: Octets = "authspec salt", iterations: Int = 4096) {
    self.nonce = nonce
    self.salt = salt
    self.iterations = iterations
  }

  /// The challenge without a login in progress.
  package var challenge: Challenge {
    Challenge(
      scheme: SCRAMOffer.scheme,
      parameters: realm.map { [AuthParameter(name: "realm", value: $0, form: .quotedString)] } ?? []
    )
  }

  package static let scheme: Octets = "SCRAM-SHA-256"

  /// The challenge that answers a client's first message, decoded; `nil` if that cannot be parsed.
  package func challenge(after first: Octets) -> Challenge? {
    guard let message = SCRAMMessage(parsing: first, hasHeader: true),
      let clientNonce = message.value("r")
    else { return nil }
    var reply = reply(to: clientNonce).base64
    if defect == .notBase64 { reply = "*" }
    return Challenge(
      scheme: SCRAMOffer.scheme,
      parameters: [
        AuthParameter(name: "sid", value: sid(of: first), form: .token),
        AuthParameter(name: "data", value: reply, form: .quotedString),
      ])
  }

  /// The server's first message.
  private func reply(to clientNonce: Octets) -> Octets {
    let whole: [UInt8]
    switch defect {
    case .nonceOther: whole = nonce.array
    case .nonceAltered:
      whole =
        clientNonce.bytes.map { $0 == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x") }
        + nonce.array
    case .nonceBare: whole = clientNonce.array
    default: whole = clientNonce.array + nonce.array
    }
    var text = "r=" + Octets(whole).latin1
    if defect == .mandatoryExtension { text = "m=unheard-of," + text }
    switch defect {
    case .noSalt: break
    case .saltNotBase64: text += ",s=*"
    default: text += ",s=" + salt.base64.latin1
    }
    return Octets(text + ",i=\(defect == .noIterations ? 0 : iterations)")
  }

  /// The `sid` of the login that begins with a first message.
  private func sid(of first: Octets) -> Octets {
    Octets(SHA256.hash(first.array + nonce.array).prefix(9).map { $0.hex(digits: 2) }.joined())
  }
}
