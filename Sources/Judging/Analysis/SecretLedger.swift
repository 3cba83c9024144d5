import Transcripts
import HTTPAuth
import Scenarios

/// The logins of a case, and which servers each was given for.
package struct SecretLedger: Sendable {
  /// One login in every form in which it could travel.
  struct Secret: Sendable {
    /// What it is, for a finding.
    var description: String
    /// The servers it was given for.
    var servers: Set<Int>
    /// The login itself; nil for a header line of the caller's.
    var account: Account?
    /// Each form and its octets.
    var forms: [(name: String, octets: Octets)]

    /// The form in which it stands in a text; `decoded` is the text with its percent-encoding undone, where it has some.
    func form(in text: Octets, decoded: Octets?) -> String? {
      SecretLedger.form(of: forms, in: text, decoded: decoded)
    }
  }

  /// A part of a request, and the server that it is meant for.
  struct Place {
    var name: String
    var text: Octets
    var decoded: Octets?
    var server: Int
  }

  private(set) var known: [Secret] = []

  var isEmpty: Bool { known.isEmpty }

  /// The logins that the client is given.
  package init(given held: HeldSettings, indices: [String: Int]) { note(held, indices: indices) }

  /// The logins that a scenario gives the client beforehand or in the URL; `settings` are those of each step.
  package init(_ steps: [Step], _ settings: [HeldSettings], indices: [String: Int]) {
    for (step, held) in settings.enumerated() {
      note(held, indices: indices)
      if let login = held.settings.userinfo {
        note(login, for: steps[step].requests.compactMap { indices[$0.server] })
      }
    }
  }

  /// With what is known only once a case has been played: netrc, the caller's own header lines, answers to questions.
  func completed(by evidence: Evidence) -> SecretLedger {
    let expectations = evidence.expectations
    let hasQuestions = evidence.play.steps.contains { !$0.questions.isEmpty }
    guard expectations.hasLateSecrets || hasQuestions else { return self }
    var ledger = self
    if expectations.hasLateSecrets {
      for (step, held) in expectations.settingsInSteps.enumerated() {
        if let netrc = held.settings.netrc {
          ledger.note(netrc: evidence.addresses.render(netrc), evidence)
        }
        let targets = expectations.held.steps[step].requests.compactMap {
          expectations.place(of: $0.server)
        }
        for header in expectations.callersHeaders[step] {
          ledger.note(header, for: targets, hasProxy: held.settings.proxy != nil, evidence)
        }
      }
    }
    for question in evidence.play.steps.flatMap(\.questions) {
      guard case .credentials(let login) = question.answer else { continue }
      ledger.note(
        Login(user: login.user, password: login.password, token: login.token),
        for: evidence.addresses.servers(askedAbout: question.question))
    }
    return ledger
  }

  // MARK: Taking notes

  private mutating func note(_ held: HeldSettings, indices: [String: Int]) {
    for grant in held.settings.credentials {
      note(grant.login, for: grant.servers.compactMap { indices[$0] })
    }
  }

  private mutating func note(_ login: Login, for servers: [Int]) {
    if let index = known.firstIndex(where: {
      $0.account?.user == login.user && $0.account?.password == login.password
        && $0.account?.token == login.token
    }) {
      known[index].servers.formUnion(servers)
      return
    }
    var forms: [(name: String, octets: Octets)] = []
    // Shorter texts turn up by chance.
    if login.password.count >= 4 {
      forms.append(("the password", login.password))
    }
    if let token = login.token {
      forms.append(("the token", token))
    } else {
      let pair = Octets(login.user.array + [UInt8(ascii: ":")] + login.password.array)
      if pair.count >= 6 { forms.append(("user and password in base64", pair.base64)) }
    }
    let owner = login.account ?? "\(login.user)"
    known.append(
      Secret(
        description: login.token == nil ? "the login of \(owner)" : "the token of \(owner)",
        servers: Set(servers),
        account: Account(
          name: owner, user: login.user, password: login.password, token: login.token),
        forms: forms))
  }

  /// What the caller writes into Authorization, Proxy-Authorization or Cookie is a secret as well.
  /// Proxy-Authorization is meant for the proxy; where the client knows of none, for the server that the caller names.
  private mutating func note(
    _ header: HeaderTemplate, for targets: [Int], hasProxy: Bool, _ evidence: Evidence
  ) {
    let isForProxy = header.name.matches("Proxy-Authorization")
    guard isForProxy || header.name.matches("Authorization") || header.name.matches("Cookie")
    else { return }
    let value = evidence.addresses.render(header.value)
    guard value.count >= 6 else { return }
    let servers =
      isForProxy && hasProxy
      ? evidence.expectations.servers.indices.filter {
        evidence.expectations.servers[$0].kind == .proxy
      } : targets
    if let index = known.firstIndex(where: { $0.account == nil && $0.forms[0].octets == value }) {
      known[index].servers.formUnion(servers)
      return
    }
    known.append(
      Secret(
        description: "the caller's \(header.name)", servers: Set(servers), account: nil,
        forms: [("the caller's \(header.name)", value)]))
  }

  /// netrc: `machine` name, `login` name, `password` text, in any number of lines; `default` is for every host.
  private mutating func note(netrc: Octets, _ evidence: Evidence) {
    let words = netrc.bytes.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      .map { Octets($0) }
    var servers: [Int] = []
    var user: Octets = ""
    var index = words.startIndex
    while index < words.endIndex {
      let next = index + 1 < words.endIndex ? words[index + 1] : ""
      switch words[index] {
      case "machine":
        servers = evidence.play.recording.servers.indices.filter {
          next.equalsIgnoringCase(Octets(evidence.play.recording.servers[$0].host))
        }
        user = ""
        index += 2
      case "default":
        servers = Array(evidence.expectations.servers.indices)
        user = ""
        index += 1
      case "login":
        user = next
        index += 2
      case "password":
        note(Login(user: user, password: next), for: servers)
        index += 2
      default: index += 1
      }
    }
  }

  // MARK: Looking

  /// Secrets that a server was not given; a login that shares its password with an allowed one is not told apart by it.
  func forbidden(at server: Int) -> [Secret] {
    let allowed = known.filter { $0.servers.contains(server) }
    if allowed.count == known.count { return [] }
    return known.compactMap { secret in
      guard !secret.servers.contains(server) else { return nil }
      var secret = secret
      secret.forms.removeAll { form in
        allowed.contains { $0.forms.contains { $0.octets == form.octets } }
      }
      return secret.forms.isEmpty ? nil : secret
    }
  }

  /// True where a server got one of the secrets that it was meant to get, or an answer to its challenge.
  func areUsed(_ evidence: Evidence) -> Bool {
    if !evidence.sent.isEmpty { return true }
    return evidence.exchanges.indices.contains { index in
      places(of: index, evidence).contains { place in
        known.contains { secret in
          secret.servers.contains(place.server)
            && secret.form(in: place.text, decoded: place.decoded) != nil
        }
      }
    }
  }

  /// The parts of a request, each with the server that it is meant for: a proxy hands on all but Proxy-Authorization.
  func places(of index: Int, _ evidence: Evidence) -> [Place] {
    // Where every login is for every server there is nothing to look for.
    guard known.contains(where: { $0.servers.count < evidence.expectations.servers.count }) else {
      return []
    }
    let exchange = evidence.exchanges[index]
    let facts = evidence.facts[index]
    let own = exchange.server
    let isProxy = evidence.expectations.servers[own].kind == .proxy
    let isConnect = exchange.request.method.equals("CONNECT")
    var beyond = own
    if isProxy && !isConnect, let authority = facts.target.authority,
      let origin = evidence.addresses.server(meantBy: authority)
    {
      beyond = origin
    }
    func place(_ name: String, _ text: Octets, _ server: Int) -> Place {
      Place(name: name, text: text, decoded: text.decodedWherePercentEncoded, server: server)
    }
    var places = [place("the request-target", exchange.request.target, beyond)]
    for line in exchange.request.fields {
      let server = line.name.matches("Proxy-Authorization") ? own : beyond
      places.append(place("\(line.name)", line.value, server))
      // With another user's name the password is the same.
      if let pair = line.value.basicPair { places.append(place("\(line.name)", pair, server)) }
    }
    if !exchange.body.isEmpty { places.append(place("the body", exchange.body, beyond)) }
    return places
  }

  /// A form of a secret, or a user's name, that stands where none belongs at any server, and where that is.
  func exposed(by request: RequestHead) -> (form: String, place: String)? {
    if let form = exposed(in: request.target) { return (form, "the request-target") }
    if let host = request.first("Host"), let form = exposed(in: host) {
      return (form, "Host")
    }
    if let referer = request.first("Referer"), let form = exposed(in: referer) {
      return (form, "Referer")
    }
    return nil
  }

  private static func form(
    of forms: [(name: String, octets: Octets)], in text: Octets, decoded: Octets?
  ) -> String? {
    for index in forms.indices where text.contains(forms[index].octets) {
      return forms[index].name
    }
    guard let decoded else { return nil }
    return forms.first { decoded.contains($0.octets) }.map { "\($0.name), percent-encoded" }
  }

  private func exposed(in text: Octets) -> String? {
    let decoded = text.decodedWherePercentEncoded
    for index in known.indices {
      if let form = SecretLedger.form(of: known[index].forms, in: text, decoded: decoded) {
        return form
      }
    }
    return text.hasUserInformation ? "a user's name" : nil
  }

  /// The login with which a Digest was made that went to a server it was not given for.
  func proof(in sent: SentCredentials, _ server: Int, _ evidence: Evidence) -> Secret? {
    guard sent.scheme == .digest, !sent.isCallers,
      known.indices.contains(where: {
        known[$0].account != nil && !known[$0].servers.contains(server)
      })
    else { return nil }
    // Where two share name and password, the one it was given for is meant.
    if login(proven: sent, evidence, where: { $0.servers.contains(server) }) != nil { return nil }
    return login(proven: sent, evidence) { !$0.servers.contains(server) }
  }

  /// The login with which a Digest was made, whatever it answers: a challenge of another server's, or none at all.
  func login(
    proven sent: SentCredentials, _ evidence: Evidence,
    where isWanted: (Secret) -> Bool = { _ in true }
  ) -> Secret? {
    guard let credentials = sent.credentials else { return nil }
    // What the client says it answers is taken as asked; what is wrong with that is not looked at here.
    let names: [StaticString] = ["realm", "nonce", "algorithm", "qop", "opaque", "userhash"]
    let answered = Challenge(
      scheme: "Digest", parameters: names.compactMap { credentials.parameter($0) })
    let exchange = evidence.exchanges[sent.exchange]
    return known.first { secret in
      guard let account = secret.account, account.token == nil, isWanted(secret) else {
        return false
      }
      return CredentialsVerifier.isRight(
        digest: credentials,
        in: CredentialsContext(
          method: exchange.request.method,
          target: credentials.value(of: "uri") ?? exchange.request.target, body: exchange.body,
          accounts: [account], issued: [answered],
          accepted: evidence.states[exchange.server].accepted))
    }
  }
}

extension Octets {
  /// The octets with their percent-encoding undone; nil where there is none.
  var decodedWherePercentEncoded: Octets? {
    bytes.contains(UInt8(ascii: "%")) ? percentDecoded : nil
  }

  /// What Basic credentials stand for, where these are some (RFC 7617 2).
  fileprivate var basicPair: Octets? {
    guard count > 6, Octets(bytes.prefix(6)).matches("Basic ") else { return nil }
    return Octets(base64: Octets(bytes.dropFirst(6).drop { $0 == 0x20 }))
  }

  /// True where user information stands before the host of a URL, or of an authority (RFC 3986 3.2.1).
  var hasUserInformation: Bool {
    guard bytes.contains(UInt8(ascii: "@")), bytes.first != UInt8(ascii: "/") else { return false }
    var authority = bytes
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: [0x3A, 0x2F, 0x2F])
    {
      authority = bytes[(colon + 3)...]
    }
    return authority.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }.contains(UInt8(ascii: "@"))
  }
}
