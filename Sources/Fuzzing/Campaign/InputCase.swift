import HTTPAuth
import Judging
import Playing
import Scenarios

/// Turns inputs into cases: what the client is told, what the servers play, and what the grammar expects of it.
final class InputCase {
  /// The login at the origin server, as it is for most inputs.
  static let login = Login(account: "alice", user: "alice", password: "open sesame")
  /// The login where UTF-8 is asked for: a password that reads otherwise in ISO 8859-1.
  static let loginInUTF8 = Login(account: "alice", user: "alice", password: "open s\u{E9}same")
  /// The login where nobody can read anything else: a password that reads otherwise in normal form C as well, which is what
  /// is to be encoded (RFC 7617 2.1, RFC 7616 4).
  static let loginToCompose = Login(user: "alice", password: "open se\u{301}same\u{301}")
  /// The account of that login: its password in normal form C.
  static let composedAccount = Account(
    name: "alice", user: "alice", password: "open s\u{E9}sam\u{E9}")
  /// The login at the proxy.
  static let proxyLogin = Login(account: "gate", user: "gate", password: "let me pass")

  /// How many redirects the client is to follow where one may be played, or a reply for ever: as many as an input has replies,
  /// but for the first. What is played for ever takes all of them, and there are clients that count a refusal as well.
  private static let mostRedirects = 5
  /// The same for all other inputs: what scenarios say that say nothing of it.
  private static let usualRedirects = ClientSettings().redirects

  /// What the client can do: words of docs/abilities.md.
  private let abilities: Set<String>
  /// Reads each of their challenges once, for the plan and for what is expected.
  private let reader = ChallengeReader()
  /// What all inputs of a kind have in common.
  private var known: [Kind: CaseSetup] = [:]
  /// What is expected, and checked, of inputs that the grammar says the same of.
  private var expected: [Answer: (expectations: Expectations, checklist: Checklist)] = [:]
  private static let place = SourceLocation(line: 1, column: 1)

  /// Cases for a client with these abilities.
  init(abilities: Set<String>) { self.abilities = abilities }

  /// The case of an input.
  func make(_ input: FuzzInput) -> Case { plan(input).played }

  /// The same, planned.
  func plan(_ input: FuzzInput) -> CasePlan {
    let kind = Kind(input, abilities, reader)
    let stage = stage(kind)
    var steps = stepsWithoutExpectations(input, kind)
    let checklist = expect(GrammarAnswer(input, abilities: abilities, reader), of: &steps)
    return CasePlan(stage, steps: steps, reader: reader, checklist: checklist)
  }

  /// What the grammar says of an input, and in how many steps it is played.
  private struct Answer: Hashable {
    var kind: GrammarAnswer.Kind
    var server: FuzzServer
    var steps: Int
  }

  /// Has the first step expect what the grammar says; returns what there is to check then.
  private func expect(_ said: GrammarAnswer, of steps: inout [Step]) -> Checklist {
    let answer = Answer(kind: said.kind, server: said.server, steps: steps.count)
    if let (expectations, checklist) = expected[answer] {
      steps[0].expect = expectations
      return checklist
    }
    steps[0].expect = said.expectations
    let checklist = Checklist(steps, of: InputCase.scenario)
    expected[answer] = (steps[0].expect, checklist)
    return checklist
  }

  /// The same, where nobody will ask what the grammar expects of it.
  func planUnjudged(_ input: FuzzInput) -> CasePlan {
    let kind = Kind(input, abilities, reader)
    return CasePlan(stage(kind), steps: stepsWithoutExpectations(input, kind), reader: reader)
  }

  private func stage(_ kind: Kind) -> CaseSetup {
    if let known = known[kind] { return known }
    let stage = CaseSetup(caseWithoutSteps(kind))
    known[kind] = stage
    return stage
  }

  /// All that a case has of its input but the steps.
  private struct Kind: Hashable {
    var password: FuzzInput.Password
    var hasOther: Bool
    var hasProxy: Bool
    var takesCookies: Bool
    /// How many redirects the client is to follow.
    var redirects: Int

    init(_ input: FuzzInput, _ abilities: Set<String>, _ reader: ChallengeReader) {
      password = input.password(reader)
      hasOther = input.involves(.other)
      hasProxy = input.involves(.proxy)
      takesCookies = abilities.contains("cookies") && input.has("Set-Cookie")
      if !abilities.contains("redirects") {
        redirects = 0
      } else if input.has("Location") || input.hasReplyForEver {
        redirects = InputCase.mostRedirects
      } else {
        redirects = InputCase.usualRedirects
      }
    }

