// SPDX-License-Identifier: Apache-2.0

/// Verifies credentials of SCRAM-SHA-256 (RFC 7804 5): the first message begins a login, and the
/// last one proves that the client knows the password.
struct SCRAMVerification {
  let context: CredentialsContext

  func verdict(on credentials: Credentials) -> CredentialsVerdict {
    var answer = SCRAMAnswer()
    answer.realm = credentials.value(of: "realm")
    answer.sid = credentials.value(of: "sid")
    guard let data = credentials.value(of: "data") else {
      return invalid(.parameterMissing, "The credentials of SCRAM have no data.", answer)
    }
    guard let message = Octets(base64: data) else {
      return invalid(.notBase64, "data is \"\(data)\", which is not base 64 with padding.", answer)
    }
    return message.bytes.starts(with: "c=".utf8)
      ? verdict(onFinal: message, answer) : verdict(onFirst: message, answer)
  }

  // MARK: The first message

  private func verdict(onFirst octets: Octets, _ read: SCRAMAnswer) -> CredentialsVerdict {
    var answer = read
    guard let message = SCRAMMessage(parsing: octets, hasHeader: true), let header = message.header,
      let nonce = message.value("r"), !nonce.isEmpty
    else {
      return invalid(
        .scramMalformed, "data decodes to \"\(octets)\", which is not a SCRAM message.", answer)
    }
    answer.flag = Octets(header.bytes.prefix { $0 != 0x2C && $0 != 0x3D })
    answer.nonce = nonce
    guard let user = message.user else {
      return invalid(
        .userNotEscaped,
        "The user name is written \"\(message.value("n") ?? "")\", with an equals sign that begins no escape.",
        answer)
    }
    answer.user = user
    // RFC 7804 5 has no channel binding.
    guard answer.flag == "n" else {
      return invalid(
        .scramBindingClaimed, "The flag of channel binding is \"\(answer.flag ?? "")\", and not n.",
        answer)
    }
    return .unfinished(UnfinishedLogin(scheme: .scram, token: octets, scram: answer))
  }

  // MARK: The last message

  private func verdict(onFinal octets: Octets, _ read: SCRAMAnswer) -> CredentialsVerdict {
    var answer = read
    guard let message = SCRAMMessage(parsing: octets), let binding = message.value("c"),
      let nonce = message.value("r"), let written = message.value("p"),
      let proof = Octets(base64: written),
      let end = octets.bytes.indices.last(where: {
        octets.bytes[$0] == 0x2C && octets.bytes[$0...].dropFirst().starts(with: "p=".utf8)
      })
    else {
      return invalid(
        .scramMalformed, "data decodes to \"\(octets)\", which is not a SCRAM message.", answer)
    }
    answer.binding = binding
    answer.nonce = nonce
    guard let login = context.scramLogins.last(where: { $0.sid == answer.sid }),
      let first = SCRAMMessage(parsing: login.first, hasHeader: true),
      let reply = SCRAMMessage(parsing: login.reply)
    else {
      return invalid(
        .scramLoginUnknown,
        answer.sid.map { "The server has opened no login with the sid \"\($0)\"." }
          ?? "There is no sid, so that the server cannot find the login.", answer)
    }
    answer.user = first.user
    guard nonce == reply.value("r") else {
      return invalid(
        nonce == first.value("r") ? .scramOwnNonce : .nonceUnknown,
        "The nonce is \"\(nonce)\", and the server has sent \"\(reply.value("r") ?? "")\".", answer)
    }
    guard binding == first.header?.base64 else {
      return invalid(
        .scramBindingOther,
        "c is \"\(binding)\", and the header of the first message is \"\(first.header?.base64 ?? "")\".",
        answer)
    }
    return verdict(
      on: proof,
      SCRAMExchange(first: first, reply: reply, last: Octets(octets.bytes[..<end])), answer)
  }

