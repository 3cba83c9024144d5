import HTTPAuth
import Scenarios
import Transcripts

/// A recording read from its first exchange to its last: what each request was, and what each
/// server had told by then.
///
/// The script reads requests as they come in; the judge uses its reading where it covers the whole
/// recording as it is, and makes its own otherwise: both are made by `append`, so they are the
/// same.
package struct ExchangeAnalysis: Sendable {
  /// By exchange.
  package private(set) var facts: [RequestFacts] = []
  /// Whom each reply told of, in the order of the exchanges: its own server, and perhaps the one
  /// that a proxy spoke for.
  private(set) var issues: [ChallengeIssue] = []
  /// By server.
  package private(set) var states: [ServerState]

  /// What a reply added to what is known of a server.
  struct ChallengeIssue: Sendable {
    /// The exchange.
    var exchange: Int
    /// The server that the client heard of.
    var server: Int
    /// How many challenges that server had issued by then.
    var issued: Int
  }

  /// Nothing read yet.
  package init(servers: Int) {
    states = Array(repeating: ServerState(), count: servers)
    facts.reserveCapacity(4)
    issues.reserveCapacity(4)
  }

  /// Reads a whole recording.
  package init(_ recording: Recording, _ expectations: CaseExpectations) {
    self.init(servers: expectations.servers.count)
    facts.reserveCapacity(recording.exchanges.count)
    issues.reserveCapacity(recording.exchanges.count)
    var used = Array(repeating: false, count: recording.connections.count)
    let addresses = AddressBook(recording.servers)
    let handedOn = Set(recording.exchanges.compactMap(\.forwardedFrom))
    for (index, exchange) in recording.exchanges.enumerated() {
      let isFirst = used.indices.contains(exchange.connection) && !used[exchange.connection]
      if isFirst && exchange.forwardedFrom == nil { used[exchange.connection] = true }
      let source = exchange.forwardedFrom.flatMap {
        recording.exchanges.indices.contains($0) ? recording.exchanges[$0] : nil
      }
      let facts = RequestFacts(
        head: exchange.request, sentTarget: source?.request.target, body: exchange.body,
        connection: exchange.connection,
        isFirstOnConnection: isFirst, kind: expectations.servers[exchange.server].kind,
        accounts: expectations.played.accounts, memory: states[exchange.server],
        offered: expectations.offered[exchange.server])
      let kind = expectations.servers[exchange.server].kind
      append(
        facts, server: exchange.server, kind: kind, connection: exchange.connection,
        reply: exchange.reply, told: nil,
        speakingFor: kind == .proxy && !handedOn.contains(index)
          ? addresses.origin(askedThroughProxy: facts) : nil)
    }
  }

  /// Takes in the next exchange; `told` is what the reply tells where that is known already.
  ///
  /// Who generated a response is not to be seen in it: what a proxy says itself, of its own accord,
  /// the client takes for the words of the server that it asked, `origin`.
  package mutating func append(
    _ facts: RequestFacts, server: Int, kind: ServerConfiguration.Kind, connection: Int,
    reply: Reply?, told: ServerState?, speakingFor origin: Int?
  ) {
    states[server].learn(from: facts.credentials, connection: connection)
    if let told {
      states[server].learn(from: told)
    } else if let reply {
      states[server].learn(from: reply, kind: kind)
    }
    issues.append(
      ChallengeIssue(
        exchange: self.facts.count, server: server, issued: states[server].issued.count))
    if let origin, let reply {
      states[origin].learn(from: reply, kind: .origin)
      issues.append(
        ChallengeIssue(
          exchange: self.facts.count, server: origin, issued: states[origin].issued.count))
    }
    self.facts.append(facts)
  }
}
