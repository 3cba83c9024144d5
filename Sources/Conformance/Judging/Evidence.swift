internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

/// A play as the judge reads it: every exchange with what its request carried, and what the servers had told by then.
struct Evidence {
  let plan: CasePlan
  let play: Play
  let addresses: AddressBook
  /// By exchange.
  let facts: [RequestFacts]
  /// By server: all that it told in the case.
  let memories: [ServerMemory]
  /// All credentials that the client sent, in order.
  let sent: [SentCredentials]

  init(plan: CasePlan, play: Play) {
    self.plan = plan
    self.play = play
    addresses = AddressBook(play.recording.servers)
    var memories = Array(repeating: ServerMemory(), count: plan.servers.count)
    var facts: [RequestFacts] = []
    var issuedAfter: [Int] = []
    var used = Array(repeating: false, count: play.recording.connections.count)
    facts.reserveCapacity(play.recording.exchanges.count)
    issuedAfter.reserveCapacity(play.recording.exchanges.count)
    for exchange in play.recording.exchanges {
      let kind = plan.servers[exchange.server].kind
      let isFirst = used.indices.contains(exchange.connection) && !used[exchange.connection]
      let fact = RequestFacts(
        head: exchange.request, body: exchange.body, connection: exchange.connection,
        isFirstOnConnection: isFirst, kind: kind, accounts: plan.played.accounts,
        memory: memories[exchange.server], offered: plan.offered[exchange.server])
      if isFirst && exchange.forwardedFrom == nil { used[exchange.connection] = true }
      memories[exchange.server].learn(from: fact.credentials, connection: exchange.connection)
      if let reply = exchange.reply {
        memories[exchange.server].learn(from: reply, kind: kind)
      }
      issuedAfter.append(memories[exchange.server].issued.count)
      facts.append(fact)
    }
    self.facts = facts
    self.memories = memories
    sent = SentCredentials.all(in: play.recording, facts: facts, plan: plan, issuedAfter, memories)
  }

  /// The exchanges of a server in a step, as indices.
  func exchanges(step: Int, server: Int) -> [Int] {
    play.recording.exchanges.indices.filter {
      play.recording.exchanges[$0].step == step && play.recording.exchanges[$0].server == server
    }
  }

  /// The settings that held in a step.
  func settings(in step: Int) -> ClientSettings {
    plan.played.steps[...step].last { $0.client != nil }?.client ?? plan.played.client
  }
}

/// Credentials that the client sent in one field line of one request.
struct SentCredentials {
  /// The exchange: index in the recording.
  var exchange: Int
  /// The server that they are meant for: the origin behind a proxy for Authorization; nil where none is known.
  var server: Int?
  /// Proxy-Authorization, not Authorization.
  var isForProxy: Bool
  /// The field line's value.
  var value: Octets
  /// The value read by the grammar; nil where it cannot be.
  var credentials: Credentials?
  /// The grammar's complaint.
  var failure: GrammarError?
  /// The caller wrote this field line; the client only carried it.
  var isCallers: Bool
  /// The challenges that the server had issued before.
  var issued: ArraySlice<Challenge>

  /// The scheme.
  var scheme: AuthScheme? { credentials.map { AuthScheme($0.scheme) } }

  /// All credentials of a recording; what a proxy forwarded is not counted again.
  static func all(
    in recording: Recording, facts: [RequestFacts], plan: CasePlan, _ issuedAfter: [Int],
    _ memories: [ServerMemory]
  ) -> [SentCredentials] {
    var all: [SentCredentials] = []
    var issuedSoFar = Array(repeating: 0, count: plan.servers.count)
    for (index, exchange) in recording.exchanges.enumerated() {
      defer { issuedSoFar[exchange.server] = issuedAfter[index] }
      guard exchange.forwardedFrom == nil else { continue }
      let isProxy = plan.servers[exchange.server].kind == .proxy
      for line in exchange.request.fields {
        let isForProxy: Bool
        if line.name.matches("Authorization") {
          isForProxy = false
        } else if line.name.matches("Proxy-Authorization") {
          isForProxy = true
        } else {
          continue
        }
        let server: Int? =
          if isProxy && !isForProxy {
            origin(of: facts[index].target, recording)
          } else if !isProxy && isForProxy { nil } else { exchange.server }
        let issued = server.map { memories[$0].issued.prefix(issuedSoFar[$0]) } ?? []
        var sent = SentCredentials(
          exchange: index, server: server, isForProxy: isForProxy, value: line.value,
          isCallers: isCallers(line, in: exchange.step, plan), issued: issued)
        do throws(GrammarError) {
          sent.credentials = try Credentials(parsing: line.value)
        } catch {
          sent.failure = error
        }
        all.append(sent)
      }
    }
    return all
  }

  private static func origin(of target: TargetForm, _ recording: Recording) -> Int? {
    guard let authority = target.authority else { return nil }
    return recording.servers.firstIndex { authority.elementsEqual($0.authority.utf8) }
  }

  private static func isCallers(_ line: FieldSection.Line, in step: Int, _ plan: CasePlan) -> Bool {
    let played = plan.played
    guard played.steps.indices.contains(step) else { return false }
    let settings = played.steps[...step].last { $0.client != nil }?.client ?? played.client
    return (settings.headers + played.steps[step].requests.flatMap(\.headers)).contains {
      $0.name.equalsIgnoringCase(line.name) && $0.value.constant == line.value
    }
  }
}
