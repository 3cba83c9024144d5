// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

extension Invariants {
  /// A client sends a password or token in clear only to a server that offered the scheme, unless
  /// the session asks for preemptive credentials or the client declares that it sends them unasked
  /// (RFC 9110 11.4; RFC 7616 5.8 on downgrades to Basic).
  static let clearOnlyWhereOffered = Invariant(
    .clearOnlyWhereOffered,
    "Credentials go in clear only where their scheme was offered",
    requirements: ["R021", "R066", "R111", "R116", "R121"]
  ) { evidence in
    evidence.examineCredentials { sent in
      guard let server = sent.server, let scheme = sent.scheme,
        scheme == .basic || scheme == .bearer
      else { return .noSubject }
      let step = evidence.exchanges[sent.exchange].step
      if evidence.settings(in: step).preemptive { return .noSubject }
      if scheme == .basic, evidence.play.client.abilities.contains(.basicUnasked) {
        return .noSubject
      }
      // A caller that gives a client a proxy and its login has chosen both: many clients send it
      // with the first request.
      if scheme == .basic, sent.isForProxy, sent.issued.isEmpty,
        evidence.expectations.servers[server].kind == .proxy
      {
        return .noSubject
      }
      if sent.issued.contains(where: { AuthScheme($0.scheme) == scheme }) { return .held }
      // A server that writes a name and a password into a Location knows them.
      if evidence.isUserInformationOfLocation(sent) { return .noSubject }
      // A challenge with a syntax error may be understood in more than one way.
      if !evidence.unreadableChallenges(of: server, naming: scheme).isEmpty { return .held }
      let offered = Set(sent.issued.map { "\($0.scheme)" }).sorted().joined(separator: ", ")
      let name = evidence.expectations.servers[server].name
      return .broken(
        expected: "\(scheme.spelling) credentials only after a \(scheme.spelling) challenge",
        observed: "\(scheme.spelling) credentials to \(name), which had offered "
          + (offered.isEmpty ? "nothing" : "only \(offered)"),
        exchange: sent.exchange, rule: evidence.ruleOfSendingClear(sent, scheme, to: server))
    }
  }

  /// A nonce binds a Digest to the server that issued it (RFC 7616 3.3, 5.4).
  static let nonceStays = Invariant(
    .nonceStays, "A Digest nonce goes only to the server that issued it", requirements: ["R106"]
  ) { evidence in
    // With one server there is no other to send it to.
    guard let first = evidence.exchanges.first?.server,
      evidence.exchanges.contains(where: { $0.server != first })
    else { return .noSubject }
    return evidence.examineCredentials { sent in
      guard let server = sent.server, let nonce = sent.digest?.value(.nonce) else {
        return .noSubject
      }
      if sent.issued.hasNonce(nonce) || evidence.isInDomain(server, of: sent) { return .held }
      // A challenge with a syntax error may be understood in more than one way.
      if evidence.hasUnreadableChallenge(server) { return .held }
      guard let issuer = evidence.issuer(of: nonce, otherThan: server) else { return .held }
      return .broken(
        expected: "nonce \(abridged(nonce)) only at \(evidence.expectations.servers[issuer].name)",
        observed: "it was sent to \(evidence.expectations.servers[server].name)",
        exchange: sent.exchange)
    }
  }
}

extension AnalyzedTranscript {
  /// A server other than `server` that issued a nonce in this case; `nil` if none did.
  func issuer(of nonce: Octets, otherThan server: Int) -> Int? {
    states.indices.first { other in
      other != server && states[other].issued.contains { $0.hasNonce(nonce) }
    }
  }

  /// The rule that credentials in clear break if the server had not offered their scheme.
  fileprivate func ruleOfSendingClear(
    _ sent: SentCredentials, _ scheme: AuthScheme, to server: Int
  ) -> BrokenRule {
    if sent.issued.isEmpty { return BrokenRule("R021", .robust) }
    if scheme == .bearer { return BrokenRule("R116", .robust) }
    if sent.issued.contains(where: { AuthScheme($0.scheme) == .bearer }) {
      return BrokenRule("R121", .robust)
    }
    guard sent.issued.contains(where: { AuthScheme($0.scheme) == .digest }) else {
      return BrokenRule("R021", .robust)
    }
    let hadDigest = self.sent.contains {
      $0.server == server && $0.exchange < sent.exchange && $0.scheme == .digest
    }
    return BrokenRule(hadDigest ? "R111" : "R066", .robust)
  }
}

extension ArraySlice<Challenge> {
  /// `true` if one of them is a Digest challenge with that nonce.
  func hasNonce(_ nonce: Octets) -> Bool { indices.contains { self[$0].hasNonce(nonce) } }

  /// The number of Digest challenges with that nonce.
  func count(withNonce nonce: Octets) -> Int { indices.count { self[$0].hasNonce(nonce) } }
}

extension Challenge {
  /// `true` for a Digest challenge with that nonce.
  func hasNonce(_ nonce: Octets) -> Bool {
    scheme.matches("Digest") && has("nonce", nonce)
  }

  /// `true` for a challenge of another scheme with a parameter of that name and value, which a client
  /// must not take for one of Digest.
  func isOtherWithNonce(_ nonce: Octets) -> Bool {
    !scheme.matches("Digest") && has("nonce", nonce)
  }

  /// `true` if a parameter of that name has that value, or, if `value` is `nil`, if there is none.
  /// A client may use any of several parameters of one name.
  func has(_ name: StaticString, _ value: Octets?) -> Bool {
    guard let value else { return parameter(name) == nil }
    return parameters.indices.contains {
      parameters[$0].value == value && parameters[$0].name.matches(name)
    }
  }
}
