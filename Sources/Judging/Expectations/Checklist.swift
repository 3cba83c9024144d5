// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The checks of a case's expectations, shared by all plays.
package struct Checklist: Sendable {
  /// The checks of each step.
  package let steps: [StepChecklist]
  /// The approximate number of checks.
  let size: Int

  package init(_ steps: [Step], of scenario: Scenario) {
    let steps = steps.enumerated().map { index, step in
      step.expect.isEmpty
        ? StepChecklist.empty
        : StepChecklist(
          step.expect,
          scope: CheckScope(
            scenario: scenario, step: index, prefix: "\(index + 1)", level: scenario.level,
            requirement: scenario.requirements.first))
    }
    self.steps = steps
    size = steps.reduce(0) { $0 + $1.descriptors.count }
  }
}

/// The prefix of check ids, and the values that checks inherit from their scenario.
struct CheckScope {
  var scenario: Scenario
  var step: Int
  var prefix: String
  /// The level of checks without their own: the scenario's, unless the expectations have one.
  var level: Level
  /// The requirement of checks without their own: the scenario's first, unless the expectations
  /// have one.
  var requirement: String?

  /// A check in this scope.
  func descriptor(
    _ suffix: String, _ kind: CheckKind, title: String? = nil, level: Level? = nil,
    requirement: String? = nil, location: SourceLocation
  ) -> CheckDescriptor {
    let requirement = requirement ?? self.requirement
    return CheckDescriptor(
      id: "\(prefix).\(suffix)", kind: kind,
      title: title ?? self.title(of: requirement) ?? scenario.title, level: level ?? self.level,
      requirements: requirement.map { [$0] } ?? [], step: step, location: location)
  }

  /// The text of a requirement that is not what the scenario is about: then the scenario's title is
  /// about something else.
  private func title(of requirement: String?) -> String? {
    guard requirement != scenario.requirements.first else { return nil }
    guard let text = scenario.rules.first(where: { $0.id == requirement })?.text, !text.isEmpty
    else { return nil }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// The scope of a part, with a longer prefix.
  func below(_ suffix: String) -> CheckScope {
    var scope = self
    scope.prefix += ".\(suffix)"
    return scope
  }

  /// The scope of expectations that may have their own level and requirement.
  func of(_ expectations: Expectations) -> CheckScope {
    var scope = self
    scope.level = expectations.level ?? level
    scope.requirement = expectations.requirement ?? requirement
    return scope
  }
}

extension ExchangePattern {
  /// The part of a request that a `never` with this pattern is about; `nil` for the request itself.
  fileprivate var prohibited: CheckKind.Detail? {
    details.first?.kind ?? (credentials == .connection ? .connection : nil)
  }
}

/// The checks of a step, or of one of several ways.
package final class StepChecklist: Sendable {
  let given: [ServerChecklist]
  let servers: [ServerChecklist]
  let handshakes: [HandshakeCheck]
  let never: [NeverCheck]
  let order: OrderCheck?
  let client: ClientChecklist?
  let stored: [StoredCheck]
  package let alternatives: AlternativesCheck?
  let observations: [ObservationCheck]

  static let empty = StepChecklist()

  private init() {
    (given, servers, handshakes, never, stored, observations) = ([], [], [], [], [], [])
    (client, alternatives, order) = (nil, nil, nil)
  }

  init(_ expect: Expectations, scope outer: CheckScope) {
    let scope = outer.of(expect)
    let given = expect.given.map { ServerChecklist($0, scope: scope.below("given")) }
    self.given = given
    servers = expect.servers.map { expectation in
      ServerChecklist(
        expectation, scope: scope, given: given.first { $0.server == expectation.server })
    }
    handshakes = expect.handshakes.map { HandshakeCheck($0, scope: scope) }
    never = expect.never.enumerated().map { index, never in
      NeverCheck(
        never: never,
        descriptor: scope.descriptor(
          "never.\(index + 1)", .prohibition(never.pattern.prohibited), title: never.title,
          level: never.level, requirement: never.requirement, location: never.location),
        kind: RequestKind(never.pattern), details: never.pattern.details)
    }
    order = OrderCheck(expect.order, scope: scope)
    client = expect.client.map { ClientChecklist($0, scope: scope.below("client")) }
    stored = expect.stored.map { expectation in
      StoredCheck(
        expectation: expectation,
        descriptor: scope.descriptor(
          "stored.\(expectation.account.name)", .stored, location: expectation.location))
    }
    alternatives = AlternativesCheck(expect.oneOf, scope: scope)
    observations = expect.observations.enumerated().map { index, observation in
      ObservationCheck(
        observation: observation,
        descriptor: scope.descriptor(
          "observe.\(index + 1)", .observation, title: observation.title, level: .note,
          requirement: observation.requirement, location: observation.location))
    }
  }
}

/// The checks of one server's exchanges, which are in order.
final class ServerChecklist: Sendable {
  let server: String
  /// The check that the exchanges are these, in this order, and no others.
  let sequence: CheckDescriptor
  /// The note that a refused request was repeated without credentials.
  let repeats: CheckDescriptor
  /// `true` if `given` expects the same exchanges: then only their details are checked.
  let isGiven: Bool
  let exchanges: [ExchangeChecklist]
  /// The number of times that each of them may occur.
  let counts: [ClosedRange<Int>]

