import HTTPAuth

/// The challenges of a field's lines, and whether the grammar leaves but one way to read them.
struct UnderstoodChallenges {
  /// The challenges in order.
  let challenges: [Challenge]
  /// There is but one way to read the lines.
  let isClear: Bool
  /// Where a single challenge names parameters twice and nothing else is unclear: what it says where the first of each
  /// counts, and what it says where the last does. Nil anywhere else.
  let readingsOfDuplicates: [Challenge]?

  /// Reads the lines of one field.
  init(_ lines: [Octets], _ reader: ChallengeReader) {
    var challenges: [Challenge] = []
    var isClear = true
    for line in lines {
      let list = reader.list(line)
      // "each parameter name MUST only occur once per challenge" (RFC 9110 11.2)
      if !list.isValid || !line.isPlainOrFolded || line.contains(Octets.place) { isClear = false }
      challenges += list.challenges
    }
    // Lines of one field are one list (RFC 9110 5.3): one that goes on with the challenge of the line before reads otherwise alone.
    if isClear, lines.count > 1, reader.list(lines).challenges != challenges {
      isClear = false
    }
    self.challenges = challenges
    self.isClear = isClear
    guard !isClear, lines.count == 1, challenges.count == 1,
      challenges[0].duplicatedParameter != nil, reader.list(lines[0]).failure == nil,
      !lines[0].contains(0x0D), !lines[0].contains(Octets.place)
    else {
      readingsOfDuplicates = nil
      return
    }
    readingsOfDuplicates = [
      challenges[0].withoutDuplicates, challenges[0].reversed.withoutDuplicates,
    ]
  }
}

extension Octets {
  /// The beginning of what is filled in when it is played.
  fileprivate static let place: Octets = "${"
}

extension Challenge {
  /// The parameters the other way round.
  fileprivate var reversed: Challenge {
    var challenge = self
    challenge.parameters.reverse()
    return challenge
  }

  /// The first parameter of each name.
  fileprivate var withoutDuplicates: Challenge {
    var seen: Set<Octets> = []
    var challenge = self
    challenge.parameters.removeAll { !seen.insert($0.name.asciiLowercased).inserted }
    return challenge
  }
}

/// Which challenges a client with some abilities must, or may, answer.
struct AnswerableSchemes {
  let abilities: Set<String>
  let isProxy: Bool

  /// A challenge that is complete and asks for nothing that the client does not claim.
  func mustAnswer(_ challenge: Challenge) -> Bool {
    guard challenge.token68 == nil, let realm = challenge.value(of: "realm"), !realm.isEmpty else {
      return false
    }
    switch AuthScheme(challenge.scheme) {
    case .basic: return abilities.contains("basic")
    case .digest: return mustAnswer(digest: challenge)
    case .bearer, .other: return false
    }
  }

  private func mustAnswer(digest challenge: Challenge) -> Bool {
    guard claimsDigest, let digest = DigestChallenge(challenge), !digest.nonce.isEmpty,
      let algorithm = digest.algorithm, !digest.isStale,
      challenge.value(of: "stale").map({ $0.matches("false") }) ?? true,
      !digest.takesHashedUser || abilities.contains("digest-userhash")
    else { return false }
    switch algorithm.function {
    case .md5: break
    case .sha256: guard abilities.contains("digest-sha-256") else { return false }
    case .sha512Slash256, .sha512Truncated:
      guard abilities.contains("digest-sha-512-256") else { return false }
    }
    if algorithm.isSession, !abilities.contains("digest-sess") { return false }
    // Without qop the challenge is one of RFC 2069, which a client may leave alone (RFC 7616 3.3).
    let options = digest.qop.compactMap { DigestQop($0) }
    return options.contains(.auth)
      || (options.contains(.authInt) && abilities.contains("digest-auth-int"))
  }

  /// A challenge of a scheme that the client speaks, however much is missing that it can do without.
  ///
  /// "A valid response contains an unkeyed digest of the username, the password, the given nonce value, the HTTP method, and
  /// the requested URI" (RFC 7616 3.1): where no nonce is given, there is no valid response.
  func mayAnswer(_ challenge: Challenge) -> Bool {
    switch AuthScheme(challenge.scheme) {
    case .basic: true
    case .digest:
      challenge.value(of: "nonce") != nil
        && (DigestChallenge(challenge).map { $0.algorithm != nil } ?? true)
    case .bearer, .other: false
    }
  }

  /// A challenge of Digest, which the client speaks, that is not whole. What else is offered beside it may be answered, and need
  /// not be: nothing says that a client that is shown a broken challenge of its strongest scheme is to fall back to a weaker one.
  /// A challenge of an unknown algorithm is not broken: "If the algorithm is not understood, the challenge should be ignored
  /// (and a different one used, if there is more than one)" (RFC 7616 3.3).
  func isBrokenDigest(_ challenge: Challenge) -> Bool {
    guard case .digest = AuthScheme(challenge.scheme), claimsDigest else { return false }
    guard challenge.token68 == nil, let digest = DigestChallenge(challenge), !digest.nonce.isEmpty,
      !digest.realm.isEmpty
    else { return true }
    return !digest.qop.isEmpty && digest.qop.allSatisfy { DigestQop($0) == nil }
  }

  private var claimsDigest: Bool { abilities.contains(isProxy ? "proxy-digest" : "digest") }
}
