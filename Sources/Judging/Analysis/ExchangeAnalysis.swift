// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The analysis of a recording, exchange by exchange: each request, and the state of each server
/// before it.
///
/// The script analyses requests as they arrive. The judge uses its analysis if it covers the whole
/// recording, and makes its own otherwise. Both are made by `append`, so they are the same.
package struct ExchangeAnalysis: Sendable {
  /// The facts of each exchange's request.
  package private(set) var facts: [RequestFacts] = []
  /// The challenges issued by each reply, in the order of the exchanges: those of its own server,
  /// and those of the origin server for which a proxy may have answered.
  private(set) var issues: [ChallengeIssue] = []
  /// The state of each server.
  package private(set) var states: [ServerState]

  /// The challenges that a server had issued after a reply.
  struct ChallengeIssue: Sendable {
    var exchange: Int
    /// The server that issued them, as the client sees it.
    var server: Int
    /// The number of challenges that this server had issued by then.
    var issued: Int
  }

  package init(servers: Int) {
    states = (0..<servers).map { _ in ServerState() }
    facts.reserveCapacity(4)
    issues.reserveCapacity(4)
  }

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
        // The TLS of a request that a proxy has forwarded is that of the proxy.
        tls: exchange.forwardedFrom == nil ? recording.handshakes[exchange.connection] : nil,
        negotiation: exchange.negotiation,
        isFirstOnConnection: isFirst, kind: expectations.servers[exchange.server].kind,
        clock: recording.clock(of: exchange),
        accounts: expectations.played.accounts, server: exchange.server, states: states,
        offered: expectations.offered[exchange.server])
      let kind = expectations.servers[exchange.server].kind
      append(
        facts, server: exchange.server, kind: kind, connection: exchange.connection,
        reply: exchange.reply, issued: nil,
        speakingFor: kind == .proxy && !handedOn.contains(index)
          ? addresses.origin(askedThroughProxy: facts) : nil)
    }
  }

  /// Adds the next exchange. `issued` has the challenges of the reply if it has been parsed before.
  ///
  /// A response does not show who generated it: to the client, a proxy's own response looks like
  /// one of `origin`, the server that it asked for.
  package mutating func append(
    _ facts: RequestFacts, server: Int, kind: ServerKind, connection: Int,
    reply: Reply?, issued: ReadReply?, speakingFor origin: Int?
  ) {
    states[server].learn(from: facts.credentials, connection: connection)
    if facts.credentials.scheme?.isOfConnections ?? false {
      states[server].learn(
        loginOn: connection, from: facts.credentials, reply: reply, kind: kind)
    }
    if case .scram? = facts.credentials.scheme {
      states[server].learn(scramFrom: facts.credentials, reply: reply, kind: kind)
    }
    if let proof = facts.credentials.proof?.dpop, let key = proof.key?.thumbprint,
      case .read(_, let read) = facts.field, let token = read.token68
    {
      states[server].learn(key: key, of: token)
    }
    if let issued {
      states[server].learn(from: issued.state)
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
