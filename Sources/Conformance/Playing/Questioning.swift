internal import ClientDrivers
internal import ScenarioLanguage

/// The scenario's answers to the client's questions, one after the other; after the last the user gives up.
final class Questioning {
  private var answers: ArraySlice<Answer>
  private var answered: [AnsweredQuestion] = []

  init(_ settings: ClientSettings) {
    answers = (settings.answers ?? [])[...]
  }

  func answer(_ question: CredentialsQuestion) -> CredentialsAnswer {
    let answer: CredentialsAnswer =
      switch answers.popFirst() {
      case .login(let login):
        .credentials(
          ClientCredentials(
            target: question.target, url: question.url, user: login.user, password: login.password,
            token: login.token))
      case .cancel, nil: .cancel
      }
    answered.append(AnsweredQuestion(question: question, answer: answer))
    return answer
  }

  func takeAnswered() -> [AnsweredQuestion] {
    defer { answered = [] }
    return answered
  }
}
