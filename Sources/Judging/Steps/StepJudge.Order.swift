// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The order of exchanges over all servers, and observations.
extension StepJudge {
  func check(_ order: OrderCheck) -> Check {
    var next = 0
    var last: Int?
    for exchange in evidence.exchanges.indices where evidence.exchanges[exchange].step == step {
      guard next < order.items.count else { break }
      let (server, expected) = order.items[next]
      let place = server.flatMap { evidence.expectations.place(of: $0) }
      guard place == nil || place == evidence.exchanges[exchange].server,
        fits(exchange, expected),
        expected.details.allSatisfy({ mismatch(exchange, $0.detail) == nil })
      else { continue }
      next += 1
      last = exchange
    }
    guard next < order.items.count else { return Check(order.descriptor, .pass) }
    let (server, expected) = order.items[next]
    let name = server.map { " to \($0)" } ?? ""
    let wanted = ExchangeDescription.expected(expected.expectation, evidence.addresses)
    let before = next == 0 ? "" : ", after the \(next) before it"
    return broken(
      order.descriptor,
      Finding(
        expected: "number \(next + 1) of the order: \(wanted)\(name)\(before)",
        observed: "no such request", exchange: last), .order)
  }

  func check(_ observation: ObservationCheck) -> Check {
    let server = observation.observation.server.flatMap { evidence.expectations.place(of: $0) }
    let seen = evidence.exchanges.indices.first {
      let exchange = evidence.exchanges[$0]
      return exchange.step == step && (server == nil || exchange.server == server)
        && match.isOfKind(evidence.facts[$0], RequestKind(observation.observation.pattern))
        && observation.observation.pattern.details.allSatisfy { [index = $0] in
          mismatch(index, $0) == nil
        }
    }
    let alerts = observation.observation.alerts
    let isSeen = alerts.isEmpty ? seen != nil : hasSeen(alerts, from: server)
    return Check(
      observation.descriptor, .note, expected: observation.observation.title,
      observed: isSeen ? "yes" : "no", exchange: alerts.isEmpty ? seen : nil)
  }
}
