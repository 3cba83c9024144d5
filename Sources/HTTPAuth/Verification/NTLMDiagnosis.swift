// SPDX-License-Identifier: Apache-2.0

/// Finds the known mistake that explains a message 3 that proves no account's password.
struct NTLMDiagnosis {
  let exchange: NTLMExchange
  let verification: NTLMVerification

  private var context: CredentialsContext { verification.context }

  func verdict() -> CredentialsVerdict {
    let answer = exchange.answer
    guard let account = context.accounts.first(where: { $0.isNamed(in: answer) }) else {
      return unknownUser()
    }
    for (mistake, sentence, holds) in explanations(account) where holds() {
      return invalid(mistake, sentence, account)
    }
    return verification.elsewhereVerdict(exchange.message, exchange.octets, [account], answer)
      ?? invalid(
        .unexplained, "No known mistake explains the response: the password may be another.",
        account)
  }

  private typealias Explanation = (Mistake, String, () -> Bool)

  private func explanations(_ account: Account) -> [Explanation] {
    let exchange = exchange
    let password = account.password
    var list: [Explanation] = [
      (
        .emptyPassword, "The response was made with an empty password.",
        { exchange.isProof(of: "", key: .right) }
      ),
      (
        .octetsWidened,
        "Each octet of the password's UTF-8 became a unit of UTF-16 (MS-NLMP 3.3).",
        { password.contains { $0 >= 0x80 } && exchange.isProof(ofWidened: password) }
      ),
    ]
    if exchange.answer.version == .v2 {
      list += [
        (
          .userNotCapitals, "The key was made with the user name as it is (MS-NLMP 3.3.2).",
          { exchange.isProof(of: password, key: .userAsItIs) }
        ),
        (
          .domainCapitals, "The key was made with the domain in capitals (MS-NLMP 3.3.2).",
          { exchange.isProof(of: password, key: .domainInCapitals) }
        ),
      ]
      for domain in domains(account) {
        list.append(
          (
            .domainNotInKey,
            "The key was made with the domain \"\(domain)\", and the message says \"\(exchange.answer.domain)\" (MS-NLMP 3.3.2).",
            { exchange.isProof(of: password, key: .domain(domain)) }
          ))
      }
    }
    for other in context.accounts where other.name != account.name && other.token == nil {
      list.append(
        (
          .passwordOfAnotherAccount,
          "The response was made with the password of \(other.name).",
          { exchange.isProof(of: other.password, key: .right) }
        ))
    }
    return list
  }

  /// Domains that a client may have used in place of the account's.
  private func domains(_ account: Account) -> [Octets] {
    let target =
      exchange.challenge.flags.contains(.unicode)
      ? NTLMText.decoded(utf16: exchange.challenge.target) : Octets(exchange.challenge.target)
    return [account.domain ?? "", "", target].filter { $0 != exchange.answer.domain }
  }

  private func unknownUser() -> CredentialsVerdict {
    let answer = exchange.answer
    let account = context.accounts.first { account in
      account.user.contains { $0 >= 0x80 }
        && NTLMText.decoded(utf16: NTLMText.widened(account.user)) == answer.user
    }
    if let account {
      return invalid(
        .octetsWidened,
        "Each octet of the user name's UTF-8 became a unit of UTF-16 (MS-NLMP 2.2.2.5).", account)
    }
    return invalid(.unknownUser, "The server knows no user \"\(answer.user)\".")
  }

  private func invalid(
    _ mistake: Mistake, _ sentence: String, _ account: Account? = nil
  ) -> CredentialsVerdict {
    verification.invalid(mistake, sentence, account, exchange.answer)
  }
}