  init(_ expectation: ServerExpectation, scope: CheckScope, given: ServerChecklist? = nil) {
    server = expectation.server
    counts = expectation.exchanges.map(\.count)
    let own = scope.below(expectation.server)
    let level = expectation.exchanges.compactMap(\.level).max { $0.gravity < $1.gravity }
    sequence = own.descriptor(
      "exchanges", .exchanges, level: level.flatMap { $0.gravity > scope.level.gravity ? $0 : nil },
      location: expectation.location)
    repeats = own.descriptor(
      "repeats", .repeats, title: "A refused request is not repeated without credentials",
      level: .note, requirement: "R026", location: expectation.location)
    exchanges = expectation.exchanges.enumerated().map { index, exchange in
      ExchangeChecklist(
        expectation: exchange,
        details: exchange.pattern.details.map { detail in
          (
            detail,
            own.descriptor(
              "\(index + 1).\(detail.name)", .detail(detail.kind), title: exchange.title,
              level: exchange.level, requirement: exchange.requirement, location: exchange.location)
          )
        })
    }
    isGiven = if let given { ServerChecklist.implies(given, counts, exchanges) } else { false }
  }

  /// `true` if the exchanges are also as expected, apart from details, whenever `given` holds.
  private static func implies(
    _ given: ServerChecklist, _ counts: [ClosedRange<Int>], _ exchanges: [ExchangeChecklist]
  ) -> Bool {
    given.counts == counts
      && zip(given.exchanges, exchanges).allSatisfy { given, other in
        given.kind.implies(other.kind)
          && (other.replied == nil || other.replied == given.replied)
      }
  }
}

extension Level {
  /// How grave it is to break a check of the level.
  fileprivate var gravity: Int {
    switch self {
    case .note, .may: 0
    case .should: 1
    case .must, .robust: 2
    }
  }
}

/// One expected exchange, and the checks of its details.
final class ExchangeChecklist: Sendable {
  let expectation: ExchangeExpectation
  let kind: RequestKind
  let replied: ExchangeExpectation.Replied?
  let details: [(detail: PatternDetail, descriptor: CheckDescriptor)]

  init(
    expectation: ExchangeExpectation,
    details: [(detail: PatternDetail, descriptor: CheckDescriptor)]
  ) {
    self.expectation = expectation
    kind = RequestKind(expectation.pattern)
    replied = expectation.replied
    self.details = details
  }
}

/// The check that no request matches a pattern.
struct NeverCheck: Sendable {
  var never: NeverExpectation
  var descriptor: CheckDescriptor
  var kind: RequestKind
  var details: [PatternDetail]
}

/// The check of the order of exchanges over all servers.
struct OrderCheck: Sendable {
  let descriptor: CheckDescriptor
  let items: [(server: String?, exchange: ExchangeChecklist)]

