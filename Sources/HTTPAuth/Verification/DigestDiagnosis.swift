// SPDX-License-Identifier: Apache-2.0

/// Explains a wrong Digest response: finds the mistakes that give this response.
struct DigestDiagnosis {
  let verification: DigestVerification
  let answer: DigestAnswer
  let index: Int
  let challenge: DigestChallenge
  let algorithm: DigestAlgorithm
  let disagreement: [Discrepancy]

  /// An account that the credentials may mean, with the mistake in its name, if there is one.
  private struct Subject {
    var account: Account
    var form: Account.Form
    var function: HashFunction
    var discrepancy: Discrepancy?
  }

  /// The most pairs of mistakes that are tried.
  private static let pairLimit = 320
  /// The most octets of a body for which pairs are tried.
  private static let bodyLimit = 65_536
  /// The most octets that are hashed for all pairs.
  private static let hashedLimit = 1 << 17

  private var context: CredentialsContext { verification.context }
  private var fields: DigestFields { verification.fields }

  func verdict() -> CredentialsVerdict {
    let subjects = self.subjects
    for subject in subjects {
      var computation = computation(of: subject)
      guard verification.fits(&computation, answer, algorithm) else { continue }
      return verification.verdict(
        subject.account, subject.form.encoding, discrepancies(of: subject), answer, index,
        challenge, computation)
    }
    guard verification.explains else { return unexplained(subjects.first) }
    for subject in subjects {
      if let verdict = explained(subject) { return verdict }
    }
    return unexplained(subjects.first)
  }

  private func discrepancies(of subject: Subject) -> [Discrepancy] {
    (subject.discrepancy.map { [$0] } ?? []) + disagreement
  }

  private func computation(of subject: Subject) -> DigestComputation {
    answer.computation(
      user: subject.form.user, password: subject.form.password,
      algorithm: DigestAlgorithm(subject.function, isSession: algorithm.isSession), in: context)
  }

  /// The verdict with the one or two mistakes that give the response; `nil` if none do.
  private func explained(_ subject: Subject) -> CredentialsVerdict? {
    let base = computation(of: subject)
    var known = DigestVariations(
      answer: answer, fields: fields, challenge: challenge, context: context,
      account: subject.account, base: base)
    for add in DigestVariations.additions {
      let old = known.all.count
      add(&known)
      for variation in known.all[old...] {
        var changed = base
        variation.apply(&changed)
        if changed.digits.equals(answer.response) { return verdict(subject, [variation]) }
      }
    }
    let variations = known.all
    guard context.body.count <= Self.bodyLimit else { return nil }
    let octets = answer.realm.count + answer.nonce.count + (answer.cnonce?.count ?? 0)
    var left = min(Self.pairLimit, Self.hashedLimit / max(1, octets))
    for (place, first) in variations.enumerated() {
      var once = base
      first.apply(&once)
      let (secret, request) = (once.hashOfA1, once.hashOfA2)
      for second in variations[(place + 1)...] where second.part != first.part {
        left -= 1
        if left < 0 { return nil }
        var changed = once
        second.apply(&changed)
        // A1 and A2 are hashed again only if the second mistake changes them.
        let digits = changed.digits(
          secret: second.part.isOfA1 ? changed.hashOfA1 : secret,
          request: second.part.isOfA2 ? changed.hashOfA2 : request)
        if digits.equals(answer.response) { return verdict(subject, [first, second]) }
      }
    }
    return nil
  }

  private func verdict(_ subject: Subject, _ variations: [DigestVariation]) -> CredentialsVerdict {
    let made = variations.map { $0.detail() }.joined(separator: " and ")
    let found = variations.enumerated().map { place, variation in
      Discrepancy(variation.mistake, place == 0 ? "The response was made \(made)." : "")
    }
    let all = discrepancies(of: subject) + found
    return verification.invalid(
      all[0].mistake,
      all.prefix(3).map(\.sentence).filter { !$0.isEmpty }.joined(separator: " "),
      account: subject.account,
      second: all.dropFirst().first { $0.mistake != all[0].mistake }?.mistake)
  }

  private func unexplained(_ subject: Subject?) -> CredentialsVerdict {
    guard let subject else {
      let unknown = Discrepancy(
        .unknownUser, "The server knows no user \"\(answer.username)\".")
      return verification.invalid([unknown] + disagreement)
    }
    let all = discrepancies(of: subject)
    if !all.isEmpty { return verification.invalid(all, account: subject.account) }
    return verification.invalid(
      .unexplained,
      "The response does not fit the password of \(subject.account.name), and no known mistake explains it.",
      account: subject.account)
  }
}

extension DigestDiagnosis {
  /// The accounts that the user name may mean, the most likely first.
  private var subjects: [Subject] {
    let named = context.accounts.flatMap { account in
      forms(of: account)
        .filter { verification.names($0.user, answer, algorithm.function) }
        .map { subject(account, $0) }
    }
    if !named.isEmpty { return named }
    let mistaken = context.accounts.flatMap { account in
      forms(of: account).compactMap { misnamed(account, $0) }
    }
    if !mistaken.isEmpty { return mistaken }
    // The name is unknown, but the response may fit an account.
    return context.accounts.compactMap { account in
      let username = "username is \"\(answer.username)\""
      let other =
        if account.user.quotedPairsUndone == answer.username {
          Discrepancy(
            .userNotEscaped, "\(username): the backslashes of \"\(account.user)\" were not escaped."
          )
        } else {
          Discrepancy(
            .userOfAnotherAccount, "\(username), but the response is that of \(account.name).")
        }
      let subject = subject(account, forms(of: account)[0], other)
      var computation = computation(of: subject)
      return verification.fits(&computation, answer, algorithm) ? subject : nil
    }
  }

  private func forms(of account: Account) -> [Account.Form] {
    [.init(encoding: .utf8, user: account.user, password: account.password)] + account.otherForms
  }

  private func subject(
    _ account: Account, _ form: Account.Form, _ discrepancy: Discrepancy? = nil
  ) -> Subject {
    Subject(
      account: account, form: form, function: algorithm.function, discrepancy: discrepancy)
  }

  /// The subject whose name was sent with a mistake in hashing it; `nil` if it was not sent.
  private func misnamed(_ account: Account, _ form: Account.Form) -> Subject? {
    let username = answer.username
    if username == form.user {
      return subject(
        account, form,
        .init(.userhashNotHashed, "userhash is true, but username is \"\(username)\" in plain."))
    }
    for function in HashFunction.allCases where function.size * 2 == username.count {
      let hash = DigestComputation.hashedUserDigits(form.user, realm: answer.realm, by: function)
      guard hash.equals(username) else { continue }
      if !fields.hasHashedUser {
        return subject(
          account, form,
          .init(
            .userhashUnstated,
            "username is the hash of \(account.name)'s, but userhash is not true."))
      }
      let mistake: Mistake =
        switch function {
        case .sha512Truncated: .sha512Truncated
        case .md5: .md5Always
        case .sha256, .sha512Slash256: .otherHash
        }
      var subject = subject(
        account, form,
        .init(mistake, "username is hashed with another function: \(mistake.summary)"))
      subject.function = function
      return subject
    }
    return nil
  }
}
