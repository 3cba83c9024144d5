// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

extension Invariants {
  /// Credentials, in any form, are sent only to the servers for which they were given (RFC 9110
  /// 11.5, 15.4), and target, Host and Referer have no user information (RFC 9110 4.2.4).
  static let secretsStay = Invariant(
    "secrets-stay", "Credentials reach only the servers they were given for",
    requirements: [
      "R021", "R031", "R033", "R041", "R042", "R049", "R051", "R064", "R106", "R114", "R116",
    ]
  ) { evidence in
    let secrets = evidence.expectations.secrets.completed(by: evidence)
    guard !secrets.isEmpty else { return .noSubject }
    var hasSubject = false
    // The secrets that were not given for each server, computed when first needed.
    var forbidden: [Int: [SecretLedger.Secret]] = [:]
    for index in evidence.exchanges.indices
    where evidence.exchanges[index].forwardedFrom == nil {
      for place in secrets.places(of: index, evidence) {
        let strangers = forbidden[place.server] ?? secrets.forbidden(at: place.server)
        forbidden[place.server] = strangers
        for secret in strangers {
          hasSubject = true
          guard let trace = secret.trace(in: place.text, decoded: place.decoded) else { continue }
          var finding = Finding(
            expected:
              "nothing of \(secret.description) at \(evidence.expectations.servers[place.server].name)",
            observed: "\(trace) in \(place.name)", exchange: index,
            rule: evidence.rule(leaking: secret, to: place.server, in: index))
          if place.hasUnclearTarget { finding.deviation = .unclearTarget }
          return .broken(finding)
        }
      }
      hasSubject = true
      let request = evidence.exchanges[index].request
      if let (trace, place) = secrets.exposure(in: request) {
        return .broken(
          expected: "no user information in \(place.rawValue)",
          observed: "\(trace) in \(place.rawValue)", exchange: index,
          rule: ruleOfExposure(request, trace, place))
      }
    }
    for sent in evidence.sent {
      guard let server = sent.server, let stranger = secrets.proof(in: sent, server, evidence)
      else { continue }
      return .broken(
        expected:
          "nothing of \(stranger.description) at \(evidence.expectations.servers[server].name)",
        observed: "a Digest made with its password, which can be guessed at offline",
        exchange: sent.exchange,
        rule: evidence.rule(
          leaking: stranger, to: server, in: sent.exchange, isDigest: true))
    }
    // A client that uses no secret cannot leak one, so passing would prove nothing.
    return hasSubject && secrets.areUsed(evidence) ? .held : .noSubject
  }

  /// "A sender MUST NOT generate the userinfo subcomponent … within a message as a target URI or
  /// field value" (RFC 9110 4.2.4). RFC 6750 2.3 says that a token SHOULD NOT be in the target. No
  /// RFC states the rest.
  private static func ruleOfExposure(
    _ request: RequestHead, _ trace: SecretTrace, _ place: PublicPlace
  ) -> BrokenRule {
    switch place {
    case .target, .referer:
      if place.text(of: request)?.hasUserInformation ?? false { return BrokenRule("R049", .must) }
    case .host: break
    }
    if case .token = trace.form, place == .target { return BrokenRule("R114", .should) }
    return BrokenRule("R049", .robust)
  }
}

extension AnalyzedTranscript {
  /// The rule that a secret breaks at a server for which it was not given. It depends on the kind
  /// of secret and on how the client reached the server.
  fileprivate func rule(
    leaking secret: SecretLedger.Secret, to server: Int, in exchange: Int, isDigest: Bool = false
  ) -> BrokenRule {
    guard let account = secret.account else { return BrokenRule("R042", .robust) }
    // "Client implementations MUST ensure that bearer tokens are not leaked to unintended parties"
    // (RFC 6750 5.3).
    if account.token != nil { return BrokenRule("R116", .must) }
    let isOfProxies = secret.servers.contains { expectations.servers[$0].kind == .proxy }
    let isAtProxy = expectations.servers[server].kind == .proxy
    if isAtProxy != isOfProxies, !secret.servers.isEmpty {
      let isConnect = exchanges[exchange].request.method.equals("CONNECT")
      return BrokenRule(isAtProxy && isConnect ? "R033" : "R031", .robust)
    }
    if isAtProxy { return BrokenRule("R064", .robust) }
    let step = exchanges[exchange].step
    let before = exchanges.indices.filter { $0 < exchange && exchanges[$0].step == step }
    guard before.contains(where: { exchanges[$0].isRedirect }) else {
      return BrokenRule(isDigest ? "R106" : "R021", .robust)
    }
    let wasAsked = before.contains {
      exchanges[$0].server == server && exchanges[$0].status == 401
    }
    return BrokenRule(wasAsked ? "R051" : "R041", .robust)
  }
}
