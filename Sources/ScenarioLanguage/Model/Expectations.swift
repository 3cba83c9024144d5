public import HTTPAuth

/// What must be seen in a step.
public struct Expectations: Hashable, Sendable {
  /// What must have happened for the rest to mean anything; if it did not, the rest is inconclusive.
  public var given: [ServerExpectation] = []
  /// The ordered exchanges of each server that is named.
  public var servers: [ServerExpectation] = []
  /// What no request may be.
  public var never: [NeverExpectation] = []
  /// Requests that must be seen in this order over all servers, with any others before, between and after them.
  public var order: [OrderedExchange] = []
  /// What the client must report.
  public var client: ClientExpectation?
  /// Several ways, where the RFC allows more than one; one of them must hold as a whole.
  public var oneOf: [Alternative] = []
  /// Facts to note.
  public var observations: [Observation] = []
  /// How binding all is that has no level of its own, where it is not the scenario's level.
  public var level: Level?
  /// The requirement of all that has none of its own, where it is not the scenario's first.
  public var requirement: String?

  /// Nothing is expected.
  public init() {}

  /// True where nothing is expected.
  public var isEmpty: Bool {
    given.isEmpty && servers.isEmpty && never.isEmpty && order.isEmpty && client == nil
      && oneOf.isEmpty && observations.isEmpty
  }
}

/// The exchanges of one server in one step, in order and complete.
public struct ServerExpectation: Hashable, Sendable {
  /// The server.
  public var server: String
  /// Its exchanges.
  public var exchanges: [ExchangeExpectation]
  /// Where it stands.
  public var location: SourceLocation

  /// The exchanges of that server.
  public init(server: String, exchanges: [ExchangeExpectation], location: SourceLocation) {
    self.server = server
    self.exchanges = exchanges
    self.location = location
  }
}

/// One exchange, or several alike.
public struct ExchangeExpectation: Hashable, Sendable {
  /// What was replied to it.
  public enum Replied: Hashable, Sendable {
    /// That status.
    case status(Int)
    /// A challenge of the server's own kind.
    case challenge
  }

  /// What the request is.
  public var pattern: ExchangePattern
  /// What was replied.
  public var replied: Replied?
  /// How often: 1...1, 0...1 for optional, or as given.
  public var count: ClosedRange<Int>
  /// How binding, where it is not the scenario's level.
  public var level: Level?
  /// The requirement, where it is one of its own.
  public var requirement: String?
  /// The behaviour as a sentence, where it is not the scenario's title.
  public var title: String?
  /// Where it stands.
  public var location: SourceLocation

  /// An exchange of that kind.
  public init(
    pattern: ExchangePattern, replied: Replied? = nil, count: ClosedRange<Int> = 1...1,
    level: Level? = nil, requirement: String? = nil, title: String? = nil, location: SourceLocation
  ) {
    self.pattern = pattern
    self.replied = replied
    self.count = count
    self.level = level
    self.requirement = requirement
    self.title = title
    self.location = location
  }
}

/// One of several exchanges whose order over all servers is looked at.
public struct OrderedExchange: Hashable, Sendable {
  /// The server; nil for any.
  public var server: String?
  /// The exchange; it comes once.
  public var exchange: ExchangeExpectation

  /// An exchange of that server.
  public init(server: String?, exchange: ExchangeExpectation) {
    self.server = server
    self.exchange = exchange
  }
}

/// What no request to a server may be.
public struct NeverExpectation: Hashable, Sendable {
  /// The server; nil for all of them.
  public var server: String?
  /// What the request may not be.
  public var pattern: ExchangePattern
  /// How binding, where it is not the scenario's level.
  public var level: Level?
  /// The requirement, where it is one of its own.
  public var requirement: String?
  /// The behaviour as a sentence, where it is not the scenario's title.
  public var title: String?
  /// Where it stands.
  public var location: SourceLocation

  /// Never that.
  public init(
    server: String?, pattern: ExchangePattern, level: Level? = nil, requirement: String? = nil,
    title: String? = nil, location: SourceLocation
  ) {
    self.server = server
    self.pattern = pattern
    self.level = level
    self.requirement = requirement
    self.title = title
    self.location = location
  }
}

/// What the client must report; every request of the step must satisfy it, of a repeated one the last.
public struct ClientExpectation: Hashable, Sendable {
  /// What the error is to be.
  public enum Failure: Hashable, Sendable {
    /// The request must end with a response.
    case none
    /// The request must end with an error, of one of these kinds; empty for any.
    case kinds([String])
    /// The request may end with one of these statuses or with an error.
    case allowed
  }

  /// One of these statuses; empty for any.
  public var status: [Int] = []
  /// The body of the response.
  public var body: ExchangePattern.Body?
  /// Header fields of the response.
  public var headers: [ExchangePattern.NamedValue] = []
  /// The error.
  public var failure: Failure = .none
  /// How often it asked for credentials.
  public var asked: ClosedRange<Int>?
  /// The realm it asked for, each time.
  public var askedRealm: Octets?
  /// The scheme it asked for, each time, in lower case.
  public var askedScheme: String?
  /// Its questions, in order and complete; nil where they are not listed.
  public var questions: [QuestionExpectation]?
  /// How binding, where it is not the scenario's level.
  public var level: Level?
  /// The requirement, where it is one of its own.
  public var requirement: String?
  /// Where it stands.
  public var location: SourceLocation

  /// Nothing is expected of it but a response.
  public init(location: SourceLocation) { self.location = location }
}

/// One of several ways.
public struct Alternative: Hashable, Sendable {
  /// What is done in this way, as a sentence.
  public var title: String
  /// What must be seen.
  public var expectations: Expectations

  /// A way.
  public init(title: String, expectations: Expectations) {
    self.title = title
    self.expectations = expectations
  }
}

/// A named yes or no about a step.
public struct Observation: Hashable, Sendable {
  /// The name: what the answer is yes or no to.
  public var title: String
  /// The server; nil for any.
  public var server: String?
  /// Yes, if a request like this was seen.
  public var pattern: ExchangePattern
  /// The requirement, where it is one of its own.
  public var requirement: String?
  /// Where it stands.
  public var location: SourceLocation

  /// A yes or no.
  public init(
    title: String, server: String?, pattern: ExchangePattern, requirement: String? = nil,
    location: SourceLocation
  ) {
    self.title = title
    self.server = server
    self.pattern = pattern
    self.requirement = requirement
    self.location = location
  }
}
