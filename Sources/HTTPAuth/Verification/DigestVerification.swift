// SPDX-License-Identifier: Apache-2.0

/// Verifies Digest credentials (RFC 7616 3.4).
struct DigestVerification {
  let credentials: Credentials
  let context: CredentialsContext
  let fields: DigestFields
  /// `true` if the mistake in invalid credentials is to be found.
  let explains: Bool

  init(
    _ credentials: Credentials, in context: consuming CredentialsContext, explains: Bool = true
  ) {
    self.explains = explains
    fields = DigestFields(credentials)
    self.credentials = credentials
    self.context = context
  }

  func verdict() -> CredentialsVerdict {
    if !fields.areAll, let name = credentials.duplicatedParameter {
      return invalid(.parameterDuplicated, "The parameter \(name) occurs twice.")
    }
    let answer: DigestAnswer
    do throws(DigestAnswer.Gap) {
      answer = try DigestAnswer(fields)
    } catch {
      return invalid(error.mistake, error.sentence)
    }
    guard let (index, challenge) = answeredChallenge(answer, where: { _ in true }) else {
      return unknownNonce(answer)
    }
    let verdict = verdict(answer, index, challenge)
    // Two challenges may differ only in that one asks for UTF-8. An answer in another encoding is
    // valid for the other one.
    if case .invalid = verdict, challenge.asksForUTF8,
      let (index, challenge) = answeredChallenge(answer, where: { !$0.asksForUTF8 })
    {
      let other = self.verdict(answer, index, challenge)
      if case .valid = other { return other }
    }
    return verdict
  }

  private func verdict(
    _ answer: DigestAnswer, _ index: Int, _ challenge: DigestChallenge
  ) -> CredentialsVerdict {
    let disagreement = discrepancies(answer, index, challenge)
    guard let algorithm = answer.algorithm ?? challenge.algorithm else {
      return invalid(disagreement)
    }
    // The usual case: the named account, in UTF-8.
    for place in context.accounts.indices
    where names(context.accounts[place].user, answer, algorithm.function) {
      var computation = answer.computation(
        user: context.accounts[place].user, password: context.accounts[place].password,
        algorithm: algorithm, in: context)
      if fits(&computation, answer, algorithm) {
        return verdict(
          context.accounts[place], .utf8, disagreement, answer, index, challenge,
          consume computation)
      }
    }
    return DigestDiagnosis(
      verification: self, answer: answer, index: index, challenge: challenge,
      algorithm: algorithm, disagreement: disagreement
    ).verdict()
  }

  /// `true` if the user name that was sent, plain or hashed, is `user`.
  func names(_ user: Octets, _ answer: DigestAnswer, _ function: HashFunction) -> Bool {
    guard fields.hasHashedUser else { return answer.username == user }
    return DigestComputation.hashedUserDigits(user, realm: answer.realm, by: function)
      .equals(answer.username)
  }

  /// `true` if the computation gives the response. With a `-sess` algorithm the keys of earlier
  /// sessions are tried, too; the computation then gets the session that fits.
  ///
  /// A1 of a `-sess` algorithm is a key for the session that follows (RFC 7616 3.4.2): a client may
  /// keep it and use fresh cnonces.
  func fits(
    _ computation: inout DigestComputation, _ answer: DigestAnswer, _ algorithm: DigestAlgorithm
  ) -> Bool {
    if computation.digits.equals(answer.response) { return true }
    guard algorithm.isSession else { return false }
    var tried: Set<DigestComputation.Session> = []
    for earlier in context.accepted.reversed() where earlier.value(.realm) == answer.realm {
      let session = DigestComputation.Session(
        nonce: earlier.value(.nonce) ?? "", cnonce: earlier.value(.cnonce) ?? "")
      guard tried.insert(session).inserted else { continue }
      var other = computation
      other.session = session
      if other.digits.equals(answer.response) {
        computation = other
        return true
      }
    }
    return false
  }

  func verdict(
    _ account: Account, _ encoding: CredentialsEncoding, _ disagreement: [Discrepancy],
    _ answer: DigestAnswer, _ index: Int, _ challenge: DigestChallenge,
    _ computation: consuming DigestComputation
  ) -> CredentialsVerdict {
    if !disagreement.isEmpty { return invalid(disagreement, account: account) }
    if challenge.asksForUTF8, let mistake = encoding.mistake {
      return invalid(
        mistake,
        "The response is right for \(account.name), but not in UTF-8 normalised to NFC, which the challenge asks for: \(mistake.summary)",
        account: account)
    }
    return .valid(
      Proof(
        account: account.name, scheme: .digest, issued: index, digest: fields, encoding: encoding,
        computation: computation))
  }

