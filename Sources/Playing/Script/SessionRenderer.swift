// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Judging
import Kerberos
import Platform
import Scenarios
import Servers
import Transcripts

/// Renders the client's settings in a scenario as the session of a client under test.
final class SessionRenderer {
  /// Fills in addresses.
  let addresses: AddressBook
  /// The scheme of logins that are bound to none; `nil` if the client picks it from the challenge.
  var choice: LoginScheme?
  /// The case needs NTLM.
  let needsNTLM: Bool
  /// Milliseconds for a request, unless the scenario sets a timeout.
  let timeout: Int
  /// How many times as long as usual a request may take, also by a timeout of the scenario.
  let patience: Int
  /// The certificates of the run; `nil` where no server of the case speaks TLS.
  let certificates: RunCertificates?
  /// A server of the case speaks HTTP/2.
  let speaksHTTP2: Bool
  let proxySpeaksHTTP2: Bool
  /// The realm of the run; `nil` in a case without Kerberos.
  let realm: RunRealm?
  /// The folder in which the client keeps logins; made on first use, and removed with the case.
  private var store: StoreFolder?
  /// The tickets of the latest session.
  private var tickets: KeptTickets?

  init(
    addresses: AddressBook, choice: LoginScheme?, timeout: Int, patience: Int = 1,
    needsNTLM: Bool = false, speaksHTTP2: Bool = false, proxySpeaksHTTP2: Bool = false,
    certificates: RunCertificates? = nil, realm: RunRealm? = nil
  ) {
    self.speaksHTTP2 = speaksHTTP2
    self.proxySpeaksHTTP2 = proxySpeaksHTTP2
    self.realm = realm
    self.addresses = addresses
    self.choice = choice
    self.timeout = timeout
    self.patience = patience
    self.needsNTLM = needsNTLM
    self.certificates = certificates
  }

  /// The session with these settings.
  func session(_ settings: ClientSettings) throws(ServerError) -> ClientSession {
    var session = ClientSession()
    for grant in settings.credentials {
      for server in grant.servers { session.credentials.append(credentials(grant, for: server)) }
    }
    for flag in ClientFlag.all {
      session[keyPath: flag.option] = settings[keyPath: flag.setting]
    }
    session.ask = settings.answers != nil
    session.schemes = settings.schemes
    session.allowsNTLM = needsNTLM
    session.redirects = settings.redirects
    session.proxy = settings.proxy.map { addresses.url(of: $0) }
    // A proxy resolves names itself.
    session.resolve = settings.proxy == nil ? addresses.names : []
    session.netrc = settings.netrc.map { addresses.render($0) }
    if settings.store { session.store = try storePath() }
    session.timeout = (settings.timeout ?? timeout) * patience
    session.metadata = settings.metadata.map { $0.map { addresses.url(of: $0) } }
    session.http2 = speaksHTTP2
    session.proxyHTTP2 = proxySpeaksHTTP2
    if let certificates { session.tls = try tls(settings, certificates) }
    if let realm, !settings.tickets.isEmpty {
      do throws(KerberosUnavailable) {
        let kept = try realm.tickets(settings.tickets, for: addresses.hosts)
        session.kerberos = ClientKerberos(
          configuration: realm.realm.configuration, tickets: kept.path,
          principal: settings.tickets[0].principal, delegates: settings.delegates,
          needsKDC: settings.tickets.contains(where: \.isForKDC))
        tickets = kept
      } catch { throw ServerError("Tickets cannot be made: \(error).") }
    }
    return session
  }

  private func storePath() throws(ServerError) -> String {
    if let store { return store.path }
    guard let made = StoreFolder() else {
      throw ServerError("a folder for logins cannot be made")
    }
    store = made
    return made.path
  }

  /// Changes the files in which the client keeps logins. Returns why that is not possible; `nil` if
  /// it is done.
  func changeStore(_ state: StoreState) -> String? { store?.change(to: state) }

  /// The files in which the client keeps logins.
  var storedFiles: [StoredFile] { store?.files ?? [] }

