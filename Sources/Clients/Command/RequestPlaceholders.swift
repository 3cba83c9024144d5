// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The files that a command reads and writes for one request.
struct CommandPaths {
  /// Its HOME.
  var home: String
  /// The request's body.
  var body: String
  /// The response's body.
  var output: String
  /// The response's header section.
  var headers: String
  /// The scenario's netrc file.
  var netrc: String
}

/// The values of the placeholders when a command is called.
struct RequestPlaceholders {
  let program: ClientProgram
  let session: ClientSession
  let request: ClientRequest
  let paths: CommandPaths
  /// The login with a user name for the request's URL.
  let login: ClientCredentials?
  /// The login with a token for the request's URL.
  let token: ClientCredentials?
  /// The login for the proxy.
  let proxyLogin: ClientCredentials?
  /// The client's certificate for the request's URL, or its only one if it does not keep
  /// certificates apart.
  let certificate: ClientCertificate?

  /// The values for a request. Throws if several logins match equally.
  init(
    _ program: ClientProgram, _ session: ClientSession, _ request: ClientRequest,
    paths: CommandPaths
  ) throws(ClientTrouble) {
    // It would be an option among the arguments.
    if request.url.hasPrefix("-") { throw .faulty("a URL that begins with a hyphen") }
    self.program = program
    self.session = session
    self.request = request
    self.paths = paths
    let logins = session.credentials
    let takesAll = program.command.fragments[.eachLogin] != nil
    login = takesAll ? nil : try logins.single(for: .origin, at: request.url)
    token = try logins.single(for: .origin, at: request.url, isToken: true)
    proxyLogin =
      if let proxy = session.proxy { try logins.single(for: .proxy, at: proxy) } else { nil }
    certificate =
      program.keepsCertificatesApart
      ? session.tls?.certificate(for: .origin, at: request.url) : session.tls?.onlyCertificate
  }

  /// The client's certificate for the proxy.
  var proxyCertificate: ClientCertificate? {
    session.proxy.flatMap { session.tls?.certificate(for: .proxy, at: $0) }
  }

  /// The pins of the request's server.
  var pins: String? { session.tls?.pins(for: .origin, at: request.url) }

  /// The pins of the proxy.
  var proxyPins: String? { session.proxy.flatMap { session.tls?.pins(for: .proxy, at: $0) } }

  /// The value of a placeholder; `nil` if it has none.
  func value(_ place: Placeholder) -> Octets? {
    switch place {
    case .url: Octets(request.url)
    case .urlWithLogin: Octets(RequestPlaceholders.url(request.url, with: login))
    case .scheme: Octets(AddressParts(request.url).scheme.lowercased())
    case .host: Octets(AddressParts(request.url).host)
    case .port: Octets(AddressParts(request.url).port)
    case .path: Octets(AddressParts(request.url).path)
    case .method: Octets(request.method)
    case .user: login?.qualifiedUser
    case .password: login?.password
    case .realm: login?.realm
    case .token: token?.token
    case .name, .value, .resolveHost, .resolvePort, .resolveAddress, .resolveToPort: nil
    case .body: request.body == nil ? nil : Octets(paths.body)
    case .output: Octets(paths.output)
    case .headers: Octets(paths.headers)
    case .proxy: session.proxy.map { Octets($0) }
    case .proxyWithLogin:
      session.proxy.map { Octets(RequestPlaceholders.url($0, with: proxyLogin)) }
    case .proxyHost: session.proxy.map { Octets(AddressParts($0).host) }
    case .proxyPort: session.proxy.map { Octets(AddressParts($0).port) }
    case .proxyUser: proxyLogin?.qualifiedUser
    case .proxyPassword: proxyLogin?.password
    case .redirects: Octets("\(session.redirects)")
    case .milliseconds: Octets("\(session.timeout)")
    case .seconds: Octets("\(max(1, (session.timeout + 999) / 1000))")
    // An empty file, so that a command may name the file in each case.
    case .caFile: Octets(session.tls?.caFile ?? "/dev/null")
    case .crlFile: (session.tls?.crlFile).map { Octets($0) }
    case .clientCertificate: certificate.map { Octets($0.file) }
    case .pins: pins.map { Octets($0) }
    case .proxyClientCertificate: proxyCertificate.map { Octets($0.file) }
    case .proxyPins: proxyPins.map { Octets($0) }
    case .netrc: session.netrc == nil ? nil : Octets(paths.netrc)
    case .netrcText: session.netrc
    case .store: session.store.map { Octets($0) }
    case .home: Octets(paths.home)
    case .client: program.folder.map { Octets($0) }
    case .installed: program.installed.map { Octets($0) }
    }
  }

  /// A URL with the user information of a login; unchanged if there is no login, or user
  /// information already.
  static func url(_ url: String, with login: ClientCredentials?) -> String {
    guard let login, AddressParts(url).userinfo == nil, let slashes = url.firstRange(of: "//")
    else { return url }
    let userinfo = login.qualifiedUser.percentEncoded + ":" + login.password.percentEncoded
    return url[..<slashes.upperBound] + userinfo + "@" + url[slashes.upperBound...]
  }
}
