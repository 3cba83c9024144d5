// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import Transcripts

/// The challenges that one server of a case has sent so far, and the credentials that it accepted.
///
/// The script updates it during play; the judge computes the same from a recording.
package struct ServerState: Sendable {
  /// The challenges issued so far, oldest first; a nextnonce counts as one.
  private(set) var issued: [Challenge] = []
  /// The lines of challenges that are not valid: neither alone, nor as one list with the other
  /// lines of their reply. They have a syntax error or a parameter twice.
  private(set) var unreadable: [Octets] = []
  /// The valid Digest credentials, for algorithms with `-sess`.
  private(set) var accepted: [DigestFields] = []
  private(set) var logins = ConnectionLogins()
  /// The logins of SCRAM that clients have begun.
  private(set) var scramLogins: [SCRAMLogin] = []
  /// The nonces and proofs of DPoP, and the keys of tokens.
  private(set) var dpop = DPoPContext()
  /// The connection of the latest request.
  private(set) var lastConnection: Int?

  /// The schemes of the challenges.
  fileprivate var schemes: Set<AuthScheme> {
    var schemes: Set<AuthScheme> = []
    // Most lists of challenges are of one scheme.
    for index in issued.indices
    where index == 0 || issued[index].scheme != issued[index - 1].scheme {
      schemes.insert(AuthScheme(issued[index].scheme))
    }
    return schemes
  }

  /// Adds the challenges of a reply that has been parsed before.
  mutating func learn(from reply: ServerState) {
    // Assigning shares the array; appending would copy it.
    if issued.isEmpty { issued = reply.issued } else { issued += reply.issued }
    if unreadable.isEmpty { unreadable = reply.unreadable } else { unreadable += reply.unreadable }
    if !reply.dpop.nonces.isEmpty { dpop.nonces += reply.dpop.nonces }
  }

  /// Adds the challenges of a reply.
  mutating func learn(
    from reply: Reply, kind: ServerKind, _ reader: ChallengeListCache = ChallengeListCache()
  ) {
    if let fields = reply.fields { learn(from: fields, kind: kind, reader) }
  }

  private mutating func learn(
    from fields: FieldSection, kind: ServerKind, _ reader: ChallengeListCache
  ) {
    guard !fields.isEmpty else { return }
    let challenges: [Octets]
    let info: [Octets]
    switch kind {
    case .origin:
      challenges = fields.values(of: "WWW-Authenticate")
      info = fields.values(of: "Authentication-Info")
      // "The DPoP-Nonce HTTP header field" of any response (RFC 9449 8.2, 9).
      dpop.nonces += fields.values(of: "DPoP-Nonce")
    case .proxy:
      challenges = fields.values(of: "Proxy-Authenticate")
      info = fields.values(of: "Proxy-Authentication-Info")
    }
    // A line that cannot be read must not hide the challenges of later lines: a client may use them
    // (RFC 9110 15.5.2).
    var unread: [Octets] = []
    let first = issued.count
    for line in challenges {
      if !learn(from: reader.list(line)) { unread.append(line) }
      if let other = line.withShortFolds { learn(from: reader.list(other)) }
      if let other = line.withBlanksForControls { learn(from: reader.list(other)) }
    }
    // Lines of one field are one list (RFC 9110 5.3): a line may continue the challenge of the line
    // before it.
    if challenges.count > 1 {
      let whole = Octets(joining: challenges)
      let list = reader.list(whole)
      if list.isValid { unread = [] }
      learn(new: list, since: first)
      if let other = whole.withShortFolds { learn(new: reader.list(other), since: first) }
      if let other = whole.withBlanksForControls { learn(new: reader.list(other), since: first) }
    }
    if !unread.isEmpty { unreadable += unread }
    if !info.isEmpty { learn(info: info) }
  }

  private mutating func learn(info: [Octets]) {
    // Lines are one list (RFC 9110 5.3); one that cannot be read must not hide what stands in the
    // next.
    var nonces: [Octets] = []
    for reading in [AuthenticationInfoField(parsing: info)]
      + (info + info.compactMap(\.withShortFolds) + info.compactMap(\.withBlanksForControls))
      .map({ AuthenticationInfoField(parsing: $0) })
    {
      guard let nonce = reading.value(of: "nextnonce"), !nonces.contains(nonce) else { continue }
      nonces.append(nonce)
      learn(nextNonce: nonce)
    }
  }

  /// Returns `false` if the list has a syntax error or a parameter twice.
  @discardableResult
  private mutating func learn(from list: ChallengeList) -> Bool {
    if list.isValid {
      // Assigning shares the array; appending would copy it.
      if issued.isEmpty { issued = list.challenges } else { issued += list.challenges }
      return true
    }
    var isValid = list.failure == nil
    for challenge in list.challenges where !learn(from: challenge) { isValid = false }
    return isValid
  }

  /// Adds the challenges that have not been issued before. The list usually equals those issued
  /// from `place` on.
  private mutating func learn(new list: ChallengeList, since place: Int) {
    if issued[place...].elementsEqual(list.challenges) { return }
    var known = Set(issued)
    for challenge in list.challenges where known.insert(challenge).inserted {
      let place = issued.count
      learn(from: challenge)
      known.formUnion(issued[place...])
    }
  }

  /// Returns `false` if a parameter occurs twice.
  @discardableResult
  private mutating func learn(from challenge: Challenge) -> Bool {
    issued.append(challenge)
    guard let other = challenge.withLastOfDuplicates else { return true }
    issued.append(other)
    return false
  }

  /// Adds the latest challenges with the next nonce: any of them may have been answered (RFC 7616
  /// 3.5).
  private mutating func learn(nextNonce nonce: Octets) {
    var renewed: [Challenge] = []
    for challenge in issued.reversed() where challenge.scheme.matches("Digest") {
      var next = challenge
      for index in next.parameters.indices where next.parameters[index].name.matches("nonce") {
        next.parameters[index].value = nonce
      }
      if !renewed.contains(next) { renewed.append(next) }
      if renewed.count == ServerState.mostRenewed { break }
    }
    issued.append(contentsOf: renewed.reversed())
  }

  /// The most challenges that get a next nonce; no server offers more different ones.
  private static let mostRenewed = 8

  /// Adds a request that may begin or finish a login of its connection, with the reply.
  mutating func learn(
    loginOn connection: Int, from request: CredentialsReading, reply: Reply?, kind: ServerKind
  ) {
    logins.note(request, on: connection, reply: reply, kind: kind)
  }

  /// Adds a request that may begin a login of SCRAM, with the reply.
  mutating func learn(scramFrom request: CredentialsReading, reply: Reply?, kind: ServerKind) {
    guard let opening = request.opening,
      let challenge = reply?.challenge(
        of: .scram, kind: kind, where: { $0.value(of: "sid") != nil }),
      let sid = challenge.value(of: "sid"),
      let data = challenge.value(of: "data").flatMap({ Octets(base64: $0) })
    else { return }
    scramLogins.append(SCRAMLogin(sid: sid, first: opening.token, reply: data))
  }

  /// Adds a request and the verdict on its credentials.
  mutating func learn(from request: CredentialsReading?, connection: Int) {
    lastConnection = connection
    if case .verified(.valid(let proof)) = request, let digest = proof.digest {
      accepted.append(digest)
    }
    guard let proof = request?.dpop else { return }
    if let identifier = proof.identifier { dpop.received.insert(identifier) }
  }

  /// Binds a token to the key of its first valid proof.
  mutating func learn(key: Octets, of token: Octets) {
    if dpop.keys[token] == nil { dpop.keys[token] = key }
  }
}

/// The challenges of a constant reply, parsed once.
package final class ReadReply: Sendable {
  /// The state of a server that has sent only this reply.
  let state: ServerState

  /// A reply without challenges.
  package init() { state = ServerState() }

  /// The reply of an origin server or a proxy.
  package init(_ reply: Reply, kind: ServerKind, _ reader: ChallengeListCache) {
    var state = ServerState()
    state.learn(from: reply, kind: kind, reader)
    self.state = state
  }

  /// The schemes of its challenges.
  package var schemes: Set<AuthScheme> { state.schemes }
}

extension Challenge {
  /// The challenge with only the last of each duplicated parameter; `nil` if there are no
  /// duplicates.
  ///
  /// "each parameter name MUST only occur once per challenge" (RFC 9110 11.2): a client may use any
  /// of the duplicates. The challenge itself stands for clients that use the first.
  fileprivate var withLastOfDuplicates: Challenge? {
    guard duplicatedParameter != nil else { return nil }
    var seen: Set<Octets> = []
    var kept: [AuthParameter] = []
    for parameter in parameters.reversed()
    where seen.insert(parameter.name.asciiLowercased).inserted { kept.append(parameter) }
    var challenge = self
    challenge.parameters = kept.reversed()
    return challenge
  }
}
