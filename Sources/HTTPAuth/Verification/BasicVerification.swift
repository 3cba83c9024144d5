// SPDX-License-Identifier: Apache-2.0

/// Verifies Basic credentials (RFC 7617 2).
///
///     basic-credentials = base64( user-id ":" password )
struct BasicVerification {
  let context: CredentialsContext

  func verdict(on credentials: Credentials) -> CredentialsVerdict {
    guard let token = credentials.token68 else {
      return invalid(.noToken68, "Basic credentials have no token68 after the scheme's name.")
    }
    guard let pair = Octets(base64: token) else {
      return invalid(.notBase64, "\(token) is not base 64 with padding.")
    }
    for account in context.accounts where pair.isPair(account.user, account.password) {
      if account.user.contains(0x3A) {
        return invalid(
          .colonInUser, "The user name \(account.user) has a colon in it and was sent with Basic.",
          account)
      }
      return .valid(Proof(account: account.name, scheme: .basic))
    }
    guard let colon = pair.firstIndex(of: 0x3A) else {
      return invalid(.noColon, "\(token) decodes to \"\(pair)\", which has no colon.")
    }
    return otherEncoding(of: pair)
      ?? refusal(user: pair[pair.startIndex..<colon], password: pair[colon + 1..<pair.endIndex])
  }

  /// The verdict on a pair in another encoding, which is valid if the server asked for no encoding.
  private func otherEncoding(of pair: Octets) -> CredentialsVerdict? {
    guard pair.bytes.contains(where: { $0 >= 0x80 }) else { return nil }
    for account in context.accounts {
      for form in account.otherForms where pair.isPair(form.user, form.password) {
        return verdict(account, form.encoding)
      }
      let whole = Octets(separating: [account.user, account.password], by: ":")
      if pair.isCanonicallyEquivalent(to: whole) { return verdict(account, .utf8NotNormalised) }
    }
    return nil
  }

  private func verdict(
    _ account: Account, _ encoding: CredentialsEncoding
  ) -> CredentialsVerdict {
    guard asksForUTF8, let mistake = encoding.mistake else {
      return .valid(Proof(account: account.name, scheme: .basic, encoding: encoding))
    }
    let sentence =
      encoding == .latin1
      ? "Name and password of \(account.name) were sent in ISO 8859-1, but the challenge has charset=\"UTF-8\"."
      : "Name and password of \(account.name) were sent in UTF-8 but not normalised to NFC."
    return invalid(mistake, sentence, account)
  }

  private func refusal(user: Octets, password: Octets) -> CredentialsVerdict {
    guard let account = context.accounts.first(where: { $0.user == user }) else {
      return invalid(.unknownUser, "The server knows no user \"\(user)\".")
    }
    if password.isEmpty {
      return invalid(.emptyPassword, "The password of user \"\(user)\" was left empty.", account)
    }
    if let owner = context.accounts.first(where: { $0.password == password }) {
      return invalid(
        .passwordOfAnotherAccount,
        "User \"\(user)\" was sent with the password of \(owner.name).", account)
    }
    return invalid(.wrongPassword, "User \"\(user)\" was sent with a wrong password.", account)
  }

  /// `true` if the latest Basic challenge asks for UTF-8 (RFC 7617 2.1).
  private var asksForUTF8: Bool {
    let latest = context.issued.last { $0.scheme.matches("Basic") }
    return latest?.value(of: "charset")?.matches("UTF-8") ?? false
  }

  private func invalid(
    _ mistake: Mistake, _ sentence: String, _ account: Account? = nil
  ) -> CredentialsVerdict {
    .invalid(
      Diagnosis(scheme: .basic, account: account?.name, mistake: mistake, sentence: sentence))
  }
}

extension Octets {
  /// `true` if the octets are `user ":" password`.
  fileprivate func isPair(_ user: Octets, _ password: Octets) -> Bool {
    guard count == user.count + 1 + password.count else { return false }
    let colon = startIndex + user.count
    return bytes[colon] == 0x3A && bytes[..<colon] == user.bytes
      && bytes[(colon + 1)...] == password.bytes
  }
}
