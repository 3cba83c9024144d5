// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The expectations of a step.
package struct Expectations: Hashable, Sendable {
  /// The preconditions. If one fails, all other checks are inconclusive.
  package var given: [ServerExpectation] = []
  package var servers: [ServerExpectation] = []
  package var handshakes: [ServerHandshakes] = []
  /// The patterns that no request may match.
  package var never: [NeverExpectation] = []
  /// Requests in their order over all servers. Any other requests may come before, between and
  /// after them.
  package var order: [OrderedExchange] = []
  /// What the client must report.
  package var client: ClientExpectation?
  /// How often logins occur in the client's files.
  package var stored: [StoredExpectation] = []
  /// Alternatives, if the RFC allows several ways. One of them must hold as a whole.
  package var oneOf: [Alternative] = []
  package var observations: [Observation] = []
  /// The default level of the expectations; `nil` for the scenario's.
  package var level: Level?
  /// The default requirement of the expectations; `nil` for the scenario's first.
  package var requirement: String?

  package init() {}

  /// `true` if nothing is expected.
  package var isEmpty: Bool {
    given.isEmpty && servers.isEmpty && handshakes.isEmpty && never.isEmpty && order.isEmpty
      && client == nil && stored.isEmpty && oneOf.isEmpty && observations.isEmpty
  }
}

/// All exchanges of one server in one step, in order.
package struct ServerExpectation: Hashable, Sendable {
  package var server: String
  package var exchanges: [ExchangeExpectation]
  /// Its location in the file.
  package var location: SourceLocation

  package init(server: String, exchanges: [ExchangeExpectation], location: SourceLocation) {
    self.server = server
    self.exchanges = exchanges
    self.location = location
  }
}

/// An expected exchange, or several of the same kind in sequence.
package struct ExchangeExpectation: Hashable, Sendable {
  /// The reply of the server.
  package enum Replied: Hashable, Sendable {
    case status(Int)
    /// A challenge with 401 of an origin server or 407 of a proxy.
    case challenge
  }

  package var pattern: ExchangePattern
  package var replied: Replied?
  /// The number of exchanges.
  package var count = 1...1
  /// The level; `nil` for the default.
  package var level: Level?
  /// The requirement; `nil` for the default.
  package var requirement: String?
  /// The behaviour as a sentence; `nil` for the scenario's title.
  package var title: String?
  /// Its location in the file.
  package var location: SourceLocation

  package init(
    pattern: ExchangePattern, replied: Replied? = nil, count: ClosedRange<Int> = 1...1,
    location: SourceLocation
  ) {
    self.pattern = pattern
    self.replied = replied
    self.count = count
    self.location = location
  }
}

/// An exchange of `order:`.
package struct OrderedExchange: Hashable, Sendable {
  /// The server; `nil` for any.
  package var server: String?
  package var exchange: ExchangeExpectation

  package init(server: String?, exchange: ExchangeExpectation) {
    self.server = server
    self.exchange = exchange
  }
}

/// A pattern that no request may match.
package struct NeverExpectation: Hashable, Sendable {
  /// The server; `nil` for all of them.
  package var server: String?
  package var pattern: ExchangePattern
  /// The level; `nil` for the default.
  package var level: Level?
  /// The requirement; `nil` for the default.
  package var requirement: String?
  /// The behaviour as a sentence; `nil` for the scenario's title.
  package var title: String?
  /// Its location in the file.
  package var location: SourceLocation

  package init(
    server: String? = nil, pattern: ExchangePattern, requirement: String? = nil,
    location: SourceLocation
  ) {
    self.server = server
    self.pattern = pattern
    self.requirement = requirement
    self.location = location
  }
}

/// What the client must report for each request of a step, or for the last one of a repeated
/// request.
package struct ClientExpectation: Hashable, Sendable {
  /// A condition for the error.
  package enum Failure: Hashable, Sendable {
    /// The request must end with a response.
    case none
    /// The request must end with an error, of one of these kinds; empty for any.
    case kinds([String])
    /// The request may end with one of these statuses or with an error.
    case allowed
  }

  /// One of these statuses; empty for any.
  package var status: [Int] = []
  /// The body of the response.
  package var body: ExchangePattern.Body?
  /// All messages that a server sent on a websocket, in order; `nil` for any.
  package var messages: [Template]?
  /// Header fields of the response.
  package var headers: [ExchangePattern.NamedValue] = []
  package var failure: Failure = .none
  /// The number of questions for credentials.
  package var asked: ClosedRange<Int>?
  /// The realm of each question.
  package var askedRealm: Octets?
  /// The scheme of each question, in lower case.
  package var askedScheme: String?
  /// All questions, in order; `nil` for any.
  package var questions: [QuestionExpectation]?
  /// The level; `nil` for the default.
  package var level: Level?
  /// The requirement; `nil` for the default.
  package var requirement: String?
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }
}

/// How often the password or token of an account must occur in the client's files of logins after
/// the step.
package struct StoredExpectation: Hashable, Sendable {
  package var account: Account
  package var count: ClosedRange<Int>
  /// Its location in the file.
  package var location: SourceLocation

  package init(account: Account, count: ClosedRange<Int>, location: SourceLocation) {
    self.account = account
    self.count = count
    self.location = location
  }
}

/// One of several allowed behaviours.
package struct Alternative: Hashable, Sendable {
  /// The behaviour, as a sentence.
  package var title: String
  package var expectations: Expectations

  package init(title: String, expectations: Expectations) {
    self.title = title
    self.expectations = expectations
  }
}

/// A statement about a step that is true or false, without a verdict.
package struct Observation: Hashable, Sendable {
  /// The statement.
  package var title: String
  /// The server; `nil` for any.
  package var server: String?
  /// The statement is true if a request matched this.
  package var pattern = ExchangePattern()
  /// If not empty, the statement is true if the client sent one of these alerts.
  package var alerts: [TLSAlert] = []
  /// The requirement; `nil` for the default.
  package var requirement: String?
  /// Its location in the file.
  package var location: SourceLocation

  package init(title: String, location: SourceLocation) {
    self.title = title
    self.location = location
  }
}
