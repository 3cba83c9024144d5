// SPDX-License-Identifier: Apache-2.0

/// The transcript of one play of a case: what the servers saw and what the client reported.
///
/// The judge and the result share it.
package final class Transcript: Sendable {
  /// What the servers saw.
  package let recording: Recording
  /// The client's reports, step by step; fewer than the case's steps if the play ended early.
  package let steps: [StepOutcome]
  /// The client.
  package let client: ClientIdentity
  /// Nanoseconds from the first octet to the last.
  package let duration: Int64
  /// What went wrong with the harness or the driver itself, as a sentence.
  package let fault: String?
  /// Why the client could not do what the case asks, in its own words.
  package let unsupported: String?
  /// What the case needs and the machine lacks, as a sentence.
  package let lack: String?

  package init(
    recording: Recording, steps: [StepOutcome], client: ClientIdentity, duration: Int64,
    fault: String? = nil, unsupported: String? = nil, lack: String? = nil
  ) {
    self.recording = recording
    self.steps = steps
    self.client = client
    self.duration = duration
    self.fault = fault
    self.unsupported = unsupported
    self.lack = lack
  }
}

/// What the client reported in one step.
package struct StepOutcome: Hashable, Sendable {
  /// The requests it was asked to make, and how they ended.
  package var requests: [RequestOutcome]
  /// Its questions for credentials, and what it was answered.
  package var questions: [AnsweredQuestion]
  /// A new client was created for the step's change of the session; it remembers nothing of the
  /// steps before.
  package var isOfNewClient: Bool
  /// The files in which it keeps logins, after the step.
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
  /// As it was asked.
  package var request: ClientRequest
  /// How it ended.
  package var outcome: ClientOutcome
  /// Nobody reported how it ended: the outcome is a response of which nothing is known, and the
  /// client may have reported an error to its user.
  package var isUnreported = false
  /// The milliseconds that authspec waited for an end that did not come; `nil` if it did not give
  /// the request up for the time of that request.
  package var waited: Int?

  package init(request: ClientRequest, outcome: ClientOutcome, waited: Int? = nil) {
    self.request = request
    self.outcome = outcome
    self.waited = waited
  }

  /// A request of a client that reports nothing to authspec, as a browser.
  package init(unreported request: ClientRequest) {
    self.request = request
    outcome = .response(ClientResponse(status: nil, body: nil))
    isUnreported = true
  }

  /// What is said of a request that did not come to an end.
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
  /// The question.
  package var question: CredentialsQuestion
  /// The answer.
  package var answer: CredentialsAnswer
  /// Nobody saw the question. It stands for one that the client may have asked its user.
  package var isAssumed = false

  package init(question: CredentialsQuestion, answer: CredentialsAnswer) {
    self.question = question
    self.answer = answer
  }
}
