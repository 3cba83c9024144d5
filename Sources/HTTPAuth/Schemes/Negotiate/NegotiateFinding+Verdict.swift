// SPDX-License-Identifier: Apache-2.0

extension NegotiateFinding {
  /// The verdict on the credentials that the token is in.
  package func verdict(accounts: [Account]) -> CredentialsVerdict {
    switch outcome {
    case .established:
      let name = principal.map { $0.prefix { $0 != UInt8(ascii: "@") } }
      guard let name, let account = accounts.first(where: { $0.principal == name }) else {
        return invalid(
          .unknownUser, "The server has no account of \(principal ?? "the client's name").")
      }
      return .valid(Proof(account: account.name, scheme: .negotiate))
    case .continues:
      return .unfinished(UnfinishedLogin(scheme: .negotiate, token: ""))
    case .failed(let failure) where failure.reason == .service:
      return invalid(.ticketForAnother, "The server has no key for the token: \(failure.words).")
    case .failed(let failure) where failure.reason == .bindings:
      return invalid(.channelBindingWrong, "The token is bound to another channel.")
    case .failed(let failure) where failure.reason == .listChecksum:
      return invalid(.listNotProtected, "The handshake is not completed: \(failure.words).")
    case .failed(let failure):
      return invalid(.ticketRefused, "The acceptor refuses the token: \(failure.words).")
    }
  }

  private func invalid(_ mistake: Mistake, _ sentence: String) -> CredentialsVerdict {
    .invalid(Diagnosis(scheme: .negotiate, mistake: mistake, sentence: sentence))
  }
}
