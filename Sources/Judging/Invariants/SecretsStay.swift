// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

extension Invariants {
  /// Credentials, in any form, are sent only to the servers for which they were given (RFC 9110
  /// 11.5, 15.4).
  static let secretsStay = Invariant(
    .secretsStay, "Credentials reach only the servers they were given for",
    requirements: [
      "R021", "R031", "R032", "R033", "R041", "R042", "R051", "R064", "R106", "R116",
    ]
  ) { evidence in
    let secrets = evidence.expectations.secrets.completed(by: evidence)
    guard !secrets.isEmpty else { return .noSubject }
    var hasSubject = false
    // The secrets that were not given for each server, computed when first needed.
    var forbidden: [Int: [SecretLedger.Secret]] = [:]
    for index in evidence.exchanges.indices
    where evidence.exchanges[index].forwardedFrom == nil {
      for place in secrets.places(of: index, evidence) where !place.hasUnclearTarget {
        let strangers = forbidden[place.server] ?? secrets.forbidden(at: place.server)
        forbidden[place.server] = strangers
        hasSubject = true
        for secret in strangers {
          guard let trace = secret.trace(in: place.text, decoded: place.decoded) else { continue }
          return .broken(
            expected:
              "nothing of \(secret.description) at \(evidence.expectations.servers[place.server].name)",
            observed: "\(trace) in \(place.name)", exchange: index,
            rule: evidence.rule(
              leaking: secret, to: place.server, in: index, inProxyField: place.isForProxy))
        }
      }
    }
    for sent in evidence.sent {
      guard let server = sent.server, let stranger = secrets.proof(in: sent, server, evidence),
        !evidence.isInDomain(server, of: sent)
      else { continue }
      return .broken(
        expected:
          "nothing of \(stranger.description) at \(evidence.expectations.servers[server].name)",
        observed: "a Digest made with its password, which can be guessed at offline",
        exchange: sent.exchange,
        rule: evidence.rule(
          leaking: stranger, to: server, in: sent.exchange, inProxyField: sent.isForProxy,
          isDigest: true))
    }
    // Where each secret is for every server there is nothing to leak, and a client that uses none
    // cannot leak it: passing would prove nothing.
    return hasSubject && secrets.areUsed(evidence) ? .held : .noSubject
  }
}

extension AnalyzedTranscript {
  /// The rule that a secret breaks at a server for which it was not given. It depends on the kind
  /// of secret and on how the client reached the server.
  fileprivate func rule(
    leaking secret: SecretLedger.Secret, to server: Int, in exchange: Int,
    inProxyField isForProxy: Bool, isDigest: Bool = false
  ) -> BrokenRule {
    guard let account = secret.account else { return BrokenRule("R042", .robust) }
    // "Client implementations MUST ensure that bearer tokens are not leaked to unintended parties"
    // (RFC 6750 5.3).
    if account.token != nil { return BrokenRule("R116", .must) }
    let isOfProxies = secret.servers.contains { expectations.servers[$0].kind == .proxy }
    let isAtProxy = expectations.servers[server].kind == .proxy
    if isAtProxy != isOfProxies, !secret.servers.isEmpty {
      let isConnect = exchanges[exchange].request.method.equals("CONNECT")
      // "Unlike Authorization, the Proxy-Authorization header field applies only to the next inbound
      // proxy that demanded authentication" (RFC 9110 11.7.2).
      if isForProxy, isInTunnel(exchange) { return BrokenRule("R032", .robust) }
      return BrokenRule(isAtProxy && isConnect ? "R033" : "R031", .robust)
    }
    if isAtProxy { return BrokenRule("R064", .robust) }
    let step = exchanges[exchange].step
    let before = exchanges.indices.filter { $0 < exchange && exchanges[$0].step == step }
    guard before.contains(where: { exchanges[$0].isRedirect }) else {
      return BrokenRule(isDigest ? "R106" : "R021", .robust)
    }
    return BrokenRule(hasAsked(server, before: exchange) ? "R051" : "R041", .robust)
  }

  /// `true` if a server had asked for a login before an exchange, in the same step.
  func hasAsked(_ server: Int, before exchange: Int) -> Bool {
    let step = exchanges[exchange].step
    return exchanges[..<exchange].contains {
      $0.step == step && $0.server == server && $0.status == 401
    }
  }
}
