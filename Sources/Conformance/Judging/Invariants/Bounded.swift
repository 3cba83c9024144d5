internal import ClientDrivers
internal import HTTPAuth
internal import ScenarioLanguage
internal import TestServers

extension Invariants {
  /// The most requests that one request of the caller's may lead to. The most patient client known stops after 32.
  private static let mostRequests = 40

  /// A client does not go on for ever, whatever it is told (RFC 9110 15.4, 15.5.2).
  static let bounded = Invariant(
    "bounded", "One request of the caller's leads to a bounded number of requests",
    requirements: ["R026", "R052", "R085"]
  ) { evidence in
    guard !evidence.play.recording.exchanges.isEmpty else { return .noSubject }
    for (step, outcome) in evidence.play.steps.enumerated() {
      let limit = mostRequests * max(1, outcome.requests.count)
      let seen = evidence.play.recording.exchanges.count {
        $0.step == step && $0.forwardedFrom == nil
      }
      if seen > limit {
        return .broken(
          Finding(expected: "at most \(limit) requests", observed: "\(seen) requests"))
      }
    }
    return .held
  }

  /// "If the request already included Authorization credentials, then the 401 response indicates that
  /// authorization has been refused for those credentials" (RFC 9110 15.5.2, in other words): the same are not sent again.
  static let rejectedNotRepeated = Invariant(
    "rejected-not-repeated",
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
    var refused: Set<Attempt> = []
    var hasSubject = false
    let passwords = evidence.answeredPasswords
    for sent in evidence.sent where !sent.isCallers {
      guard let server = sent.server, let identity = sent.identity(passwords, evidence) else {
        continue
      }
      let exchange = evidence.play.recording.exchanges[sent.exchange]
      // Requests that run side by side are refused side by side.
      guard evidence.play.steps.indices.contains(exchange.step),
        evidence.play.steps[exchange.step].requests.count == 1
      else { continue }
      hasSubject = true
      let attempt = Attempt(
        step: exchange.step, server: server, method: exchange.request.method,
        target: exchange.request.target, identity: identity)
      if refused.contains(attempt) {
        return .broken(
          Finding(
            expected: "other credentials, or none, after these were refused",
            observed: "the same \(sent.fieldName) login again", exchange: sent.exchange))
      }
      if sent.wasRefused(evidence) { refused.insert(attempt) }
    }
    return hasSubject ? .held : .noSubject
  }
}

extension SentCredentials {
  /// What makes two attempts the same: the whole value and the realm it answers, or for Digest user and realm, and
  /// the password where the user was asked and may have told another.
  ///
  /// Another realm is another protection space (RFC 9110 11.5), in which the login was not refused yet.
  fileprivate func identity(_ passwords: [Account], _ evidence: Evidence) -> Octets? {
    guard let credentials else { return nil }
    guard scheme == .digest else {
      let answered = issued.last { AuthScheme($0.scheme) == scheme }
      return Octets(value.array + [0] + (answered?.value(of: "realm")?.array ?? []))
    }
    let fields = DigestFields(credentials)
    guard let realm = fields.realm?.value else { return nil }
    let user = fields.username?.value ?? fields.usernameExtended?.value ?? ""
    let login = Octets(user.array + [0] + realm.array)
    guard !passwords.isEmpty else { return login }
    let exchange = evidence.play.recording.exchanges[self.exchange]
    let verdict = CredentialsVerifier.verify(
      value,
      in: CredentialsContext(
        method: exchange.request.method, target: exchange.request.target, body: exchange.body,
        accounts: passwords, issued: Array(issued)))
    guard case .valid(let proof) = verdict else { return login }
    return Octets(login.array + [0] + Octets(proof.account).array)
  }

  /// True when the server they are meant for answered with a challenge, and not because of the nonce.
  fileprivate func wasRefused(_ evidence: Evidence) -> Bool {
    let exchange = evidence.play.recording.exchanges[self.exchange]
    let status = exchange.status
    guard status == (isForProxy ? 407 : 401), let fields = exchange.reply?.fields else {
      return false
    }
    guard scheme == .digest else { return true }
    let name: Octets = isForProxy ? "Proxy-Authenticate" : "WWW-Authenticate"
    let challenges = fields.values(named: name).flatMap { ChallengeList(parsing: $0).challenges }
    // stale: "the request from the client was rejected because the nonce value was stale" (RFC 7616 3.3, in other words).
    if challenges.contains(where: { $0.value(of: "stale")?.matches("true") ?? false }) {
      return false
    }
    // A nonce left over from an earlier step may be refused for its age by a server that does not say so.
    guard let nonce = credentials?.value(of: "nonce") else { return true }
    return evidence.wasIssued(nonce, inStep: exchange.step)
  }
}

extension Evidence {
  /// The logins that the client had from its user in answer to a question; each an account of its own.
  fileprivate var answeredPasswords: [Account] {
    var accounts: [Account] = []
    for question in play.steps.flatMap(\.questions) {
      guard case .credentials(let login) = question.answer, login.token == nil else { continue }
      accounts.append(
        Account(name: "answer \(accounts.count)", user: login.user, password: login.password))
    }
    return accounts
  }

  /// True when a nonce was issued in that step.
  fileprivate func wasIssued(_ nonce: Octets, inStep step: Int) -> Bool {
    play.recording.exchanges.contains { exchange in
      guard exchange.step == step, let fields = exchange.reply?.fields else { return false }
      let name = plan.servers[exchange.server].kind.challengeField
      return fields.values(named: name).contains { line in
        ChallengeList(parsing: line).challenges.contains { $0.hasNonce(nonce) }
      }
    }
  }
}
