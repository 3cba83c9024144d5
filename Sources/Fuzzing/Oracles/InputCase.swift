// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Playing
import Scenarios

/// Makes cases of inputs: the client's settings, the servers' replies, and what the grammar expects
/// of the client.
final class InputCase {
  /// The login at the origin server, for most inputs.
  static let login = ClientLogin(account: "alice", user: "alice", password: "open sesame")
  /// The login if a challenge asks for UTF-8: its password has other octets in ISO 8859-1.
  static let loginInUTF8 = ClientLogin(
    account: "alice", user: "alice", password: "open s\u{E9}same")
  /// The login if every client must use UTF-8: its password also differs from its normal form C,
  /// which the client must encode (RFC 7617 2.1, RFC 7616 4).
  static let loginToCompose = ClientLogin(user: "alice", password: "open se\u{301}same\u{301}")
  /// The account of that login: its password in normal form C.
  static let composedAccount = Account(
    name: "alice", user: "alice", password: "open s\u{E9}sam\u{E9}")
  /// The login at the proxy.
  static let proxyLogin = ClientLogin(account: "gate", user: "gate", password: "let me pass")
  /// The user of the client's tickets.
  private static let principal: Octets = "alice"
  /// The title of all cases.
  static let title = "Challenges are understood as the grammar says"

  /// The most redirects that the client follows, if the input has a redirect or an endless reply:
  /// enough for every reply of an input except the first. Some clients count a refusal as a
  /// redirect.
  private static let maxRedirects = 5
  private static let scenario = Scenario(id: "fuzz", file: "fuzz", title: title, level: .robust)
  private static let place = SourceLocation(line: 1, column: 1)
  /// What the client requests in each step.
  private static let requests = [RequestDefinition(path: "/vault")]

  /// What the client can do: words of docs/abilities.md.
  private let abilities: Set<String>
  /// How the origin servers begin to speak HTTP/2; `nil` if they speak HTTP/1.1.
  private let http2: HTTP2Start?
  /// Reads each challenge once, for the plan and for the expectations.
  private let reader = ChallengeListCache()
  private var setups: [SetupKey: CaseSetup] = [:]
  private var expected: [ExpectationKey: (expectations: Expectations, checklist: Checklist)] = [:]

  /// Cases for a client with these abilities.
  init(abilities: Set<String>, http2: HTTP2Start? = nil) {
    self.abilities = abilities
    self.http2 = http2
  }

  /// The plan of an input's case, and the oracle that its checks belong to, apart from invariants.
  func plan(_ input: FuzzInput) -> (plan: CasePlan, oracle: Oracle?) {
    let kind = SetupKey(input, abilities, reader)
    var steps = stepsWithoutExpectations(input, kind)
    let demand = GrammarAnswer(input, abilities: abilities, reader)
    let checklist = expect(demand, of: &steps)
    let plan = CasePlan(setup(kind), steps: steps, reader: reader, checklist: checklist)
    return (plan, demand.kind.oracle)
  }

  /// The plan of an input's case without what the grammar expects.
  func planUnjudged(_ input: FuzzInput) -> CasePlan {
    let kind = SetupKey(input, abilities, reader)
    return CasePlan(setup(kind), steps: stepsWithoutExpectations(input, kind), reader: reader)
  }

  /// Everything that the expectations of a case and their checks depend on.
  private struct ExpectationKey: Hashable {
    var kind: GrammarAnswer.Kind
    var server: FuzzServer
    var steps: Int
  }

  /// Sets the expectations of the first step; returns the checks of all steps.
  private func expect(_ demand: GrammarAnswer, of steps: inout [Step]) -> Checklist {
    let key = ExpectationKey(kind: demand.kind, server: demand.server, steps: steps.count)
    if let (expectations, checklist) = expected[key] {
      steps[0].expect = expectations
      return checklist
    }
    steps[0].expect = demand.expectations
    let checklist = Checklist(steps, of: InputCase.scenario)
    expected[key] = (steps[0].expect, checklist)
    return checklist
  }

