// SPDX-License-Identifier: Apache-2.0

/// Verifies credentials as a server does, and explains mistakes.
///
/// Valid credentials cost no more than parsing, hashing and comparing. For invalid ones the known
/// mistakes are tried until one gives the response that was sent.
package enum CredentialsVerifier {
  /// Verifies the value of an Authorization or Proxy-Authorization field (RFC 9110 11.6.2, 11.7.2).
  ///
  /// Does not verify nonce counts and syntax rules: see `DigestFields.ncValue` and
  /// `DigestFormRules`.
  package static func verify(
    _ fieldValue: Octets, in context: CredentialsContext
  ) -> CredentialsVerdict {
    do throws(GrammarError) {
      return verify(try Credentials(parsing: fieldValue), in: context)
    } catch {
      if let lenient = Credentials(scramWithoutQuotes: fieldValue) {
        return verify(lenient, in: context)
      }
      return verdict(onMalformed: fieldValue, error)
    }
  }

  /// The verdict on a malformed field value.
  package static func verdict(
    onMalformed fieldValue: Octets, _ error: GrammarError
  ) -> CredentialsVerdict {
    let name = fieldValue.prefix { $0.isTokenCharacter }
    let scheme = name.isEmpty ? nil : AuthScheme(name)
    return .invalid(
      Diagnosis(
        scheme: scheme, mistake: scheme == .bearer ? .malformedToken : .malformed,
        sentence: "The credentials are malformed \(error)."))
  }

  /// Verifies parsed credentials.
  package static func verify(
    _ credentials: Credentials, in context: consuming CredentialsContext
  ) -> CredentialsVerdict {
    let offered = context.offered
    let verdict = verdict(on: credentials, in: consume context)
    guard !offered.isEmpty, case .valid(let proof) = verdict, !offered.contains(proof.scheme)
    else { return verdict }
    let names = offered.map { "\($0.name)" }.sorted().joined(separator: " and ")
    return .invalid(
      Diagnosis(
        scheme: proof.scheme, account: proof.account, mistake: .schemeNotOffered,
        sentence:
          "The credentials are right, but the server offers \(names), not \(proof.scheme.name).",
        digest: proof.digest))
  }

  /// `true` if Digest credentials prove an account's password. Does not look for mistakes.
  package static func isRight(
    digest credentials: Credentials, in context: consuming CredentialsContext
  ) -> Bool {
    guard AuthScheme(credentials.scheme) == .digest else { return false }
    context.keepAccountsWithPassword()
    let verification = DigestVerification(credentials, in: context, explains: false)
    return if case .valid = verification.verdict() { true } else { false }
  }

  private static func verdict(
    on credentials: consuming Credentials, in context: consuming CredentialsContext
  ) -> CredentialsVerdict {
    let scheme = AuthScheme(credentials.scheme)
    if scheme != .bearer && scheme != .dpop { context.keepAccountsWithPassword() }
    switch scheme {
    case .digest: return DigestVerification(credentials, in: consume context).verdict()
    case .basic: return BasicVerification(context: context).verdict(on: credentials)
    case .bearer: return BearerVerification.verdict(on: credentials, accounts: context.accounts)
    case .ntlm: return NTLMVerification(context: context).verdict(on: credentials)
    case .dpop: return DPoPVerification(context: context).verdict(on: credentials)
    case .scram: return SCRAMVerification(context: context).verdict(on: credentials)
    case .other(let name):
      return .invalid(
        Diagnosis(
          scheme: .other(name), mistake: .unknownScheme,
          sentence: "The server verifies no scheme named \(credentials.scheme)."))
    }
  }
}

extension CredentialsContext {
  /// Removes the accounts without a password.
  fileprivate mutating func keepAccountsWithPassword() {
    if accounts.allSatisfy(\.hasPassword) { return }
    accounts.removeAll { !$0.hasPassword }
  }
}
