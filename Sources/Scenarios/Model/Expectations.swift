// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// What must be seen in a step.
package struct Expectations: Hashable, Sendable {
  /// The preconditions; if it did not, the rest is inconclusive.
  package var given: [ServerExpectation] = []
  /// The ordered exchanges of each server that is named.
  package var servers: [ServerExpectation] = []
  /// The ordered handshakes of each server that is named.
  package var handshakes: [ServerHandshakes] = []
  /// What no request may be.
  package var never: [NeverExpectation] = []
  /// Requests that must be seen in this order over all servers, with any others before, between and
  /// after them.
  package var order: [OrderedExchange] = []
  /// What the client must report.
  package var client: ClientExpectation?
  /// How often logins stand in the files of the client.
  package var stored: [StoredExpectation] = []
  /// Alternatives, if the RFC allows several ways; one of them must hold as a whole.
  package var oneOf: [Alternative] = []
  /// Facts to note.
  package var observations: [Observation] = []
  /// The level of all expectations without their own, if it is not the scenario's.
  package var level: Level?
  /// The requirement of all expectations without their own, if it is not the scenario's first.
  package var requirement: String?

  package init() {}

  /// `true` if nothing is expected.
  package var isEmpty: Bool {
    given.isEmpty && servers.isEmpty && handshakes.isEmpty && never.isEmpty && order.isEmpty
      && client == nil && stored.isEmpty && oneOf.isEmpty && observations.isEmpty
  }
}

/// The exchanges of one server in one step, in order and complete.
package struct ServerExpectation: Hashable, Sendable {
  /// The server.
  package var server: String
  /// Its exchanges.
  package var exchanges: [ExchangeExpectation]
  /// Its location in the file.
  package var location: SourceLocation

  package init(server: String, exchanges: [ExchangeExpectation], location: SourceLocation) {
    self.server = server
    self.exchanges = exchanges
    self.location = location
  }
}

/// One exchange, or several alike.
package struct ExchangeExpectation: Hashable, Sendable {
  /// What was replied to it.
  package enum Replied: Hashable, Sendable {
    /// That status.
    case status(Int)
    /// A challenge of the server's own kind.
    case challenge
  }

  /// What the request is.
  package var pattern: ExchangePattern
  /// What was replied.
  package var replied: Replied?
  /// How often: 1...1, 0...1 for optional, or as given.
  package var count = 1...1
  /// The level, if it is not the scenario's.
  package var level: Level?
  /// The requirement, if it has its own.
  package var requirement: String?
  /// The behaviour as a sentence, if it is not the scenario's title.
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

/// One of several exchanges whose order over all servers is looked at.
package struct OrderedExchange: Hashable, Sendable {
  /// The server; `nil` for any.
  package var server: String?
  /// The exchange; it comes once.
  package var exchange: ExchangeExpectation
}

/// What no request to a server may be.
package struct NeverExpectation: Hashable, Sendable {
  /// The server; `nil` for all of them.
  package var server: String?
  /// What the request may not be.
  package var pattern: ExchangePattern
  /// The level, if it is not the scenario's.
  package var level: Level?
  /// The requirement, if it has its own.
  package var requirement: String?
  /// The behaviour as a sentence, if it is not the scenario's title.
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

/// What the client must report; every request of the step must satisfy it, of a repeated one the
/// last.
package struct ClientExpectation: Hashable, Sendable {
  /// What the error is to be.
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
  /// The messages that a server sent on a websocket, in order and complete; `nil` for any.
  package var messages: [Template]?
  /// Header fields of the response.
  package var headers: [ExchangePattern.NamedValue] = []
  /// The error.
  package var failure: Failure = .none
  /// How often it asked for credentials.
  package var asked: ClosedRange<Int>?
  /// The realm it asked for, each time.
  package var askedRealm: Octets?
  /// The scheme it asked for, each time, in lower case.
  package var askedScheme: String?
  /// Its questions, in order and complete; `nil` if they are not listed.
  package var questions: [QuestionExpectation]?
  /// The level, if it is not the scenario's.
  package var level: Level?
  /// The requirement, if it has its own.
  package var requirement: String?
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }
}

/// How often the password or the token of an account stands in the files in which the client keeps
/// logins, after the step.
package struct StoredExpectation: Hashable, Sendable {
  /// The account.
  package var account: Account
  /// How often.
  package var count: ClosedRange<Int>
  /// Its location in the file.
  package var location: SourceLocation
}

/// One of several ways.
package struct Alternative: Hashable, Sendable {
  /// What is done in this way, as a sentence.
  package var title: String
  /// The expectations.
  package var expectations: Expectations
}

/// A named yes or no about a step.
package struct Observation: Hashable, Sendable {
  /// The name: what the answer is yes or no to.
  package var title: String
  /// The server; `nil` for any.
  package var server: String?
  /// Yes, if a request like this was seen.
  package var pattern: ExchangePattern
  /// Yes, if the client sent one of these alerts instead; empty where it is about requests.
  package var alerts: [TLSAlert] = []
  /// The requirement, if it has its own.
  package var requirement: String?
  /// Its location in the file.
  package var location: SourceLocation
}
