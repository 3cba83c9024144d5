/// All that came of playing one case: what the servers saw and what the client told. Judged later.
///
/// It is shared, not copied: the judge and the result both tell of it.
package final class Transcript: Sendable {
  /// What the servers saw.
  package let recording: Recording
  /// What the client told, step by step; shorter than the case's steps when the play ended early.
  package let steps: [StepOutcome]
  /// The client.
  package let client: ClientIdentity
  /// Nanoseconds from the first octet to the last.
  package let duration: Int64
  /// What went wrong with the harness or the driver itself, as a sentence.
  package let fault: String?
  /// Why the client could not do what the case asks, in its own words.
  package let unsupported: String?
  /// What the machine lacks that the case takes, as a sentence.
  package let lack: String?

  /// What came of one play.
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

/// What the client told in one step.
package struct StepOutcome: Hashable, Sendable {
  /// The requests it was asked to make, and how they ended.
  package var requests: [RequestOutcome]
  /// Its questions for credentials, and what it was answered.
  package var questions: [AnsweredQuestion]
  /// The step's change of the session took a new client, which remembers nothing of the steps
  /// before.
  package var isOfNewClient: Bool

  /// What was told in a step.
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

  /// A request that ended so.
  package init(request: ClientRequest, outcome: ClientOutcome) {
    self.request = request
    self.outcome = outcome
  }
}

/// A question for credentials, and the answer.
package struct AnsweredQuestion: Hashable, Sendable {
  /// The question.
  package var question: CredentialsQuestion
  /// The answer.
  package var answer: CredentialsAnswer

  /// A question that was answered so.
  package init(question: CredentialsQuestion, answer: CredentialsAnswer) {
    self.question = question
    self.answer = answer
  }
}