  /// The trust, certificates and pins that the session gives the client.
  private func tls(
    _ settings: ClientSettings, _ certificates: RunCertificates
  ) throws(ServerError) -> ClientTLS {
    var trusted: [(definition: CertificateDefinition, server: Recording.Server)] = []
    if case .certificates(let grants) = settings.trust {
      for grant in grants {
        guard let server = addresses.server(named: grant.server) else { continue }
        trusted.append((grant.certificate, server))
      }
    }
    let caFile =
      switch settings.trust {
      case .run: certificates.rootFile
      case .stranger: certificates.strangerFile
      case .none: certificates.emptyTrustFile
      case .certificates: try certificates.trustFile(trusted)
      }
    var tls = ClientTLS(caFile: caFile)
    if settings.revocationList { tls.crlFile = certificates.revocationFile }
    for grant in settings.pins {
      guard let server = addresses.server(named: grant.server) else { continue }
      let hash = try certificates.pin(grant.certificate, of: server)
      tls.pins.append(
        KeyPin(target: target(of: grant.server), url: server.url, hash: "sha256//\(hash)"))
    }
    for grant in settings.certificates {
      let made = try certificates.clientCertificate(grant.certificate)
      tls.certificates.append(
        ClientCertificate(
          target: target(of: grant.server), url: addresses.url(of: grant.server),
          certificate: made.certificate, key: made.key, file: made.file))
    }
    return tls
  }

  private func target(of server: String) -> ClientCredentials.Target {
    addresses.isProxy(server) ? .proxy : .origin
  }

  /// A login always has the URL of its server: without one the client might send it anywhere.
  private func credentials(_ grant: Grant, for server: String) -> ClientCredentials {
    let isProxy = addresses.isProxy(server)
    let isToken = grant.login.token != nil
    var credentials = ClientCredentials(
      target: isProxy ? .proxy : .origin, url: addresses.url(of: server), realm: grant.realm,
      scheme: grant.login.isBound
        ? "dpop" : grant.scheme ?? choice?.scheme(at: server, isProxy: isProxy, isToken: isToken),
      user: grant.login.user, password: grant.login.password, token: grant.login.token,
      domain: grant.login.domain)
    if !grant.login.isKept { credentials.isKept = false }
    return credentials
  }

  /// The requests of a step, each as often as its count says; `headers` and `userinfo` are from the
  /// client's settings.
  func requests(
    _ definitions: [RequestDefinition], headers: [HeaderTemplate], userinfo: ClientLogin?
  ) -> [ClientRequest] {
    var requests: [ClientRequest] = []
    for definition in definitions {
      var lines: [FieldSection.Line] = []
      for header in headers { lines.append(line(header)) }
      for header in definition.headers { lines.append(line(header)) }
      let url = url(definition, userinfo)
      let body = definition.body.map { addresses.render($0) }
      for _ in 0..<definition.count {
        requests.append(
          ClientRequest(
            method: definition.method, url: url, lines: lines, body: body,
            isStream: definition.isStream, isChunked: definition.isChunked,
            isWebSocket: definition.isWebSocket))
      }
    }
    return requests
  }

  private func line(_ header: HeaderTemplate) -> FieldSection.Line {
    FieldSection.Line(name: header.name, value: addresses.render(header.value))
  }

  private func url(_ definition: RequestDefinition, _ userinfo: ClientLogin?) -> String {
    if let whole = definition.url { return text(addresses.render(whole)) }
    var url = addresses.url(of: definition.server)
    // ws and wss have the ports of http and https (RFC 6455 3).
    if definition.isWebSocket { url = "ws" + url.dropFirst("http".count) }
    let path = text(addresses.render(definition.path))
    guard let userinfo else { return url + path }
    let login = userinfo.user.percentEncoded + ":" + userinfo.password.percentEncoded
    // The scheme, an empty part, and the host with its port.
    let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    return "\(parts[0])//\(login)@\(parts.last ?? "")\(path)"
  }

  private func text(_ octets: Octets) -> String { octets.utf8 ?? octets.latin1 }
}