  func invalid(
    _ mistake: Mistake, _ sentence: String, account: Account? = nil, second: Mistake? = nil
  ) -> CredentialsVerdict {
    .invalid(
      Diagnosis(
        scheme: .digest, account: account?.name, mistake: mistake, second: second,
        sentence: sentence, digest: fields))
  }

  func invalid(_ disagreement: [Discrepancy], account: Account? = nil) -> CredentialsVerdict {
    guard let first = disagreement.first else {
      return invalid(.unexplained, Mistake.unexplained.summary, account: account)
    }
    let second = disagreement.count > 1 ? disagreement[1] : nil
    return invalid(
      first.mistake, second.map { first.sentence + " " + $0.sentence } ?? first.sentence,
      account: account, second: second?.mistake)
  }
}

extension DigestVerification {
  /// The challenge that the credentials answer, with its index. Of several with their nonce it is
  /// the one that agrees best, of equals the latest.
  private func answeredChallenge(
    _ answer: DigestAnswer, where isMeant: (DigestChallenge) -> Bool
  ) -> (Int, DigestChallenge)? {
    var best: (index: Int, challenge: DigestChallenge, agreement: Int)?
    for index in context.issued.indices.reversed() {
      guard context.issued[index].value(of: "nonce") == answer.nonce,
        let challenge = DigestChallenge(context.issued[index]), isMeant(challenge)
      else { continue }
      let agreement = agreement(answer, challenge)
      if agreement == DigestVerification.fullAgreement { return (index, challenge) }
      if agreement > best?.agreement ?? -1 { best = (index, challenge, agreement) }
    }
    return best.map { ($0.index, $0.challenge) }
  }

  /// A measure of how far an answer agrees with a challenge, up to `fullAgreement`.
  private func agreement(_ answer: DigestAnswer, _ challenge: DigestChallenge) -> Int {
    var agreement = 0
    if challenge.realm == answer.realm { agreement += 2 }
    if challenge.opaque == answer.opaque { agreement += 2 }
    if let algorithm = answer.algorithm {
      if algorithm == challenge.algorithm { agreement += 4 }
    } else if answer.algorithmName == nil, challenge.algorithm == DigestAlgorithm(.md5) {
      agreement += 4
    }
    if let qop = answer.protection?.qop {
      if challenge.qop.contains(where: { $0.equalsIgnoringCase(qop) }) { agreement += 1 }
    } else if challenge.qop.isEmpty {
      agreement += 1
    }
    if challenge.takesHashedUser || !answer.hasHashedUser { agreement += 1 }
    return agreement
  }

  private static let fullAgreement = 10

  private func unknownNonce(_ answer: DigestAnswer) -> CredentialsVerdict {
    let account = context.accounts.first { $0.user == answer.username }
    for issued in context.issued.reversed() {
      guard let nonce = issued.value(of: "nonce")?.quotedPairsAdded, nonce == answer.nonce,
        let challenge = DigestChallenge(issued)
      else { continue }
      return invalid(
        .nonceNotUnescaped,
        "nonce is \"\(answer.nonce)\", but the challenge's, with its escapes undone, is \"\(challenge.nonce)\".",
        account: account)
    }
    return invalid(
      .nonceUnknown, "The nonce \"\(answer.nonce)\" was not issued by this server.",
      account: account)
  }
}

extension Octets {
  /// The octets with a backslash before each `"` and `\`; `nil` if there are none.
  package var quotedPairsAdded: Octets? {
    guard bytes.contains(where: { $0 == 0x22 || $0 == 0x5C }) else { return nil }
    var octets: [UInt8] = []
    for octet in bytes {
      if octet == 0x22 || octet == 0x5C { octets.append(0x5C) }
      octets.append(octet)
    }
    return Octets(octets)
  }

  /// The octets with quoted-pairs decoded; `nil` if there are none.
  package var quotedPairsUndone: Octets? {
    guard bytes.contains(0x5C) else { return nil }
    var octets: [UInt8] = []
    var isEscaped = false
    for octet in bytes {
      if octet == 0x5C, !isEscaped {
        isEscaped = true
      } else {
        octets.append(octet)
        isEscaped = false
      }
    }
    return Octets(octets)
  }
}
