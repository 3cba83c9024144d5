// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension Invariants {
  /// A login that may take more than one request belongs to the connection on which it was begun
  /// (RFC 4559 6, MS-NTHT 2.2.1). It is finished there, for the server that asked for it. After
  /// that the connection serves no other user, and no request that is made without a login.
  ///
  /// A request that begins another login does not belong to the first. The subject is a login that
  /// was finished, or tried.
  static let connectionLoginStays = Invariant(
    .connectionLoginStays,
    "A login of a connection is finished where it was opened, and serves only its user",
    requirements: ["R330", "R331", "R346"]
  ) { evidence in
    var outcome = Invariant.Outcome.noSubject
    for index in evidence.exchanges.indices {
      let facts = evidence.facts[index]
      switch facts.credentials {
      case .absent:
        guard let account = facts.connectionAccount else { continue }
        outcome = .held
        if !evidence.isAllowed(account, in: index) {
          let server = evidence.expectations.servers[evidence.exchanges[index].server].name
          return .broken(
            expected: "no request on the connection of \(account) at \(server) but hers",
            observed: "a request of a client that no longer has that login",
            exchange: index, rule: BrokenRule("R346", .robust))
        }
      case .verified(.invalid(let diagnosis)) where diagnosis.scheme?.isOfConnections ?? false:
        outcome = .held
        if let finding = evidence.misplaced(diagnosis, in: index) { return .broken(finding) }
      case .verified(.valid(let proof)) where proof.scheme.isOfConnections: outcome = .held
      case .verified: continue
      }
    }
    return outcome
  }
}

extension AnalyzedTranscript {
  /// `true` if the client may use an account's connection in the step of an exchange: it has the
  /// login for that server, or may have it from a prompt, a URL or a file.
  fileprivate func isAllowed(_ account: String, in exchange: Int) -> Bool {
    let settings = settings(in: exchanges[exchange].step)
    if settings.answers != nil || settings.userinfo != nil || settings.netrc != nil { return true }
    let server = expectations.servers[exchanges[exchange].server].name
    guard let owner = expectations.played.accounts.first(where: { $0.name == account }) else {
      return false
    }
    if let principal = owner.principal,
      settings.tickets.contains(where: { $0.principal == principal })
    {
      return true
    }
    return settings.credentials.contains {
      $0.servers.contains(server) && $0.login.user == owner.user
    }
  }

  /// The finding if a message is invalid because it was sent on the wrong connection or to the
  /// wrong server; `nil` otherwise.
  fileprivate func misplaced(_ diagnosis: Diagnosis, in exchange: Int) -> Finding? {
    switch diagnosis.mistake {
    // A client may accept a defective message of the server.
    case .messageWithoutChallenge where wasSentMessage(before: exchange): return nil
    case .messageOfAnotherConnection, .messageWithoutChallenge:
      return Finding(
        expected: "the login finished on the connection on which it was opened",
        observed: diagnosis.mistake == .messageOfAnotherConnection
          ? "the last message of a login that was opened on another connection"
          : "the last message of a login that was not opened",
        diagnosis: diagnosis.sentence, exchange: exchange, rule: diagnosis.rule,
        mistake: diagnosis.mistake)
    default: break
    }
    guard let other = serverAnswered(in: exchange) else { return nil }
    let own = exchanges[exchange].server
    return Finding(
      expected: "an answer to \(expectations.servers[own].name)",
      observed: "an answer to the message of \(expectations.servers[other].name)",
      exchange: exchange, rule: BrokenRule("R346", .robust))
  }

  /// `true` if the previous reply on the connection of an exchange has an NTLM challenge with data,
  /// which need not be a valid message 2.
  private func wasSentMessage(before exchange: Int) -> Bool {
    let own = exchanges[exchange]
    let before = exchanges[..<exchange].last {
      $0.connection == own.connection && $0.server == own.server
    }
    let kind = expectations.servers[own.server].kind
    let word: Octets = "NTLM "
    return before?.reply?.challengeLines(of: kind).contains { line in
      line.bytes.split(separator: UInt8(ascii: ",")).contains { part in
        let challenge = Octets(part.drop { $0 == 0x20 })
        return challenge.count > word.count
          && challenge.prefix(word.count).equalsIgnoringCase(word)
      }
    } ?? false
  }

  /// The server whose message the last message of a login answers, if it is not the one that
  /// received it.
  private func serverAnswered(in exchange: Int) -> Int? {
    guard case .read(_, let credentials) = facts[exchange].field else { return nil }
    return states.indices.first { server in
      guard server != exchanges[exchange].server else { return false }
      return states[server].logins.handshakes.contains { _, handshake in
        var context = CredentialsContext(
          method: exchanges[exchange].request.method,
          target: exchanges[exchange].request.target, accounts: expectations.played.accounts)
        context.handshake = handshake
        let verdict = CredentialsVerifier.verify(credentials, in: context)
        return if case .valid = verdict { true } else { false }
      }
    }
  }
}
