// SPDX-License-Identifier: Apache-2.0

/// Verifies a token that is bound to a key, and the proof that the client has the key (RFC 9449
/// 4.3, 7.1).
///
///     credentials = "DPoP" 1*SP token68
///     DPoP        = token68
///
/// A token is bound to the key of the first valid proof that the server receives with it, as if it
/// had been issued for that key.
struct DPoPVerification {
  let context: CredentialsContext

  /// The most seconds by which the time of a proof may differ from the server's time. Proofs are
  /// accepted for "a relatively brief period on the order of seconds or minutes" (RFC 9449 11.1).
  private static let longestAge: Int64 = 300

  func verdict(on credentials: Credentials) -> CredentialsVerdict {
    guard let token = credentials.token68 else {
      return invalid(.noToken68, "DPoP credentials have no token after the scheme's name.")
    }
    guard let account = context.accounts.first(where: { $0.token == token }) else {
      return invalid(.unknownToken, "The server knows no account with the token \(token).")
    }
    guard account.isBound else {
      return invalid(
        .unknownToken, "The token of \(account.name) is bound to no key: it is for Bearer.", account
      )
    }
    let proofs = context.dpop.proofs
    guard let value = proofs.first else {
      return invalid(.proofMissing, "The request has a token and no DPoP field.", account)
    }
    // "There is not more than one DPoP HTTP request header field." (RFC 9449 4.3)
    guard proofs.count == 1 else {
      return invalid(.proofRepeated, "There are \(proofs.count) DPoP fields.", account)
    }
    guard let proof = DPoPProof(parsing: value) else {
      return invalid(
        .proofMalformed, "The DPoP field is no JWT with JSON objects: \(value).", account)
    }
    if let (mistake, sentence) = mistake(in: proof, with: token) {
      return invalid(mistake, sentence, account, proof)
    }
    return .valid(Proof(account: account.name, scheme: .dpop, dpop: proof))
  }

  /// The first rule of RFC 9449 4.3 that a proof breaks, with a sentence about it.
  private func mistake(in proof: DPoPProof, with token: Octets) -> (Mistake, String)? {
    mistakeOfHeader(proof) ?? mistakeOfRequest(proof) ?? mistakeOfToken(proof, token)
  }

  private func mistakeOfHeader(_ proof: DPoPProof) -> (Mistake, String)? {
    // "The typ JOSE Header Parameter has the value dpop+jwt."
    guard proof.type == "dpop+jwt" else {
      return (.proofTypeOther, "typ is \(named(proof.type)), and not \"dpop+jwt\".")
    }
    // "The alg JOSE Header Parameter indicates a registered asymmetric digital signature algorithm
    // […], is not none, is supported by the application".
    guard proof.algorithm == "ES256" else {
      return (
        .proofAlgorithmOther, "alg is \(named(proof.algorithm)); the server supports ES256."
      )
    }
    // "The jwk JOSE Header Parameter does not contain a private key."
    if proof.hasPrivateKey {
      return (.proofKeyPrivate, "jwk has the private part of the key, d.")
    }
    // "The JWT signature verifies with the public key contained in the jwk JOSE Header Parameter."
    guard proof.isSigned else {
      return (
        .proofSignatureWrong,
        proof.key == nil
          ? "jwk is not a public key on the curve P-256."
          : "The signature is not that of header and payload by the key in jwk."
      )
    }
    return nil
  }

  private func mistakeOfRequest(_ proof: DPoPProof) -> (Mistake, String)? {
    // "All required claims per Section 4.2 are contained in the JWT."
    for name in ["jti", "htm", "htu"] as [Octets] where proof.value(named: name) == nil {
      return (.proofMalformed, "The claim \(name) is missing.")
    }
    guard let time = proof.time else { return (.proofMalformed, "The claim iat is missing.") }
    // "The htm claim matches the HTTP method of the current request."
    guard proof.method == context.method else {
      return (
        .proofMethodOther, "htm is \(named(proof.method)), and the method \(context.method)."
      )
    }
    if let mistake = mistakeOfURL(proof) { return mistake }
    // "The creation time of the JWT […] is within an acceptable window".
    if let now = context.dpop.time, abs(now - time) > DPoPVerification.longestAge {
      return (
        .proofTimeOther, "iat is \(time), \(abs(now - time)) seconds away from the server's time."
      )
    }
    // "HTTP requests to the same URI for which the jti value has been seen before would be
    // declined" (RFC 9449 11.1).
    if let identifier = proof.identifier, context.dpop.received.contains(identifier) {
      return (.proofReplayed, "A proof with the jti \"\(identifier)\" came before.")
    }
    // "If the server provided a nonce value to the client, the nonce claim matches the
    // server-provided nonce value."
    guard let latest = context.dpop.nonces.last else { return nil }
    guard let nonce = proof.nonce else {
      return (
        .proofNonceMissing, "The server has sent the nonce \"\(latest)\", the proof has none."
      )
    }
    guard context.dpop.nonces.contains(nonce) else {
      return (
        .proofNonceOther,
        "nonce is \"\(nonce)\", which this server has not sent; it has sent \"\(latest)\"."
      )
    }
    return nil
  }

