/// Digest credentials with everything a response is checked with (RFC 7616 3.4); an object, as it
/// has many parts and is handed on by everybody who looks at it.
final class DigestAnswer {
  /// Why credentials cannot be checked at all.
  struct Gap: Error {
    var mistake: Mistake
    var sentence: String
  }

  /// The user name, in plain or hashed, extended notation undone.
  let username: Octets
  let realm: Octets
  let nonce: Octets
  let uri: Octets
  /// The response; digits `A` to `F` turned into `a` to `f`.
  let response: Octets
  /// `true` if the response had upper-case digits.
  let hasUppercaseResponse: Bool
  /// The algorithm named; `nil` if none is, or an unknown one.
  let algorithm: DigestAlgorithm?
  let algorithmName: Octets?
  let protection: DigestComputation.Protection?
  let cnonce: Octets?
  let nc: Octets?
  let opaque: Octets?
  /// `true` if the user name is said to be a hash.
  let hasHashedUser: Bool

  private init(
    username: Octets, realm: Octets, nonce: Octets, uri: Octets, response: Octets,
    hasUppercaseResponse: Bool, algorithm: DigestAlgorithm?, algorithmName: Octets?,
    protection: DigestComputation.Protection?, cnonce: Octets?, nc: Octets?, opaque: Octets?,
    hasHashedUser: Bool
  ) {
    self.username = username
    self.realm = realm
    self.nonce = nonce
    self.uri = uri
    self.response = response
    self.hasUppercaseResponse = hasUppercaseResponse
    self.algorithm = algorithm
    self.algorithmName = algorithmName
    self.protection = protection
    self.cnonce = cnonce
    self.nc = nc
    self.opaque = opaque
    self.hasHashedUser = hasHashedUser
  }

  static func read(_ fields: DigestFields) -> Result<DigestAnswer, Gap> {
    func missing(_ name: String) -> Result<DigestAnswer, Gap> {
      .failure(Gap(mistake: .parameterMissing, sentence: "The parameter \(name) is missing."))
    }
    let username: Octets
    if let plain = fields.value(.username) {
      username = plain
    } else if let extended = fields.usernameExtended {
      guard let decoded = extended.value.extendedValue else {
        return .failure(
          Gap(
            mistake: .usernameExtendedMalformed,
            sentence: "username* is \(extended.value), which is no extended value in UTF-8."))
      }
      username = decoded
    } else {
      return missing("username")
    }
    guard let realm = fields.value(.realm) else { return missing("realm") }
    guard let nonce = fields.value(.nonce) else { return missing("nonce") }
    guard let uri = fields.value(.uri) else { return missing("uri") }
    guard let response = fields.value(.response) else { return missing("response") }
    var protection: DigestComputation.Protection?
    if let qop = fields.value(.qop) {
      guard let nc = fields.value(.nc) else { return missing("nc") }
      guard let cnonce = fields.value(.cnonce) else { return missing("cnonce") }
      protection = .init(qop: qop, nc: nc, cnonce: cnonce)
    }
    let hasUppercase = response.bytes.contains { (0x41...0x46).contains($0) }
    return .success(
      DigestAnswer(
        username: username, realm: realm, nonce: nonce, uri: uri,
        response: hasUppercase ? response.asciiLowercased : response,
        hasUppercaseResponse: hasUppercase,
        algorithm: fields.value(.algorithm).flatMap { DigestAlgorithm($0) },
        algorithmName: fields.value(.algorithm), protection: protection,
        cnonce: fields.value(.cnonce), nc: fields.value(.nc), opaque: fields.value(.opaque),
        hasHashedUser: fields.hasHashedUser))
  }

  /// The response as it must be if everything is as the credentials say.
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
