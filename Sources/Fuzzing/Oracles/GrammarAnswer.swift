// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// What the grammar demands for an input: that its first refusal is answered, or is not answered.
///
/// It demands something only if there is one way to read the refusal. Everything else is left to
/// the invariants.
struct GrammarAnswer {
  enum Kind: Hashable {
    /// The next request must carry credentials that prove the password.
    case answer
    /// No request may carry credentials.
    case nothing
    /// The only challenge has a parameter twice: the client answers one of its two readings, or
    /// nothing.
    case whole
    /// More than one way is right.
    case open

    /// The oracle that the checks of these expectations belong to; `nil` if there are none.
    var oracle: Oracle? {
      switch self {
      case .answer: .answer
      case .nothing: .noAnswer
      case .whole: .whole
      case .open: nil
      }
    }
  }

  let kind: Kind
  /// The server that refuses first.
  let server: FuzzServer
  /// The challenges of its refusal; `nil` if it does not refuse.
  let understood: UnderstoodChallenges?

  /// The demand for an input of a client with these abilities.
  init(
    _ input: FuzzInput, abilities: Set<String>, _ reader: ChallengeListCache = ChallengeListCache()
  ) {
    let server = input.firstToRefuse
    self.server = server
    let replies = input.requests[0]
    let ofServer = replies.indices.filter { replies[$0].server == server }
    let first = ofServer.first.map { replies[$0] }
    let understood = first.map { UnderstoodChallenges($0.challengeLines, reader) }
    self.understood = understood
    // A login that takes several messages is left to the invariants.
    let isHandshake = input.handshake.map { abilities.contains($0.ability) } ?? false
    guard let first, let understood, first.isPlainRefusal, !isHandshake else {
      kind = .open
      return
    }
    let client = AnswerableSchemes(abilities: abilities, isProxy: server == .proxy)
    guard understood.isClear else {
      let isAnswerable =
        input.replies.count == 1
        && understood.readingsOfDuplicates?.allSatisfy(client.mustAnswer) ?? false
      kind = isAnswerable ? .whole : .open
      return
    }
    if understood.challenges.contains(where: client.mustAnswer) {
      kind = understood.challenges.contains(where: client.isBrokenDigest) ? .open : .answer
    } else if ofServer.count == 1, !understood.challenges.contains(where: client.mayAnswer) {
      kind = .nothing
    } else {
      kind = .open
    }
  }

  /// The expectations of a scenario for it.
  var expectations: Expectations {
    var expectations = Expectations()
    let place = SourceLocation(line: 1, column: 1)
    func never(_ credentials: ExchangePattern.CredentialsKind, _ requirement: String? = nil) {
      expectations.never = [
        NeverExpectation(
          server: server.rawValue, pattern: ExchangePattern(credentials: credentials),
          requirement: requirement, location: place)
      ]
    }
    switch kind {
    case .open: break
    case .nothing: never(.any)
    case .whole: never(.invalid, "R003")
    case .answer:
      expectations.servers = [
        ServerExpectation(
          server: server.rawValue,
          exchanges: [
            ExchangeExpectation(
              pattern: ExchangePattern(credentials: .none), replied: .challenge,
              location: place),
            ExchangeExpectation(pattern: ExchangePattern(credentials: .valid), location: place),
            // Any number: no client makes as many.
            ExchangeExpectation(pattern: .init(), count: 0...1_000, location: place),
          ], location: place)
      ]
    }
    return expectations
  }
}

extension FuzzInput {
  /// The server that refuses first: the proxy, if there is one, receives every request first.
  var firstToRefuse: FuzzServer { involves(.proxy) ? .proxy : .origin }
}

extension FuzzReply {
  /// `true` for a refusal in which nothing is unusual but its challenges.
  fileprivate var isPlainRefusal: Bool {
    guard isUsualRefusal, interim.isEmpty, connection == .keep || connection == .close,
      octetsOfLines <= FuzzReply.maxHeadOctets
    else { return false }
    let field = challengeField
    return lines.indices.allSatisfy {
      lines[$0].name.equalsIgnoringCase(field) || lines[$0].isHarmless
    }
  }
}

extension ExchangePattern {
  fileprivate init(credentials: CredentialsKind) {
    self.init()
    self.credentials = credentials
  }
}
