// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension StepJudge {
  /// Adds the checks of the client's questions: first their number, then the details of each.
  func appendQuestionChecks(_ checklist: ClientChecklist, to checks: inout [Check]) {
    guard let asked = checklist.asked else { return }
    guard evidence.play.client.abilities.contains(.ask) else {
      let finding = Finding(
        expected: "a client that asks for credentials", observed: "this one cannot ask")
      checks.append(Check(asked, .skipped, finding))
      checks += checklist.questions.joined().map { Check($0.descriptor, .skipped, finding) }
      return
    }
    checks.append(askedCheck(asked, checklist.expectation))
    let questions = outcome.questions.map(\.question)
    for (index, details) in checklist.questions.enumerated() {
      for detail in details {
        guard questions.count == checklist.questions.count else {
          checks.append(
            Check(
              detail.descriptor, .inconclusive,
              expected: "credentials asked for \(checklist.questions.count.often)",
              observed: "asked for \(questions.count.often)"))
          continue
        }
        checks.append(check(detail, of: questions[index], number: index + 1))
      }
    }
  }

  /// Checks one detail of a question. What the client does not report is skipped.
  private func check(
    _ check: QuestionCheck, of question: CredentialsQuestion, number: Int
  ) -> Check {
    let what = "question \(number)"
    func compared(_ isRight: Bool, _ expected: String, _ observed: String) -> Check {
      guard !isRight else { return Check(check.descriptor, .pass) }
      return broken(
        check.descriptor,
        Finding(expected: "\(what) \(expected)", observed: "\(what) \(observed)"), .questions)
    }
    var skipped: Check {
      Check(
        check.descriptor, .skipped, expected: "\(what) with its \(check.detail.name)",
        observed: "the client does not report it")
    }
    switch check.detail {
    case .target(let server):
      let isProxy = evidence.addresses.isProxy(server)
      return compared(
        (question.target == .proxy) == isProxy, "about \(isProxy ? "a proxy" : "an origin")",
        "about \(isProxy ? "an origin" : "a proxy")")
    case .url(let server):
      guard let url = question.url else { return skipped }
      let place = evidence.expectations.place(of: server)
      let isRight = evidence.addresses.servers(askedAbout: question).contains { $0 == place }
      return compared(isRight, "about \(evidence.addresses.url(of: server))", "about \(url)")
    case .path(let template):
      guard let url = question.url, let path = AddressBook.path(of: url) else { return skipped }
      let wanted = evidence.addresses.render(template)
      return compared(
        PatternMatch.matches(path, path: wanted), "about the path \(wanted)",
        "about the path \(path)")
    case .realm(let wanted):
      guard let realm = question.realm else { return skipped }
      return compared(realm == wanted, "for the realm “\(wanted)”", "for the realm “\(realm)”")
    case .scheme(let wanted):
      guard let scheme = question.scheme else { return skipped }
      return compared(scheme == wanted, "for \(wanted)", "for \(scheme)")
    case .scope(let wanted):
      guard let scope = question.scope else { return skipped }
      return compared(scope == wanted, "for the scope “\(wanted)”", "for the scope “\(scope)”")
    case .failures(let wanted):
      guard let failures = question.failures else { return skipped }
      return compared(
        failures == wanted, "after \(wanted) refused logins", "after \(failures) refused logins")
    }
  }

  private func askedCheck(_ descriptor: CheckDescriptor, _ expectation: ClientExpectation) -> Check
  {
    let questions = outcome.questions.map(\.question)
    if let times = expectation.asked, !times.contains(questions.count) {
      return broken(
        descriptor,
        Finding(
          expected: "credentials asked for \(times.often)",
          observed: "asked for \(questions.count.often)"), .questions)
    }
    for question in questions {
      if let realm = expectation.askedRealm, let asked = question.realm, asked != realm {
        return broken(
          descriptor,
          Finding(expected: "asked for the realm “\(realm)”", observed: "asked for “\(asked)”"),
          .questions)
      }
      if let scheme = expectation.askedScheme, let asked = question.scheme, asked != scheme {
        return broken(
          descriptor, Finding(expected: "asked for \(scheme)", observed: "asked for \(asked)"),
          .questions)
      }
    }
    // Without a reported realm or scheme there is nothing to compare.
    let isReported =
      expectation.askedRealm != nil && questions.contains { $0.realm != nil }
      || expectation.askedScheme != nil && questions.contains { $0.scheme != nil }
    guard isReported || expectation.asked != nil else {
      return Check(
        descriptor, .inconclusive, expected: "a question for credentials to look at",
        observed: questions.isEmpty ? "there was none" : "it reported neither realm nor scheme")
    }
    return Check(descriptor, .pass)
  }
}
