// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

extension Invariants {
  /// The most requests to which one request of the caller may lead. Known clients follow up to 50
  /// redirects, each with a challenge and its answer.
  private static let mostRequests = 160

  /// A client stops after a limited number of requests, whatever servers reply (RFC 9110 15.4,
  /// 15.5.2).
  static let bounded = Invariant(
    .bounded, "One request of the caller's leads to a bounded number of requests",
    requirements: ["R026", "R052", "R085"]
  ) { evidence in
    guard !evidence.play.recording.exchanges.isEmpty else { return .noSubject }
    // If all steps together stay within the limit of one, there is nothing to count.
    if evidence.exchanges.count <= mostRequests { return .held }
    for (step, outcome) in evidence.play.steps.enumerated() {
      let limit = mostRequests * max(1, outcome.requests.count)
      let seen = evidence.exchanges.indices.count {
        evidence.exchanges[$0].step == step && evidence.exchanges[$0].forwardedFrom == nil
      }
      if seen > limit {
        return .broken(
          expected: "at most \(limit) requests", observed: "\(seen) requests",
          rule: evidence.ruleOfAnEnd(step))
      }
    }
    return .held
  }

  /// "If the request already included Authorization credentials, then the 401 response indicates
  /// that authorization has been refused for those credentials" (RFC 9110 15.5.2): the client does
  /// not send them again.
  static let rejectedNotRepeated = Invariant(
    .rejectedNotRepeated,
    "Credentials that were refused are not sent again for the same request",
    requirements: ["R026", "R027", "R084"]
  ) { evidence in
    struct Attempt: Hashable {
      var step: Int
      var server: Int
      var method: Octets
      var target: Octets
      var identity: Octets
    }
    struct Refusal {
      var first: SentCredentials
      var times = 0
      /// The nonces of the refused Digests.
      var nonces: Set<Octets> = []
    }
    var refused: [Attempt: Refusal] = [:]
    return evidence.examineCredentials { sent in
      let step = evidence.exchanges[sent.exchange].step
      // A login of a connection begins with the same message each time.
      if sent.scheme?.isOfConnections ?? false { return .noSubject }
      // Concurrent requests are refused independently of each other.
      guard let server = sent.server, sent.hasIdentity, evidence.requestCount(in: step) == 1
      else { return .noSubject }
      let wasRefused = sent.wasRefused(evidence)
      // The first attempt, and one that is accepted, need no identity.
      guard wasRefused || !refused.isEmpty, let identity = sent.identity else { return .held }
      let request = evidence.exchanges[sent.exchange].request
      let attempt = Attempt(
        step: step, server: server, method: request.method, target: request.target,
        identity: identity)
      if let before = refused[attempt], evidence.isSamePassword(before.first, sent),
        before.times >= sent.realmsOffered + evidence.unreadableOffers(of: server, to: sent),
        !evidence.isOfferedBeside(before.first, sent, refused: before.nonces)
      {
        // No new values were needed if the server accepts the old ones.
        let isAccepted =
          evidence.exchanges[sent.exchange].status.map { (200..<400).contains($0) } ?? false
        // A mistake beside the login was corrected: "The user agent MAY repeat the request with a new
        // or replaced Authorization header field" (RFC 9110 15.5.2).
        if isAccepted,
          evidence.facts[before.first.exchange].credentials.diagnosis?.mistake != nil
        {
          return .held
        }
        return .broken(
          expected: "other credentials, or none, after these were refused",
          observed: "the same \(sent.fieldName) login again\(isAccepted ? ", then accepted" : "")",
          exchange: sent.exchange,
          rule: isAccepted ? BrokenRule("R027", .robust) : before.first.ruleOfARefusal(evidence))
      }
      if wasRefused {
        refused[attempt, default: Refusal(first: sent)].times += 1
        if let nonce = sent.nonce { refused[attempt]?.nonces.insert(nonce) }
      }
      return .held
    }
  }
}

extension SentCredentials {
  /// `true` if `identity` has a value.
  fileprivate var hasIdentity: Bool {
    scheme == .digest ? digest?.has(.realm) ?? false : credentials != nil
  }

  /// The value that is equal in two equal attempts: the whole field, or for Digest user and realm.
  fileprivate var identity: Octets? {
    guard credentials != nil else { return nil }
    guard let fields = digest else { return value }
    guard let realm = fields.value(.realm) else { return nil }
    let user = fields.value(.username) ?? fields.value(.usernameExtended) ?? ""
    return Octets(user.array + [0] + realm.array)
  }

  /// The number of realms in which they may be tried: another realm is another protection space
  /// (RFC 9110 11.5), which has not refused the login. It is 1 for credentials that name their
  /// realm.
  fileprivate var realmsOffered: Int {
    guard digest == nil else { return 1 }
    var realms: Set<Octets?> = []
    for challenge in issued where AuthScheme(challenge.scheme) == scheme {
      realms.insert(challenge.value(of: "realm"))
    }
    return max(1, realms.count)
  }

  /// `true` if the server for which they are meant answered with a challenge, and not because of
  /// the nonce.
  fileprivate func wasRefused(_ evidence: AnalyzedTranscript) -> Bool {
    guard evidence.exchanges[exchange].status == (isForProxy ? 407 : 401),
      let reply = evidence.exchanges[exchange].reply, reply.fields != nil
    else { return false }
    // A client that received an incomplete head may not have seen the refusal.
    if case .raw(let octets) = reply.content, !RawResponse.hasWholeHead(octets) { return false }
    let lists = challengesOfReply(evidence)
    // A challenge with a syntax error may offer another realm, or say that a nonce is stale.
    if lists.contains(where: { !$0.isValid }) { return false }
    let challenges = lists.flatMap(\.challenges)
    // The server asks for a nonce in the proof, and does not refuse the token (RFC 9449 9).
    if scheme == .dpop,
      challenges.contains(where: { $0.value(of: "error")?.equals("use_dpop_nonce") ?? false })
    {
      return false
    }
    guard scheme == .digest else { return true }
    // stale=true says that the nonce was too old, and does not refuse the login (RFC 7616 3.3).
    if challenges.contains(where: { $0.value(of: "stale")?.matches("true") ?? false }) {
      return false
    }
    // A server may refuse a nonce of an earlier step for its age without saying so.
    guard let nonce else { return true }
    return evidence.wasIssued(nonce, inStep: evidence.exchanges[exchange].step)
  }
}

