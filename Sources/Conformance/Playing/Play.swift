public import ClientDrivers
public import TestServers

/// All that came of playing one case: what the servers saw and what the client told. Judged later.
public struct Play: Sendable {
  /// What the servers saw.
  public var recording: Recording
  /// What the client told, step by step; shorter than the case's steps when the play ended early.
  public var steps: [StepOutcome]
  /// The client.
  public var client: ClientIdentity
  /// Nanoseconds from the first octet to the last.
  public var duration: Int64
  /// What went wrong with the harness or the driver itself, as a sentence.
  public var fault: String?
  /// Why the client could not do what the case asks, in its own words.
  public var unsupported: String?
  /// What the machine lacks that the case takes, as a sentence.
  public var lack: String?
  /// The recording as the script read it while it played; nil where it is to be read anew, as one from a file is.
  var reading: Reading?
}

extension Play {
  /// What came of one play.
  public init(
    recording: Recording, steps: [StepOutcome], client: ClientIdentity, duration: Int64,
    fault: String? = nil, unsupported: String? = nil, lack: String? = nil
  ) {
    self.init(
      recording: recording, steps: steps, client: client, duration: duration, fault: fault,
      unsupported: unsupported, lack: lack, reading: nil)
  }
}

/// A play that is shared, not copied: the judge's evidence and the result both tell of it.
public final class HeldPlay: Sendable {
  /// The play.
  public let play: Play

  init(_ play: consuming Play) { self.play = play }
}

/// What the client told in one step.
public struct StepOutcome: Hashable, Sendable {
  /// The requests it was asked to make, and how they ended.
  public var requests: [RequestOutcome]
  /// Its questions for credentials, and what it was answered.
  public var questions: [AnsweredQuestion]
  /// The step's change of the session took a new client, which remembers nothing of the steps before.
  public var isOfNewClient: Bool

  /// What was told in a step.
  public init(
    requests: [RequestOutcome] = [], questions: [AnsweredQuestion] = [], isOfNewClient: Bool = false
  ) {
    self.requests = requests
    self.questions = questions
    self.isOfNewClient = isOfNewClient
  }
}

/// A request the client was asked to make, and how it ended.
public struct RequestOutcome: Hashable, Sendable {
  /// As it was asked.
  public var request: ClientRequest
  /// How it ended.
  public var outcome: ClientOutcome

  /// A request that ended so.
  public init(request: ClientRequest, outcome: ClientOutcome) {
    self.request = request
    self.outcome = outcome
  }
}

/// A question for credentials, and the answer.
public struct AnsweredQuestion: Hashable, Sendable {
  /// The question.
  public var question: CredentialsQuestion
  /// The answer.
  public var answer: CredentialsAnswer

  /// A question that was answered so.
  public init(question: CredentialsQuestion, answer: CredentialsAnswer) {
    self.question = question
    self.answer = answer
  }
}