  private func setup(_ kind: SetupKey) -> CaseSetup {
    if let known = setups[kind] { return known }
    let setup = CaseSetup(caseWithoutSteps(kind))
    setups[kind] = setup
    return setup
  }

  /// Everything in a case that depends on its input, apart from the steps.
  private struct SetupKey: Hashable {
    var password: FuzzInput.Password
    var servers: [FuzzServer]
    var takesCookies: Bool
    var redirects: Int
    /// The handshake that the client is to take part in.
    var handshake: HandshakeScheme?

    init(_ input: FuzzInput, _ abilities: Set<String>, _ reader: ChallengeListCache) {
      password = input.password(reader)
      servers = FuzzServer.allCases.filter(input.involves)
      handshake = input.handshake.flatMap { abilities.contains($0.ability) ? $0 : nil }
      takesCookies = abilities.contains(.cookies) && input.has("Set-Cookie")
      if !abilities.contains(.redirects) {
        redirects = 0
      } else if input.has("Location") || input.hasEndlessReply {
        redirects = InputCase.maxRedirects
      } else {
        redirects = ClientSettings().redirects
      }
    }
  }

  private func caseWithoutSteps(_ kind: SetupKey) -> Case {
    let (login, account) =
      switch kind.password {
      case .plain: (InputCase.login, Account(InputCase.login))
      case .inUTF8: (InputCase.loginInUTF8, Account(InputCase.loginInUTF8))
      case .toCompose: (InputCase.loginToCompose, InputCase.composedAccount)
      }
    var settings = ClientSettings()
    var accounts = [account]
    settings.credentials = [Grant(login: login, servers: ["origin"])]
    if kind.servers.contains(.proxy) {
      settings.proxy = "proxy"
      settings.credentials.append(Grant(login: InputCase.proxyLogin, servers: ["proxy"]))
      accounts.append(Account(InputCase.proxyLogin))
    }
    if kind.handshake == .negotiate {
      accounts[0].principal = InputCase.principal
      settings.tickets = [TicketGrant(principal: InputCase.principal)]
    }
    settings.cookies = kind.takesCookies
    settings.redirects = kind.redirects
    return Case(
      scenario: InputCase.scenario, needs: kind.handshake.map { [$0.ability.rawValue] } ?? [],
      accounts: accounts,
      servers: kind.servers.map {
        var server = ServerDefinition(
          name: $0.rawValue, kind: $0 == .proxy ? .proxy : .origin, backEnd: .wire,
          location: InputCase.place)
        server.speaksHTTP2 = http2 != nil && server.kind == .origin
        if server.speaksHTTP2, http2 == .afterALPN { server.tls = .usual }
        return server
      }, client: settings, steps: [], location: InputCase.place)
  }

  private func stepsWithoutExpectations(_ input: FuzzInput, _ kind: SetupKey) -> [Step] {
    input.requests.enumerated().map { index, replies in
      // A server without replies of its own plays what servers play by default.
      var rules = Dictionary(uniqueKeysWithValues: kind.servers.map { ($0.rawValue, [Rule]()) })
      for reply in replies.indices {
        let rule = Rule(
          times: replies[reply].isEndless ? nil : 1, reply: ReplyTemplate(replies[reply]),
          location: InputCase.place)
        rules[replies[reply].server.rawValue, default: []].append(rule)
      }
      return Step(
        title: "request \(index + 1)", requests: InputCase.requests, rules: rules,
        location: InputCase.place)
    }
  }
}

extension Account {
  /// The account that a login is for.
  fileprivate init(_ login: ClientLogin) {
    self.init(name: login.account ?? "", user: login.user, password: login.password)
  }
}

extension FuzzInput {
  /// The replies by the request in which they begin; at least one request.
  var requests: [ArraySlice<FuzzReply>] {
    var starts = [0]
    for index in replies.indices.dropFirst() where replies[index].startsNewRequest {
      starts.append(index)
    }
    return starts.indices.map { place in
      replies[starts[place]..<(place + 1 < starts.count ? starts[place + 1] : replies.count)]
    }
  }