    /// Who takes part.
    var servers: [FuzzServer] {
      [.origin] + (hasOther ? [.other] : []) + (hasProxy ? [.proxy] : [])
    }
  }

  private func caseWithoutSteps(_ kind: Kind) -> Case {
    let (login, account) =
      switch kind.password {
      case .plain: (InputCase.login, Account(InputCase.login))
      case .inUTF8: (InputCase.loginInUTF8, Account(InputCase.loginInUTF8))
      case .toCompose: (InputCase.loginToCompose, InputCase.composedAccount)
      }
    var settings = ClientSettings()
    var accounts = [account]
    settings.credentials = [Grant(login: login, servers: ["origin"])]
    if kind.hasProxy {
      settings.proxy = "proxy"
      settings.credentials.append(
        Grant(login: InputCase.proxyLogin, servers: ["proxy"]))
      accounts.append(Account(InputCase.proxyLogin))
    }
    settings.cookies = kind.takesCookies
    settings.redirects = kind.redirects
    return Case(
      scenario: InputCase.scenario,
      accounts: accounts,
      servers: kind.servers.map {
        ServerDefinition(
          name: $0.rawValue, kind: $0 == .proxy ? .proxy : .origin, backEnd: .wire,
          location: InputCase.place)
      }, client: settings, steps: [], location: InputCase.place)
  }

  private func stepsWithoutExpectations(_ input: FuzzInput, _ kind: Kind) -> [Step] {
    let servers = kind.servers
    return input.requests.enumerated().map { index, replies in
      Step(
        title: "request \(index + 1)", requests: InputCase.requests,
        rules: rules(replies, servers), location: InputCase.place)
    }
  }

  /// What the client is to ask for in each step.
  private static let requests = [RequestDefinition(path: "/vault")]

  /// The title of a case that is made of an input.
  static let title = "Challenges are understood as the grammar says"
  private static let scenario = Scenario(id: "fuzz", file: "fuzz", title: title, level: .robust)

  private func rules(
    _ replies: ArraySlice<FuzzReply>, _ servers: [FuzzServer]
  ) -> [String: [Rule]] {
    var rules: [String: [Rule]] = [:]
    for index in replies.indices {
      let rule = Rule(
        times: replies[index].isForEver ? nil : 1, reply: ReplyTemplate(replies[index]),
        location: InputCase.place)
      rules[replies[index].server.rawValue, default: []].append(rule)
    }
    // A server without replies of its own plays what servers play unasked.
    for server in servers where rules[server.rawValue] == nil { rules[server.rawValue] = [] }
    return rules
  }
}

extension Account {
  /// The account that a login is for, where it has a name.
  fileprivate init(_ login: Login) {
    self.init(name: login.account ?? "", user: login.user, password: login.password)
  }
}

extension FuzzInput {
  /// The replies by the request that the client is asked for meanwhile; at least one request.
  var requests: [ArraySlice<FuzzReply>] {
    var starts = [0]
    for index in replies.indices.dropFirst() where replies[index].isOfNextRequest {
      starts.append(index)
    }
    return starts.indices.map { place in
      replies[starts[place]..<(place + 1 < starts.count ? starts[place + 1] : replies.count)]
    }
  }

  /// True where a server takes part: the origin always does.
  func involves(_ server: FuzzServer) -> Bool {
    switch server {
    case .origin: true
    case .proxy: replies.indices.contains { replies[$0].server == .proxy }
    case .other:
      replies.indices.contains { index in
        replies[index].server == .other
          || replies[index].lines.indices.contains {
            replies[index].lines[$0].value.contains(FuzzInput.other)
          }
      }
    }
  }

  /// The beginning of an address of the other origin server.
  private static let other: Octets = "${other."

  /// The password at the origin server: what shows how it is encoded, where a charset is asked for.
  fileprivate enum Password {
    case plain
    case inUTF8
    case toCompose
  }

  fileprivate func password(_ reader: ChallengeReader) -> Password {
    guard replies.indices.contains(where: { replies[$0].namesCharset }) else { return .plain }
    let refusals = replies.filter { $0.server == .origin }.map {
      UnderstoodChallenges($0.challengeLines, reader)
    }
    let challenges = refusals.flatMap(\.challenges)
    // "The only allowed value is 'UTF-8'" (RFC 7617 2.1, RFC 7616 4): what another asks for is not known.
    guard !challenges.isEmpty,
      challenges.allSatisfy({ $0.value(of: "charset").map { $0.matches("UTF-8") } ?? false })
    else { return .plain }
    return refusals.allSatisfy(\.isClear) && replies.allSatisfy { $0.server == .origin }
      ? .toCompose : .inUTF8
  }

