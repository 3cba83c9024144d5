// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The scenario's answers to the client's questions, one after the other; after the last the user
/// gives up.
final class CredentialPrompts {
  private var answers: ArraySlice<Answer>
  private var answered: [AnsweredQuestion] = []
  /// The number of octets of texts in questions that are still kept.
  private var room = CredentialPrompts.mostOctets

  /// The most questions of a step that are kept, and the most octets of their texts: a client may
  /// ask without end.
  private static let mostQuestions = 1_000
  private static let mostOctets = 4 << 20

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
    room -= question.weight
    if answered.count < CredentialPrompts.mostQuestions, room >= 0 {
      answered.append(AnsweredQuestion(question: question, answer: answer))
    }
    return (answer, closing)
  }

  func takeAnswered() -> [AnsweredQuestion] {
    defer { answered = [] }
    room = CredentialPrompts.mostOctets
    return answered
  }
}

extension CredentialsQuestion {
  /// The number of octets of its texts.
  fileprivate var weight: Int {
    (url?.utf8.count ?? 0) + (scheme?.utf8.count ?? 0) + (realm?.count ?? 0) + (scope?.count ?? 0)
  }
}
