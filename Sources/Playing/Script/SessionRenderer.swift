import HTTPAuth
import Judging
import Scenarios
import Transcripts

/// Renders the client's settings in a scenario as the session of a client under test.
final class SessionRenderer {
  /// Fills in addresses.
  let addresses: AddressBook
  /// The scheme of logins that are bound to none; `nil` if the client picks it from the challenge.
  var choice: SchemeChoice?
  /// Milliseconds for a request, unless the scenario says.
  let timeout: Int

  init(
    addresses: AddressBook, choice: SchemeChoice?, timeout: Int
  ) {
    self.addresses = addresses
    self.choice = choice
    self.timeout = timeout
  }

  /// The session that these settings mean.
  func session(_ settings: ClientSettings) -> ClientSession {
    var session = ClientSession()
    for grant in settings.credentials {
      for server in grant.servers { session.credentials.append(credentials(grant, for: server)) }
    }
    session.preemptive = settings.preemptive
    session.ask = settings.answers != nil
    session.schemes = settings.schemes
    session.redirects = settings.redirects
    session.cookies = settings.cookies
    session.proxy = settings.proxy.map { addresses.url(of: $0) }
    session.tunnel = settings.tunnel
    // A proxy resolves names itself.
    session.resolve = settings.proxy == nil ? addresses.names : []
    session.netrc = settings.netrc.map { addresses.render($0) }
    session.timeout = settings.timeout ?? timeout
    return session
  }

  /// A login is always given for the server it is meant for: "any" would allow it to be sent
  /// anywhere.
  private func credentials(_ grant: Grant, for server: String) -> ClientCredentials {
    let isProxy = addresses.isProxy(server)
    let isToken = grant.login.token != nil
    return ClientCredentials(
      target: isProxy ? .proxy : .origin, url: addresses.url(of: server), realm: grant.realm,
      scheme: grant.scheme ?? choice?.scheme(at: server, isProxy: isProxy, isToken: isToken),
      user: grant.login.user, password: grant.login.password, token: grant.login.token)
  }

  /// The requests that a step asks for, one for each of its count; `headers` and `userinfo` are of
  /// the client's settings.
  func requests(
    _ definitions: [RequestDefinition], headers: [HeaderTemplate], userinfo: Login?
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
            isStream: definition.isStream, isChunked: definition.isChunked))
      }
    }
    return requests
  }

  private func line(_ header: HeaderTemplate) -> FieldSection.Line {
    FieldSection.Line(name: header.name, value: addresses.render(header.value))
  }

  private func url(_ definition: RequestDefinition, _ userinfo: Login?) -> String {
    if let whole = definition.url { return text(addresses.render(whole)) }
    let url = addresses.url(of: definition.server)
    let path = text(addresses.render(definition.path))
    guard let userinfo else { return url + path }
    let login = userinfo.user.percentEncoded + ":" + userinfo.password.percentEncoded
    return "http://\(login)@\(url.dropFirst("http://".count))\(path)"
  }

  private func text(_ octets: Octets) -> String { octets.utf8 ?? octets.latin1 }
}