  private func verdict(
    on proof: Octets, _ exchange: SCRAMExchange, _ read: SCRAMAnswer
  ) -> CredentialsVerdict {
    var answer = read
    guard
      let account = context.accounts.first(where: { $0.token == nil && $0.user == answer.user })
    else {
      return invalid(
        .unknownUser, "The server knows no user \"\(answer.user ?? "")\".", answer)
    }
    let computation = exchange.computation(account.password)
    if computation?.clientProof == proof {
      answer.serverSignature = computation?.serverSignature
      return .valid(Proof(account: account.name, scheme: .scram, scram: answer))
    }
    for (mistake, sentence, made) in exchange.explanations(account, context.accounts)
    where made()?.clientProof == proof {
      return invalid(mistake, sentence, answer, account)
    }
    return invalid(
      .unexplained, "No known mistake explains the proof: the password may be another.", answer,
      account)
  }

  private func invalid(
    _ mistake: Mistake, _ sentence: String, _ answer: SCRAMAnswer, _ account: Account? = nil
  ) -> CredentialsVerdict {
    .invalid(
      Diagnosis(
        scheme: .scram, account: account?.name, mistake: mistake, sentence: sentence, scram: answer)
    )
  }
}

/// The messages of a login of SCRAM, from which the proof is computed.
struct SCRAMExchange {
  let first: SCRAMMessage
  let reply: SCRAMMessage
  /// client-final-message-without-proof.
  let last: Octets

  /// The most iterations that are computed.
  private static let mostIterations = 1_000_000

  /// The right proof for a password.
  func computation(_ password: Octets) -> SCRAMComputation? {
    computation(password, salt: salt, iterations: iterations, first: first.bare)
  }

  private var salt: Octets? { reply.value("s").flatMap { Octets(base64: $0) } }

  private var iterations: Int? {
    reply.value("i").flatMap { Int("\($0)") }.flatMap {
      (1...SCRAMExchange.mostIterations).contains($0) ? $0 : nil
    }
  }

  private func computation(
    _ password: Octets, salt: Octets?, iterations: Int?, first: Octets
  ) -> SCRAMComputation? {
    guard let salt, let iterations else { return nil }
    return SCRAMComputation(
      password: password, salt: salt, iterations: iterations,
      message: Octets(separating: [first, reply.bare, last], by: ","))
  }

  typealias Explanation = (Mistake, String, () -> SCRAMComputation?)

  /// Known mistakes in the order in which they are tried.
  func explanations(_ account: Account, _ accounts: [Account]) -> [Explanation] {
    let password = account.password
    var list: [Explanation] = [
      (
        .emptyPassword, "The proof was made with an empty password.",
        { computation("") }
      ),
      (
        .scramSaltNotDecoded, "The proof was made with the salt in base 64, which was not decoded.",
        { computation(password, salt: reply.value("s"), iterations: iterations, first: first.bare) }
      ),
      (
        .scramIterationsOther, "The proof was made with another number of iterations: 1.",
        { computation(password, salt: salt, iterations: 1, first: first.bare) }
      ),
      (
        .scramHeaderSigned,
        "The proof was made of the first message with its header, \"\(first.header ?? "")\".",
        {
          computation(
            password, salt: salt, iterations: iterations,
            first: Octets((first.header?.array ?? []) + first.bare.array))
        }
      ),
    ]
    if iterations != 4096 {
      list.append(
        (
          .scramIterationsOther, "The proof was made with another number of iterations: 4096.",
          { computation(password, salt: salt, iterations: 4096, first: first.bare) }
        ))
    }
    for other in accounts where other.name != account.name && other.token == nil {
      list.append(
        (
          .passwordOfAnotherAccount, "The proof was made with the password of \(other.name).",
          { computation(other.password) }
        ))
    }
    for form in account.otherForms where form.password != password {
      list.append(
        (
          form.encoding == .latin1 ? .latin1ForUTF8 : .notNormalised,
          "The proof was made with the password in another encoding than UTF-8 in NFC.",
          { computation(form.password) }
        ))
    }
    return list
  }
}
