// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// What must not be requested.
extension StepJudge {
  func check(_ never: NeverCheck) -> Check {
    let server = never.never.server.flatMap { evidence.expectations.place(of: $0) }
    let subjects = evidence.exchanges.indices.filter {
      let exchange = evidence.exchanges[$0]
      return exchange.step == step && (server == nil || exchange.server == server)
    }
    guard !subjects.isEmpty else { return checkWithoutRequests(never, server) }
    if let unknown = unknownCapture(never.details) {
      return Check(never.descriptor, .inconclusive, unknown)
    }
    for exchange in subjects {
      let facts = evidence.facts[exchange]
      guard match.isOfKind(facts, never.kind),
        never.details.allSatisfy({ mismatch(exchange, $0) == nil }),
        // The body of a request that was cut short is not known.
        evidence.exchanges[exchange].isComplete
          || !never.details.contains(where: { $0.kind == .body })
      else { continue }
      var finding = Finding(
        expected: "never: "
          + ExchangeDescription.expected(
            ExchangeExpectation(pattern: never.never.pattern, location: never.never.location),
            evidence.addresses) + ExchangeDescription.names(never.details),
        observed: ExchangeDescription.seen(evidence.exchanges[exchange], facts)
          + ExchangeDescription.values(never.details, facts),
        exchange: exchange)
      // A detail of the credentials is more precise than the deviation that there are some, and a
      // connection that is logged in shows none.
      if never.isOfCredentials, never.kind.credentials != .connection,
        never.details.allSatisfy(\.isOfSomeCredentials)
      {
        finding.deviation = .unexpectedCredentials
      }
      return never.isOfCredentials && evidence.isPreemptiveBasic(exchange)
        ? Check(never.descriptor, .inconclusive, finding)
        : broken(never.descriptor, finding, never.evidence)
    }
    return Check(never.descriptor, .pass)
  }

  /// The check of a server that saw no request.
  private func checkWithoutRequests(_ never: NeverCheck, _ server: Int?) -> Check {
    // A client that refused a server in the handshake has sent it nothing.
    let isRefused = evidence.play.recording.handshakes.contains { connection, handshake in
      handshake.step == step
        && (server == nil || evidence.play.recording.connections[connection].server == server)
    }
    if isRefused { return Check(never.descriptor, .pass) }
    let name = never.never.server.map { "“\($0)”" } ?? "any server"
    return Check(
      never.descriptor, .inconclusive, expected: "a request to \(name) to look at",
      observed: "there was none")
  }
}
