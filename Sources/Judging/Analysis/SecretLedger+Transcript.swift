// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension SecretLedger {
  /// A part of a request, and the server for which it is meant.
  struct Place {
    var name: String
    var text: Octets
    var decoded: Octets?
    var server: Int
    /// `true` if it is a field for credentials of a proxy.
    var isForProxy = false
    /// `true` if the server is a proxy and the target does not say to which server it is to
    /// forward.
    var hasUnclearTarget = false
  }

  /// The ledger with the secrets that are known only after a play: those in netrc, in the caller's
  /// header lines, and in answers to questions.
  func completed(by evidence: AnalyzedTranscript) -> SecretLedger {
    let expectations = evidence.expectations
    let hasQuestions = evidence.play.steps.contains { !$0.questions.isEmpty }
    guard expectations.hasLateSecrets || hasQuestions else { return self }
    var ledger = self
    if expectations.hasLateSecrets {
      for (step, settings) in expectations.settingsInSteps.enumerated() {
        if let netrc = settings.netrc {
          ledger.note(netrc: evidence.addresses.render(netrc), evidence)
        }
        let targets = expectations.played.steps[step].requests.compactMap {
          expectations.place(of: $0.server)
        }
        for header in expectations.callersHeaders[step] {
          ledger.note(header, for: targets, hasProxy: settings.proxy != nil, evidence)
        }
      }
    }
    for question in evidence.play.steps.flatMap(\.questions) {
      guard case .credentials(let login) = question.answer else { continue }
      ledger.note(
        ClientLogin(
          user: login.user, password: login.password, token: login.token, domain: login.domain),
        for: evidence.addresses.servers(askedAbout: question.question))
    }
    return ledger
  }

  /// Adds the value of an Authorization, Proxy-Authorization or Cookie line that the caller writes.
  ///
  /// Proxy-Authorization is meant for the proxy, or, if the client has no proxy, for the server
  /// that the caller names.
  private mutating func note(
    _ header: HeaderTemplate, for targets: [Int], hasProxy: Bool, _ evidence: AnalyzedTranscript
  ) {
    let isForProxy = header.name.matches("Proxy-Authorization")
    guard isForProxy || header.name.matches("Authorization") || header.name.matches("Cookie")
    else { return }
    let value = evidence.addresses.render(header.value)
    guard value.count >= 6 else { return }
    let servers = evidence.expectations.servers
    note(
      header: header.name, value,
      for: isForProxy && hasProxy
        ? servers.indices.filter { servers[$0].kind == .proxy } : targets)
  }

  /// Adds the logins of a netrc file: `machine` name, `login` name, `password` text, in any number
  /// of lines; `default` is for every host.
  private mutating func note(netrc: Octets, _ evidence: AnalyzedTranscript) {
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
        note(ClientLogin(user: user, password: next), for: servers)
        index += 2
      default: index += 1
      }
    }
  }

  // MARK: Requests

  /// `true` if a server received one of the secrets that it was meant to receive, or an answer to
  /// its challenge.
  func areUsed(_ evidence: AnalyzedTranscript) -> Bool {
    if !evidence.sent.isEmpty { return true }
    return evidence.exchanges.indices.contains { index in
      places(of: index, evidence).contains { place in
        known.contains { secret in
          secret.servers.contains(place.server)
            && secret.trace(in: place.text, decoded: place.decoded) != nil
        }
      }
    }
  }

  /// The parts of a request, each with the server for which it is meant: a proxy forwards all but
  /// Proxy-Authorization.
  func places(of index: Int, _ evidence: AnalyzedTranscript) -> [Place] {
    // If every login is for every server there is nothing to look for.
    guard known.contains(where: { $0.servers.count < evidence.expectations.servers.count }) else {
      return []
    }
    let exchange = evidence.exchanges[index]
    let facts = evidence.facts[index]
    let own = exchange.server
    let isProxy = evidence.expectations.servers[own].kind == .proxy
    let isConnect = exchange.request.method.equals("CONNECT")
    var beyond = own
    var isUnclear = false
    if isProxy && !isConnect, let authority = facts.target.authority {
      if let origin = evidence.addresses.server(
        meantBy: authority, isSecure: facts.target.isSecure)
      {
        beyond = origin
      } else {
        isUnclear = authority.namesNoServer
      }
    }
    func place(_ name: String, _ text: Octets, isForProxy: Bool = false) -> Place {
      Place(
        name: name, text: text, decoded: text.decodedWherePercentEncoded,
        server: isForProxy ? own : beyond, isForProxy: isForProxy,
        hasUnclearTarget: isUnclear && !isForProxy)
    }
    var places = [place("the request-target", exchange.request.target)]
    for line in exchange.request.fields {
      let isForProxy = line.name.matches("Proxy-Authorization")
      places.append(place("\(line.name)", line.value, isForProxy: isForProxy))
      // The password may be sent with another user's name.
      if let pair = line.value.basicPair {
        places.append(place("\(line.name)", pair, isForProxy: isForProxy))
      }
    }
    if !exchange.body.isEmpty { places.append(place("the body", exchange.body)) }
    return places
  }

  /// The login with which a Digest was made, if it was not given for the server that received the
  /// Digest.
  func proof(in sent: SentCredentials, _ server: Int, _ evidence: AnalyzedTranscript) -> Secret? {
    guard sent.scheme == .digest, !sent.isCallers,
      known.indices.contains(where: {
        known[$0].account != nil && !known[$0].servers.contains(server)
      })
    else { return nil }
    // If two logins have one name and password, the client may have used the one for the server.
    if login(proven: sent, evidence, where: { $0.servers.contains(server) }) != nil { return nil }
    return login(proven: sent, evidence) { !$0.servers.contains(server) }
  }

  /// The login with which a Digest was made, even if it answers a challenge of another server or
  /// none.
  func login(
    proven sent: SentCredentials, _ evidence: AnalyzedTranscript,
    where isWanted: (Secret) -> Bool = { _ in true }
  ) -> Secret? {
    guard let credentials = sent.credentials else { return nil }
    // The client's own parameters replace the challenge; other rules check whether they are right.
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
  /// `true` if an authority names no server, because its end may be a port or a part of an address
  /// (`::1:80`), or because the brackets of its address are not those of the grammar (`[[::1]]:80`).
  ///
  ///     authority = [ userinfo "@" ] host [ ":" port ]   (RFC 3986 3.2)
  ///     IP-literal = "[" ( IPv6address / IPvFuture  ) "]"
  fileprivate var namesNoServer: Bool {
    let host = bytes.lastIndex(of: UInt8(ascii: "@")).map { bytes[($0 + 1)...] } ?? bytes[...]
    guard host.first == UInt8(ascii: "[") else {
      return host.count { $0 == UInt8(ascii: ":") } > 1
    }
    guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return true }
    let isNested = host[..<end].dropFirst().contains(UInt8(ascii: "["))
    return isNested || !(host[(end + 1)...].first.map { $0 == UInt8(ascii: ":") } ?? true)
  }

  /// The decoded user-pass of Basic credentials (RFC 7617 2); `nil` for anything else.
  package var basicPair: Octets? {
    guard count > 6, Octets(bytes.prefix(6)).matches("Basic ") else { return nil }
    return Octets(base64: Octets(bytes.dropFirst(6).drop { $0 == 0x20 }))
  }
}