  /// "The htu claim matches the HTTP URI value for the HTTP request in which the JWT was received,
  /// ignoring any query and fragment parts." The claim is "without query and fragment parts" (RFC
  /// 9449 4.2).
  private func mistakeOfURL(_ proof: DPoPProof) -> (Mistake, String)? {
    guard let sent = proof.url, let wanted = context.dpop.url, sent != wanted else { return nil }
    let base = Octets(sent.bytes.prefix { $0 != 0x3F && $0 != 0x23 })
    if base != sent, base.isSameURL(as: wanted) {
      return (.proofTargetWithQuery, "htu is \"\(sent)\", with a query or a fragment.")
    }
    if sent.isSameURL(as: wanted) { return nil }
    return (.proofTargetOther, "htu is \"\(sent)\", and the URL of the request is \"\(wanted)\".")
  }

  private func mistakeOfToken(_ proof: DPoPProof, _ token: Octets) -> (Mistake, String)? {
    // "ensure that the value of the ath claim equals the hash of that access token"
    guard let hash = proof.tokenHash else {
      return (.proofHashMissing, "The request has a token, and the proof has no claim ath.")
    }
    let wanted = Octets(SHA256.hash(token.array)).base64URL
    guard hash == wanted else {
      return (.proofHashOther, "ath is \"\(hash)\", and the hash of the token is \"\(wanted)\".")
    }
    // "confirm that the public key to which the access token is bound matches the public key from
    // the DPoP proof"
    guard let key = proof.key?.thumbprint, let bound = context.dpop.keys[token], bound != key else {
      return nil
    }
    return (
      .proofKeyOther, "The proof is by the key \(key), and the token is bound to \(bound)."
    )
  }

  private func named(_ value: Octets?) -> String { value.map { "\"\($0)\"" } ?? "not there" }

  private func invalid(
    _ mistake: Mistake, _ sentence: String, _ account: Account? = nil, _ proof: DPoPProof? = nil
  ) -> CredentialsVerdict {
    .invalid(
      Diagnosis(
        scheme: .dpop, account: account?.name, mistake: mistake, sentence: sentence, dpop: proof))
  }
}

extension Octets {
  /// `true` if two http or https URLs are equal after normalization: "the scheme and host are
  /// case-insensitive", an empty path is "/", and the port of the scheme may be left out (RFC 9110
  /// 4.2.3). "servers SHOULD employ syntax-based normalization […] before comparing the htu claim"
  /// (RFC 9449 4.3).
  fileprivate func isSameURL(as other: Octets) -> Bool { normalURL == other.normalURL }

  private var normalURL: [Octets]? {
    guard let authority, let path = pathAndQuery else { return nil }
    let scheme = Octets(bytes.prefix { $0 != 0x3A }).asciiLowercased
    let usual: [UInt8] = Array((scheme == "https" ? ":443" : ":80").utf8)
    var place = authority.asciiLowercased
    if place.bytes.suffix(usual.count).elementsEqual(usual) {
      place = Octets(place.bytes.dropLast(usual.count))
    }
    return [scheme, place, path.withNormalEscapes]
  }

  /// The octets with percent-encodings in upper case, and unreserved characters decoded (RFC 3986
  /// 6.2.2.1, 6.2.2.2).
  private var withNormalEscapes: Octets {
    guard bytes.contains(UInt8(ascii: "%")) else { return self }
    var octets: [UInt8] = []
    var rest = bytes
    while let octet = rest.popFirst() {
      let code = rest.prefix(2)
      guard octet == UInt8(ascii: "%"), code.count == 2, let high = code.first?.hexDigitValue,
        let low = code.last?.hexDigitValue
      else {
        octets.append(octet)
        continue
      }
      octets += Octets([high << 4 | low]).percentEncoded.utf8
      rest = rest.dropFirst(2)
    }
    return Octets(octets)
  }
}
