// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// The scenario's answers to the client's questions, one after the other; after the last the user
/// gives up.
final class CredentialPrompts {
  private var answers: ArraySlice<Answer>
  private var answered: [AnsweredQuestion] = []

  init(_ settings: ClientSettings) {
    answers = (settings.answers ?? [])[...]
  }

  /// The answer, and the servers that close their connections before it is given.
  func answer(_ question: CredentialsQuestion) -> (answer: CredentialsAnswer, closing: [String]) {
    var closing: [String] = []
    let answer: CredentialsAnswer
    switch answers.popFirst() {
    case .login(let login, let servers):
      closing = servers
      var given = ClientCredentials(
        target: question.target, url: question.url, user: login.user, password: login.password,
        token: login.token, domain: login.domain)
      if !login.isKept { given.isKept = false }
      answer = .credentials(given)
    case .cancel, nil: answer = .cancel
    }
    answered.append(AnsweredQuestion(question: question, answer: answer))
    return (answer, closing)
  }

  func takeAnswered() -> [AnsweredQuestion] {
    defer { answered = [] }
    return answered
  }
}