  /// `true` if a server takes part, as the origin always does.
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

  /// The kind of password at the origin server, which shows the encoding that a client uses.
  fileprivate enum Password {
    case plain
    case inUTF8
    case toCompose
  }

  fileprivate func password(_ reader: ChallengeListCache) -> Password {
    guard replies.indices.contains(where: { replies[$0].namesCharset }) else { return .plain }
    let refusals = replies.filter { $0.server == .origin }.map {
      UnderstoodChallenges($0.challengeLines, reader)
    }
    let challenges = refusals.flatMap(\.challenges)
    // "The only allowed value is 'UTF-8'" (RFC 7617 2.1, RFC 7616 4): any other value has no
    // meaning.
    guard !challenges.isEmpty,
      challenges.allSatisfy({ $0.value(of: "charset").map { $0.matches("UTF-8") } ?? false })
    else { return .plain }
    return refusals.allSatisfy(\.isClear) && replies.allSatisfy { $0.server == .origin }
      ? .toCompose : .inUTF8
  }

  fileprivate var hasEndlessReply: Bool { replies.indices.contains { replies[$0].isEndless } }

  /// `true` if a reply has a field of that name.
  func has(_ name: StaticString) -> Bool {
    replies.indices.contains { index in
      replies[index].lines.indices.contains { replies[index].lines[$0].name.matches(name) }
    }
  }
}

extension FuzzReply {
  /// `false` if no line can ask for a charset.
  fileprivate var namesCharset: Bool {
    lines.indices.contains { lines[$0].value.containsIgnoringCase("charset") }
  }

  /// Octets in a piece: at least three, and enough that there are few pieces.
  fileprivate var pieceLength: Int { max(3, octetsOfLines / 8) }
}

extension ReplyTemplate {
  /// The reply in the terms of scenarios; octet for octet if its status line is malformed.
  init(_ reply: FuzzReply) {
    if let status = reply.status {
      self.init(kind: .status(status))
      if let reason = reply.reason, !reason.isEmpty { self.reason = reason }
      headers.reserveCapacity(reply.lines.count)
      for index in reply.lines.indices where reply.lines[index].staysWithinCase {
        headers.append(
          HeaderTemplate(
            name: reply.lines[index].name,
            value: Template(addressed: reply.lines[index].value.written)))
      }
      framing = reply.framing
    } else {
      self.init(kind: .raw(Template(raw: reply)))
    }
    interim = reply.interim.map { interim in
      let lines = interim.line.map { [$0] } ?? []
      return Interim(
        status: interim.status,
        headers: lines.map { HeaderTemplate(name: $0.name, value: Template($0.value.written)) })
    }
    connection = reply.connection
    if reply.isInPieces { trickle = Trickle(octets: reply.pieceLength, milliseconds: 0) }
  }
}

extension FuzzLine {
  /// `false` for a line that could send the client to a server outside of the case.
  var staysWithinCase: Bool {
    guard name.matches("Location") || name.matches("Refresh") || name.matches("Alt-Svc") else {
      return true
    }
    return SequenceGrammar.locations.contains(value)
  }
}

extension Template {
  /// Octets in which `${other.url}` and others stand for addresses.
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

  /// The placeholders of addresses, as inputs write them.
  private static let places: [(text: [UInt8], piece: Piece)] = FuzzServer.allCases.flatMap {
    server in
    AddressPart.allCases.map { part in
      (
        Array("${\(server.rawValue).\(part.rawValue)}".utf8),
        .address(server: server.rawValue, part: part)
      )
    }
  }

  /// The octets of a reply, with the length of its empty body.
  fileprivate init(raw reply: FuzzReply) {
    var octets = (reply.statusLine ?? "").array + [0x0D, 0x0A]
    for line in reply.lines where line.staysWithinCase {
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
  /// `true` if they contain an ASCII literal of small letters, in any case.
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
