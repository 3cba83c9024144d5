internal import ClientDrivers
internal import HTTPAuth
internal import ScenarioLanguage

/// Turns what a scenario tells the client into what a client under test is told.
struct SessionRenderer {
  /// Fills in addresses.
  var addresses: AddressBook
  /// The case's servers by name.
  var kinds: [String: ServerDefinition.Kind]
  /// The scheme of logins that are bound to none; nil where the client picks it from the challenge.
  var choice: SchemeChoice?
  /// Milliseconds for a request, where the scenario does not say.
  var timeout: Int

  /// The session that these settings mean.
  func session(_ settings: ClientSettings) -> ClientSession {
    var session = ClientSession()
    session.credentials = settings.credentials.flatMap(credentials)
    session.preemptive = settings.preemptive
    session.ask = settings.answers != nil
    session.schemes = settings.schemes
    session.redirects = settings.redirects
    session.cookies = settings.cookies
    session.proxy = settings.proxy.map { addresses.url(of: $0) }
    session.tunnel = settings.tunnel
    session.netrc = settings.netrc.map { addresses.render($0) }
    session.timeout = settings.timeout ?? timeout
    return session
  }

  /// A login is always given for the server it is meant for: "any" would allow it to be sent anywhere.
  private func credentials(_ grant: Grant) -> [ClientCredentials] {
    grant.servers.map { server in
      let isProxy = kinds[server] == .proxy
      let isToken = grant.login.token != nil
      return ClientCredentials(
        target: isProxy ? .proxy : .origin, url: addresses.url(of: server), realm: grant.realm,
        scheme: grant.scheme ?? choice?.scheme(at: server, isProxy: isProxy, isToken: isToken),
        user: grant.login.user, password: grant.login.password, token: grant.login.token)
    }
  }

  /// The requests that a step asks for, one for each of its count.
  func requests(_ step: Step, _ settings: ClientSettings) -> [ClientRequest] {
    step.requests.flatMap { definition -> [ClientRequest] in
      let request = ClientRequest(
        method: definition.method, url: url(definition, settings.userinfo),
        lines: (settings.headers + definition.headers).map {
          FieldSection.Line(name: $0.name, value: addresses.render($0.value))
        },
        body: definition.body.map { addresses.render($0) }, isStream: definition.isStream,
        isChunked: definition.isChunked)
      return Array(repeating: request, count: definition.count)
    }
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
