internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

/// A recording read from its first exchange to its last: what each request was, and what each server had told by then.
///
/// The script reads requests as they come in; the judge uses its reading where it covers the whole recording as it is, and
/// makes its own otherwise: both are made by `append`, so they are the same.
struct Reading: Sendable {
  /// By exchange.
  private(set) var facts: [RequestFacts] = []
  /// By exchange: how many challenges its server had issued once it was answered.
  private(set) var issuedAfter: [Int] = []
  /// By server.
  private(set) var memories: [ServerMemory]

  /// Nothing read yet.
  init(servers: Int) {
    memories = Array(repeating: ServerMemory(), count: servers)
    facts.reserveCapacity(4)
    issuedAfter.reserveCapacity(4)
  }

  /// Reads a whole recording.
  init(_ recording: Recording, plan: CasePlan) {
    self.init(servers: plan.servers.count)
    facts.reserveCapacity(recording.exchanges.count)
    issuedAfter.reserveCapacity(recording.exchanges.count)
    var used = Array(repeating: false, count: recording.connections.count)
    for exchange in recording.exchanges {
      let isFirst = used.indices.contains(exchange.connection) && !used[exchange.connection]
      if isFirst && exchange.forwardedFrom == nil { used[exchange.connection] = true }
      let source = exchange.forwardedFrom.flatMap {
        recording.exchanges.indices.contains($0) ? recording.exchanges[$0] : nil
      }
      let facts = RequestFacts(
        head: exchange.request, sentTarget: source?.request.target, body: exchange.body,
        connection: exchange.connection,
        isFirstOnConnection: isFirst, kind: plan.servers[exchange.server].kind,
        accounts: plan.played.accounts, memory: memories[exchange.server],
        offered: plan.offered[exchange.server])
      append(
        facts, server: exchange.server, kind: plan.servers[exchange.server].kind,
        connection: exchange.connection, reply: exchange.reply, issued: nil)
    }
  }

  /// Takes in the next exchange; `issued` are the reply's challenges where they are known already.
  mutating func append(
    _ facts: RequestFacts, server: Int, kind: ServerConfiguration.Kind, connection: Int,
    reply: Reply?, issued: [Challenge]?
  ) {
    memories[server].learn(from: facts.credentials, connection: connection)
    if let issued {
      memories[server].learn(from: issued)
    } else if let reply {
      memories[server].learn(from: reply, kind: kind)
    }
    self.facts.append(facts)
    issuedAfter.append(memories[server].issued.count)
  }
}
