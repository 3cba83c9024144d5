// SPDX-License-Identifier: Apache-2.0

/// The values of Digest credentials that a response is checked with (RFC 7616 3.4). It is a class,
/// as it has many parts and is passed on often.
final class DigestAnswer {
  /// The reason why credentials cannot be checked.
  struct Gap: Error {
    var mistake: Mistake
    var sentence: String
  }

  /// The user name, plain or hashed; the extended notation is decoded.
  let username: Octets
  let realm: Octets
  let nonce: Octets
  let uri: Octets
  /// The response with its digits in lower case.
  let response: Octets
  /// `true` if the response had upper-case digits.
  let hasUppercaseResponse: Bool
  /// The algorithm; `nil` if none or an unknown one is named.
  let algorithm: DigestAlgorithm?
  let algorithmName: Octets?
  let protection: DigestComputation.Protection?
  let cnonce: Octets?
  let nc: Octets?
  let opaque: Octets?
  /// `true` if `userhash` says that the user name is a hash.
  let hasHashedUser: Bool

  init(_ fields: DigestFields) throws(Gap) {
    func required(_ name: DigestFields.Name, _ text: String) throws(Gap) -> Octets {
      guard let value = fields.value(name) else {
        throw Gap(mistake: .parameterMissing, sentence: "The parameter \(text) is missing.")
      }
      return value
    }
    if !fields.has(.username), let extended = fields.value(.usernameExtended) {
      guard let decoded = extended.extendedValue else {
        throw Gap(
          mistake: .usernameExtendedMalformed,
          sentence: "username* is \(extended), which is not an extended value in UTF-8.")
      }
      username = decoded
    } else {
      username = try required(.username, "username")
    }
    realm = try required(.realm, "realm")
    nonce = try required(.nonce, "nonce")
    uri = try required(.uri, "uri")
    let response = try required(.response, "response")
    hasUppercaseResponse = response.bytes.contains { (0x41...0x46).contains($0) }
    self.response = hasUppercaseResponse ? response.asciiLowercased : response
    protection =
      if let qop = fields.value(.qop) {
        .init(qop: qop, nc: try required(.nc, "nc"), cnonce: try required(.cnonce, "cnonce"))
      } else {
        nil
      }
    algorithmName = fields.value(.algorithm)
    algorithm = algorithmName.flatMap { DigestAlgorithm($0) }
    cnonce = fields.value(.cnonce)
    nc = fields.value(.nc)
    opaque = fields.value(.opaque)
    hasHashedUser = fields.hasHashedUser
  }

  /// Computes the response from the values in the credentials.
  func computation(
    user: Octets, password: Octets, algorithm: DigestAlgorithm, in context: CredentialsContext
  ) -> DigestComputation {
    DigestComputation(
      function: algorithm.function,
      session: algorithm.isSession ? .init(nonce: nonce, cnonce: cnonce ?? "") : nil,
      user: user, realm: realm, password: password, nonce: nonce, protection: protection,
      method: context.method, uri: uri,
      body: protection.flatMap { DigestQop($0.qop) } == .authInt ? context.body : nil)
  }
}
