// SPDX-License-Identifier: Apache-2.0

/// Verifies NTLM credentials (MS-NTHT 2.2, MS-NLMP 3.2.5.1.2): message 1 begins a login, and
/// message 3 proves that the client knows the password. It answers the nonce of message 2, which
/// the server sent in between on the same connection.
struct NTLMVerification {
  let context: CredentialsContext

  func verdict(on credentials: Credentials) -> CredentialsVerdict {
    guard let token = credentials.token68 else {
      return invalid(.noToken68, "NTLM credentials have no token68 after the scheme's name.")
    }
    guard let message = Octets(base64: token) else {
      return invalid(.notBase64, "\(token) is not base 64 with padding.")
    }
    do throws(NTLMMessageError) {
      if let first = try opening(message) { return first }
      return verdict(
        on: try NTLMAuthenticateMessage(parsing: message.array), octets: message.array)
    } catch {
      return invalid(.messageMalformed, "The message of NTLM cannot be read: \(error).")
    }
  }

  /// The verdict on message 1; `nil` if the message is another.
  private func opening(_ message: Octets) throws(NTLMMessageError) -> CredentialsVerdict? {
    do throws(NTLMMessageError) {
      _ = try NTLMNegotiateMessage(parsing: message.array)
      return .unfinished(UnfinishedLogin(scheme: .ntlm, token: message))
    } catch {
      if case .type = error { return nil }
      throw error
    }
  }

  private func verdict(
    on message: NTLMAuthenticateMessage, octets: [UInt8]
  ) -> CredentialsVerdict {
    guard let handshake = context.handshake,
      let challenge = try? NTLMChallengeMessage(parsing: handshake.reply.array)
    else {
      return elsewhereVerdict(message, octets, context.accounts)
        ?? invalid(
          .messageWithoutChallenge,
          "Message 3 came on a connection on which no message 2 was sent.")
    }
    let exchange = NTLMExchange(
      message, octets: octets, challenge: challenge, handshake: handshake,
      endPoint: context.endPointBinding)
    return verdict(on: exchange)
  }

  private func verdict(on exchange: NTLMExchange) -> CredentialsVerdict {
    var answer = exchange.answer
    guard answer.version != .anonymous else {
      return invalid(.anonymous, "Message 3 is anonymous: it proves no password.", nil, answer)
    }
    for account in context.accounts where account.token == nil && account.isNamed(in: answer) {
      guard exchange.isProof(of: account.password, key: .right) else { continue }
      guard account.isOfDomain(in: answer) else {
        return invalid(
          .domainOfAnother,
          "The domain is \"\(answer.domain)\", and that of \(account.name) is \"\(account.domain ?? "")\".",
          account, answer)
      }
      answer.mic = exchange.mic(password: account.password)
      if answer.mic == .wrong {
        return invalid(
          .integrityCodeWrong, "The MIC is not that of the three messages (MS-NLMP 3.1.5.1.2).",
          account, answer)
      }
      if answer.binding == .wrong {
        return invalid(
          .channelBindingWrong,
          "The channel binding is not that of the server's certificate (RFC 5929 4).", account,
          answer)
      }
      return .valid(Proof(account: account.name, scheme: .ntlm, ntlm: answer))
    }
    return NTLMDiagnosis(exchange: exchange, verification: self).verdict()
  }

  /// The verdict on a message 3 of one of the accounts that answers a message 2 of another
  /// connection; `nil` if it answers none. `answer` is the contents for the diagnosis, if the
  /// caller has them.
  func elsewhereVerdict(
    _ message: NTLMAuthenticateMessage, _ octets: [UInt8], _ accounts: [Account],
    _ answer: NTLMAnswer? = nil
  ) -> CredentialsVerdict? {
    for handshake in context.otherHandshakes {
      guard let challenge = try? NTLMChallengeMessage(parsing: handshake.reply.array) else {
        continue
      }
      let exchange = NTLMExchange(
        message, octets: octets, challenge: challenge, handshake: handshake, endPoint: nil)
      for account in accounts
      where account.isNamed(in: exchange.answer)
        && exchange.isProof(of: account.password, key: .right)
      {
        return invalid(
          .messageOfAnotherConnection,
          "Message 3 answers a message 2 that was sent on another connection.", account,
          answer ?? exchange.answer)
      }
    }
    return nil
  }

  func invalid(
    _ mistake: Mistake, _ sentence: String, _ account: Account? = nil, _ answer: NTLMAnswer? = nil
  ) -> CredentialsVerdict {
    .invalid(
      Diagnosis(
        scheme: .ntlm, account: account?.name, mistake: mistake, sentence: sentence, ntlm: answer))
  }
}

extension Account {
  /// `true` if a message 3 names this user: `user`, or `user@domain` without a domain (MS-NLMP
  /// 3.1.5.1.2), in any case.
  func isNamed(in answer: NTLMAnswer) -> Bool {
    let sent = NTLMText.uppercased(answer.user)
    if sent == NTLMText.uppercased(user) { return true }
    guard let domain, answer.domain.isEmpty else { return false }
    return sent == NTLMText.uppercased(Octets(separating: [user, domain], by: "@"))
  }

  /// `true` if a message 3 has the account's domain, or none. An account without a domain belongs
  /// to every domain.
  func isOfDomain(in answer: NTLMAnswer) -> Bool {
    guard let domain, !answer.domain.isEmpty else { return true }
    return NTLMText.uppercased(answer.domain) == NTLMText.uppercased(domain)
  }
}
