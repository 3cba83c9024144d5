// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension Invariants {
  /// Proxy-Authorization is for the next proxy that asks (RFC 9110 11.7.2): it is never sent to an
  /// origin server nor inside a tunnel. Authorization is for the origin server (11.6.2): it is
  /// never sent with CONNECT.
  static let proxySeparation = Invariant(
    .proxySeparation, "Proxy credentials stay with the proxy, and origin credentials off CONNECT",
    requirements: ["R031", "R032", "R033"]
  ) { evidence in
    guard !evidence.sent.isEmpty else { return .noSubject }
    for sent in evidence.sent {
      let server = evidence.exchanges[sent.exchange].server
      let isOrigin = evidence.expectations.servers[server].kind == .origin
      // Without a proxy, the client sends the caller's own line to the server that the caller
      // names.
      let isCallersChoice =
        sent.isCallers
        && evidence.settings(in: evidence.exchanges[sent.exchange].step).proxy == nil
      if sent.isForProxy && isOrigin && !isCallersChoice {
        let isInTunnel = evidence.isInTunnel(sent.exchange)
        let place = isInTunnel ? "inside the tunnel" : "at an origin server"
        return .broken(
          expected: "Proxy-Authorization at a proxy only",
          observed: "Proxy-Authorization \(place)",
          exchange: sent.exchange, rule: BrokenRule(isInTunnel ? "R032" : "R031", .robust))
      }
      if !sent.isForProxy && evidence.exchanges[sent.exchange].request.method.equals("CONNECT") {
        return .broken(
          expected: "CONNECT without Authorization", observed: "Authorization on CONNECT",
          exchange: sent.exchange, rule: BrokenRule("R033", .robust))
      }
    }
    return .held
  }
}