extension SentCredentials {
  /// "If stale is false, or anything other than true, or the stale parameter is not present, the
  /// username and/or password are invalid, and new values MUST be obtained" (RFC 7616 3.3). No RFC
  /// states this for other schemes, nor for a refusal without a Digest challenge of that realm.
  fileprivate func ruleOfARefusal(_ evidence: AnalyzedTranscript) -> BrokenRule {
    let hasDigest =
      scheme == .digest
      && challengesOfReply(evidence).flatMap(\.challenges).contains {
        AuthScheme($0.scheme) == .digest && $0.value(of: "realm") == digest?.value(.realm)
      }
    return hasDigest ? BrokenRule("R084", .must) : BrokenRule("R027", .robust)
  }

  /// The challenges in the response to them, one list per field line; empty if there was no
  /// response.
  private func challengesOfReply(_ evidence: AnalyzedTranscript) -> [ChallengeList] {
    guard let fields = evidence.exchanges[exchange].reply?.fields else { return [] }
    return fields.values(of: isForProxy ? "Proxy-Authenticate" : "WWW-Authenticate")
      .map { ChallengeList(parsing: $0) }
  }

  fileprivate var nonce: Octets? { credentials?.value(of: "nonce") }
}

extension AnalyzedTranscript {
  /// The rule that a step with too many requests breaks: redirects form a loop (RFC 9110 15.4),
  /// every nonce is stale (RFC 7616 3.3), or the same challenge is repeated (RFC 9110 15.5.2). There
  /// is none for other series.
  fileprivate func ruleOfAnEnd(_ step: Int) -> BrokenRule {
    let replies = exchanges.indices.filter { exchanges[$0].step == step }
    if replies.contains(where: { exchanges[$0].isRedirect }) { return BrokenRule("R052", .robust) }
    let isStale = replies.contains { place in
      guard let fields = exchanges[place].reply?.fields else { return false }
      let field = expectations.servers[exchanges[place].server].kind.challengeField
      return fields.values(named: field).contains { line in
        ChallengeList(parsing: line).challenges.contains {
          $0.value(of: "stale")?.matches("true") ?? false
        }
      }
    }
    if isStale { return BrokenRule("R085", .robust) }
    return BrokenRule(repeatsChallenge(replies) ? "R026" : nil, .robust)
  }

  /// `true` if the last two of these replies challenge with the same schemes and realms.
  private func repeatsChallenge(_ replies: [Int]) -> Bool {
    let last = replies.suffix(2).map { place -> Set<[Octets]> in
      let field = expectations.servers[exchanges[place].server].kind.challengeField
      let lines = exchanges[place].reply?.fields?.values(named: field) ?? []
      return Set(
        lines.flatMap { ChallengeList(parsing: $0).challenges }
          .map { [$0.scheme, $0.value(of: "realm") ?? ""] })
    }
    return last.count == 2 && !last[0].isEmpty && last[0] == last[1]
  }

  /// `false` if two Digests with one user name were made with different passwords, for example
  /// after the user was asked again.
  fileprivate func isSamePassword(_ before: SentCredentials, _ sent: SentCredentials) -> Bool {
    guard sent.scheme == .digest else { return true }
    let secrets = expectations.secrets.completed(by: self)
    return secrets.login(proven: before, self)?.account?.password
      == secrets.login(proven: sent, self)?.account?.password
  }

  /// `true` if the credentials answer a challenge of the same response as the challenge whose
  /// answer was refused first, and no refused credentials have answered it.
  fileprivate func isOfferedBeside(
    _ before: SentCredentials, _ sent: SentCredentials, refused: Set<Octets>
  ) -> Bool {
    guard sent.scheme == .digest, let first = before.nonce, let nonce = sent.nonce,
      !refused.contains(nonce)
    else { return false }
    return issues.contains { hasNonce(first, in: $0) && hasNonce(nonce, in: $0) }
  }

  /// The number of invalid challenge fields that may offer another realm for such credentials.
  fileprivate func unreadableOffers(of server: Int, to sent: SentCredentials) -> Int {
    guard sent.digest == nil, let scheme = sent.scheme else { return 0 }
    return unreadableChallenges(of: server, naming: scheme).count
  }

  /// The challenge fields of one reply, in the name of the server that issued it.
  private func challengeLines(_ issue: ExchangeAnalysis.ChallengeIssue) -> [Octets] {
    guard let fields = exchanges[issue.exchange].reply?.fields else { return [] }
    return fields.values(named: expectations.servers[issue.server].kind.challengeField)
  }

  /// `true` if a nonce was issued in that step.
  fileprivate func wasIssued(_ nonce: Octets, inStep step: Int) -> Bool {
    issues.contains { issue in
      exchanges[issue.exchange].step == step && hasNonce(nonce, in: issue)
    }
  }

  /// `true` if a challenge of one reply has that nonce.
  private func hasNonce(_ nonce: Octets, in issue: ExchangeAnalysis.ChallengeIssue) -> Bool {
    challengeLines(issue).contains { line in
      ChallengeList(parsing: line).challenges.contains { $0.hasNonce(nonce) }
    }
  }
}
