// SPDX-License-Identifier: Apache-2.0

/// The transcript of one play of a case: what the servers saw and what the client reported.
///
/// It is a class, so that judge and result share it.
package final class Transcript: Sendable {
  /// What the servers saw.
  package let recording: Recording
  /// The client's reports, step by step; fewer than the case's steps if the play ended early.
  package let steps: [StepOutcome]
  package let client: ClientIdentity
  /// Nanoseconds from the first octet to the last.
  package let duration: Int64
  /// The fault of the harness or the driver, as a sentence.
  package let fault: String?
  /// Why the client could not do what the case asks, in the client's own words.
  package let unsupported: String?
  /// What the case needs and the machine lacks, as a sentence.
  package let lack: String?
  /// The most milliseconds by which a step took longer than its limit because the machine was busy;
  /// 0 if no limit was stretched.
  package let stretch: Int

  package init(
    recording: Recording, steps: [StepOutcome], client: ClientIdentity, duration: Int64,
    fault: String? = nil, unsupported: String? = nil, lack: String? = nil, stretch: Int = 0
  ) {
    self.recording = recording
    self.steps = steps
    self.client = client
    self.duration = duration
    self.fault = fault
    self.unsupported = unsupported
    self.lack = lack
    self.stretch = stretch
  }
}

/// What the client reported in one step.
package struct StepOutcome: Hashable, Sendable {
  /// The requests it was asked to make, and how they ended.
  package var requests: [RequestOutcome]
  /// Its questions for credentials, and the answers.
  package var questions: [AnsweredQuestion]
  /// `true` if a new client was created for the step, which knows nothing of the earlier steps.
  package var isOfNewClient: Bool
  /// The files in which it stores logins, after the step.
  package var stored: [StoredFile] = []

  package init(
    requests: [RequestOutcome] = [], questions: [AnsweredQuestion] = [], isOfNewClient: Bool = false
  ) {
    self.requests = requests
    self.questions = questions
    self.isOfNewClient = isOfNewClient
  }
}

/// A request the client was asked to make, and how it ended.
package struct RequestOutcome: Hashable, Sendable {
  package var request: ClientRequest
  package var outcome: ClientOutcome
  /// `true` if nobody reported how it ended: `outcome` is then a response without details.
  package var isUnreported = false
  /// The milliseconds after which authspec gave up waiting for the request; `nil` if it did not.
  package var waited: Int?

  package init(request: ClientRequest, outcome: ClientOutcome, waited: Int? = nil) {
    self.request = request
    self.outcome = outcome
    self.waited = waited
  }

  /// A request of a client that reports nothing to authspec, such as a browser.
  package init(unreported request: ClientRequest) {
    self.request = request
    outcome = .response(ClientResponse(status: nil, body: nil))
    isUnreported = true
  }

  /// A sentence about a request that did not finish in time; empty for any other request.
  package var withoutEnd: String {
    guard case .hung(let words) = outcome else { return "" }
    let time =
      waited.map {
        " in the \($0) ms that authspec waited; a time limit of the client's own must be shorter"
      } ?? ""
    return "the client did not come to an end" + time + (words.isEmpty ? "" : "; it said: \(words)")
  }
}

/// A question for credentials, and the answer.
package struct AnsweredQuestion: Hashable, Sendable {
  package var question: CredentialsQuestion
  package var answer: CredentialsAnswer
  /// `true` if nobody saw the question: the client may have asked its user.
  package var isAssumed = false

  package init(question: CredentialsQuestion, answer: CredentialsAnswer) {
    self.question = question
    self.answer = answer
  }
}