  init?(_ order: [OrderedExchange], scope: CheckScope) {
    guard let first = order.first else { return nil }
    let descriptor = scope.descriptor("order", .order, location: first.exchange.location)
    self.descriptor = descriptor
    items = order.map { item in
      let details = item.exchange.pattern.details.map { (detail: $0, descriptor: descriptor) }
      return (item.server, ExchangeChecklist(expectation: item.exchange, details: details))
    }
  }
}

/// The check of how often a login is stored.
struct StoredCheck: Sendable {
  var expectation: StoredExpectation
  var descriptor: CheckDescriptor
}

/// A fact to note.
struct ObservationCheck: Sendable {
  var observation: Observation
  var descriptor: CheckDescriptor
}

/// The checks of the client's reports.
final class ClientChecklist: Sendable {
  let expectation: ClientExpectation
  let outcome: CheckDescriptor
  let body: CheckDescriptor?
  let messages: CheckDescriptor?
  /// The checks of the header fields, in their order.
  let headers: [CheckDescriptor]
  let asked: CheckDescriptor?
  /// The checks of each question, if the questions are listed.
  let questions: [[QuestionCheck]]

  /// All its checks.
  var descriptors: [CheckDescriptor] {
    [outcome, body, messages].compactMap { $0 } + headers + [asked].compactMap { $0 }
      + questions.joined().map(\.descriptor)
  }

  init(_ expectation: ClientExpectation, scope: CheckScope) {
    self.expectation = expectation
    func descriptor(_ name: String, _ kind: CheckKind) -> CheckDescriptor {
      scope.descriptor(
        name, kind, level: expectation.level, requirement: expectation.requirement,
        location: expectation.location)
    }
    outcome = descriptor("outcome", .outcome)
    body = expectation.body == nil ? nil : descriptor("body", .response)
    messages = expectation.messages == nil ? nil : descriptor("messages", .response)
    headers = expectation.headers.map {
      descriptor("header.\($0.name.asciiLowercased)", .response)
    }
    let isAbout =
      expectation.asked != nil || expectation.askedRealm != nil || expectation.askedScheme != nil
    asked = isAbout ? descriptor("asked", .questions) : nil
    questions = (expectation.questions ?? []).enumerated().map { index, question in
      question.details.map { detail in
        QuestionCheck(
          detail: detail,
          descriptor: scope.descriptor(
            "asked.\(index + 1).\(detail.name)", .question, level: expectation.level,
            location: question.location))
      }
    }
  }
}

/// The check that one of several ways holds.
package final class AlternativesCheck: Sendable {
  package let descriptor: CheckDescriptor
  package let ways: [(title: String, checklist: StepChecklist)]

  init?(_ alternatives: [Alternative], scope: CheckScope) {
    guard let first = alternatives.first, let location = first.expectations.firstLocation else {
      return nil
    }
    descriptor = scope.descriptor("one-of", .alternatives, location: location)
    ways = alternatives.enumerated().map { index, way in
      (way.title, StepChecklist(way.expectations, scope: scope.below("way-\(index + 1)")))
    }
  }
}

extension Expectations {
  /// The location of the first expectation.
  fileprivate var firstLocation: SourceLocation? {
    let ofRequests =
      servers.first?.location ?? handshakes.first?.location ?? client?.location
      ?? never.first?.location ?? order.first?.exchange.location
    return ofRequests ?? stored.first?.location ?? given.first?.location
      ?? observations.first?.location ?? oneOf.first?.expectations.firstLocation
  }
}

extension StepChecklist {
  /// All its checks but the preconditions.
  package var descriptors: [CheckDescriptor] {
    var descriptors: [CheckDescriptor] = []
    for server in servers {
      if !server.isGiven { descriptors.append(server.sequence) }
      descriptors += server.exchanges.flatMap { $0.details.map(\.descriptor) }
    }
    descriptors += handshakes.map(\.descriptor)
    descriptors += never.map(\.descriptor)
    if let order { descriptors.append(order.descriptor) }
    if let client { descriptors += client.descriptors }
    descriptors += stored.map(\.descriptor)
    if let alternatives { descriptors.append(alternatives.descriptor) }
    return descriptors + observations.map(\.descriptor)
  }
}