  /// True where some reply is played for ever.
  fileprivate var hasReplyForEver: Bool {
    replies.indices.contains { replies[$0].isForEver }
  }

  /// True where some reply has a field of that name.
  func has(_ name: StaticString) -> Bool {
    replies.indices.contains { index in
      replies[index].lines.indices.contains { replies[index].lines[$0].name.matches(name) }
    }
  }
}

extension FuzzReply {
  /// False where no line can ask for a charset.
  fileprivate var namesCharset: Bool {
    lines.indices.contains { lines[$0].value.containsIgnoringCase("charset") }
  }

  /// Octets in a piece: three, or more where that would be more pieces than it takes to show that they can be put together.
  fileprivate var pieceLength: Int {
    max(3, octetsOfLines / 8)
  }
}

extension ReplyTemplate {
  /// The reply as scenarios have it: octet for octet where the status line is none.
  init(_ reply: FuzzReply) {
    if let status = reply.status {
      self.init(kind: .status(status))
      if let reason = reply.reason, !reason.isEmpty { self.reason = reason }
      headers.reserveCapacity(reply.lines.count)
      for index in reply.lines.indices where reply.lines[index].isTame {
        headers.append(
          HeaderTemplate(
            name: reply.lines[index].name,
            value: Template(addressed: reply.lines[index].value.written)))
      }
      framing =
        switch reply.framing {
        case .length: .length
        case .chunked: .chunked
        case .close: .close
        }
    } else {
      self.init(kind: .raw(Template(raw: reply)))
    }
    interim = reply.interim.map { interim in
      Interim(
        status: interim.status,
        headers: interim.line.map {
          [HeaderTemplate(name: $0.name, value: Template($0.value.written))]
        }
          ?? [])
    }
    connection =
      switch reply.connection {
      case .keep: .keep
      case .close: .close
      case .closeSilently: .closeSilently
      case .reset: .reset
      }
    if reply.isInPieces { trickle = Trickle(octets: reply.pieceLength, milliseconds: 0) }
  }
}

extension FuzzLine {
  /// False for a line that could send the client to a server that is not of the case.
  var isTame: Bool {
    guard name.matches("Location") || name.matches("Refresh") || name.matches("Alt-Svc") else {
      return true
    }
    return SequenceGrammar.locations.contains(value)
  }
}

extension Template {
  /// Octets in which `${other.url}` and its like stand for addresses.
  init(addressed octets: Octets) {
    self.init([])
    var literal = octets.bytes.startIndex
    var rest = octets
    while let place = rest.firstIndex(of: UInt8(ascii: "$")) {
      guard let (piece, length) = Template.place(at: octets.bytes[place...]) else {
        rest = octets[(place + 1)...]
        continue
      }
      if literal < place { pieces.append(.literal(octets[literal..<place])) }
      pieces.append(piece)
      literal = place + length
      rest = octets[literal...]
    }
    if literal < octets.endIndex { pieces.append(.literal(octets[literal...])) }
  }

  private static func place(at octets: ArraySlice<UInt8>) -> (Piece, Int)? {
    guard octets.dropFirst().first == UInt8(ascii: "{") else { return nil }
    return places.first { octets.starts(with: $0.text) }.map { ($0.piece, $0.text.count) }
  }

  /// The places for addresses, as inputs write them.
  private static let places: [(text: [UInt8], piece: Piece)] = FuzzServer.allCases.flatMap {
    server in
    AddressPart.allCases.map { part in
      (
        Array("${\(server.rawValue).\(part.rawValue)}".utf8),
        .address(server: server.rawValue, part: part)
      )
    }
  }

  /// A reply octet for octet, with the length of its empty body.
  fileprivate init(raw reply: FuzzReply) {
    var octets = (reply.statusLine ?? "").array + [0x0D, 0x0A]
    for line in reply.lines where line.isTame {
      octets += line.name.bytes
      octets += [UInt8(ascii: ":"), 0x20]
      octets += line.value.written.bytes
      octets += [0x0D, 0x0A]
    }
    octets += "Content-Length: 0\r\n\r\n".utf8
    self.init(Octets(octets))
  }
}

extension Octets {
  /// True when an ASCII literal of small letters stands in them, in whatever case.
  func containsIgnoringCase(_ literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    return unsafe bytes.withUnsafeBufferPointer { octets in
      var start = 0
      while start + length <= octets.count {
        var place = 0
        while unsafe place < length
          && octets[start + place].asciiLowercased == literal.utf8Start[place]
        { place += 1 }
        if place == length { return true }
        start += 1
      }
      return false
    }
  }
}
