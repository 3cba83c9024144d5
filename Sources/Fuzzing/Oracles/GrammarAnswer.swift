import HTTPAuth
import Scenarios

/// What the grammar says of an input: whether its first refusal holds a challenge that the client must be able to answer,
/// or none that it could.
///
/// It speaks only where there is one way to understand the refusal; everything else is left to the invariants.
struct GrammarAnswer {
  /// What is to be done about a refusal.
  enum Kind: Hashable {
    /// The next request must carry credentials that prove the password.
    case answer
    /// No request may carry credentials.
    case nothing
    /// The only challenge names a parameter twice: it is answered by one of its readings, or not at all.
    case whole
    /// More than one way is right.
    case open
  }

  let kind: Kind
  /// Who refuses first.
  let server: FuzzServer
  /// What its refusal offers; nil where there is none.
  let understood: UnderstoodChallenges?

  /// The answer to an input, for a client with these abilities.
  init(
    _ input: FuzzInput, abilities: Set<String>, _ reader: ChallengeReader = ChallengeReader()
  ) {
    let server = input.firstToRefuse
    self.server = server
    let replies = input.requests[0]
    let ofServer = replies.indices.filter { replies[$0].server == server }
    let first = ofServer.first.map { replies[$0] }
    let understood = first.map { UnderstoodChallenges($0.challengeLines, reader) }
    self.understood = understood
    guard let first, let understood, first.isPlainRefusal else {
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

  /// What must be seen, as a scenario says it.
  var expectations: Expectations {
    var expectations = Expectations()
    let place = SourceLocation(line: 1, column: 1)
    switch kind {
    case .open: break
    case .answer:
      var none = ExchangePattern()
      none.credentials = ExchangePattern.CredentialsKind.none
      var valid = ExchangePattern()
      valid.credentials = .valid
      expectations.servers = [
        ServerExpectation(
          server: server.rawValue,
          exchanges: [
            ExchangeExpectation(pattern: none, replied: .challenge, location: place),
            ExchangeExpectation(pattern: valid, location: place),
            ExchangeExpectation(pattern: .init(), count: 0...GrammarAnswer.most, location: place),
          ], location: place)
      ]
    case .nothing:
      var any = ExchangePattern()
      any.credentials = .any
      expectations.never = [
        NeverExpectation(server: server.rawValue, pattern: any, location: place)
      ]
    case .whole:
      var invalid = ExchangePattern()
      invalid.credentials = .invalid
      expectations.never = [
        NeverExpectation(
          server: server.rawValue, pattern: invalid,
          requirement: GrammarAnswer.onceOnly, location: place)
      ]
    }
    return expectations
  }

  /// The requirement that what is answered in one of several ways is answered in one of them.
  static let onceOnly = "R003"

  /// More requests than any client makes.
  static let most = 1_000
}

extension FuzzInput {
  /// Who refuses first: what goes through a proxy passes it before it comes to an origin server.
  var firstToRefuse: FuzzServer { involves(.proxy) ? .proxy : .origin }
}

extension FuzzReply {
  /// True for a refusal that is plain HTTP but for its challenges.
  fileprivate var isPlainRefusal: Bool {
    guard isUsualRefusal, interim.isEmpty else { return false }
    switch connection {
    case .keep, .close: break
    case .closeSilently, .reset: return false
    }
    let field = challengeField
    return lines.indices.allSatisfy {
      lines[$0].name.equalsIgnoringCase(field) || lines[$0].isHarmless
    }
      && octetsOfLines <= FuzzReply.mostOctets
  }
}
