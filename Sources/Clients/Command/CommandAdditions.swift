// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// Selects the fragments of a command that apply to a session and a request.
struct CommandAdditions {
  /// A fragment that applies, and the values of its own placeholders.
  struct Applied {
    var addition: CommandDefinition.Addition
    var own: [Placeholder: Octets] = [:]
  }

  private let places: RequestPlaceholders
  private var command: CommandDefinition { places.program.command }
  private var session: ClientSession { places.session }
  private var request: ClientRequest { places.request }

  init(_ places: RequestPlaceholders) { self.places = places }

  /// The fragments that apply: that of the method, then the others in the file's order. Throws what
  /// the command cannot express.
  func applied() throws(ClientTrouble) -> [Applied] {
    try checkWords()
    var applied: [Applied] = []
    let method = try methodAddition()
    let ownBody = ownBody(of: method)
    if let argv = ownBody {
      var addition = CommandDefinition.Addition()
      addition.argv = argv
      applied.append(Applied(addition: addition))
    } else if let method {
      applied.append(Applied(addition: method.plain))
    }
    for fragment in command.order {
      if ownBody != nil, fragment == .body || fragment == .stream { continue }
      guard let addition = command.fragments[fragment] else { continue }
      applied += applications(of: fragment).map { Applied(addition: addition, own: $0) }
    }
    return applied
  }

  // MARK: Which apply

  private func applications(of fragment: Fragment) -> [[Placeholder: Octets]] {
    switch fragment {
    case .header, .proxyHeader:
      request.lines
        .filter { isForProxyHeader($0) == (fragment == .proxyHeader) }
        .map { [.name: $0.name, .value: $0.value] }
    case .resolve:
      session.resolve.map { name in
        [
          .resolveHost: Octets(name.host), .resolvePort: Octets(name.port),
          .resolveAddress: Octets(name.address), .resolveToPort: Octets(name.addressPort),
        ]
      }
    case .eachLogin: session.credentials.compactMap(CommandAdditions.ownPlaces)
    default: applies(fragment) ? [[:]] : []
    }
  }

  /// `true` if the line goes to the proxy by an option of its own.
  private func isForProxyHeader(_ line: FieldSection.Line) -> Bool {
    command.fragments[.proxyHeader] != nil && isForProxy(line)
  }

  private func isForProxy(_ line: FieldSection.Line) -> Bool {
    session.proxy != nil && line.name.equalsIgnoringCase("Proxy-Authorization")
  }

  /// The placeholders of a login for an origin.
  private static func ownPlaces(_ login: ClientCredentials) -> [Placeholder: Octets]? {
    guard login.target == .origin, login.token == nil else { return nil }
    var places: [Placeholder: Octets] = [
      .user: login.qualifiedUser, .password: login.password,
    ]
    places[.realm] = login.realm
    if let url = login.url {
      places[.url] = Octets(url)
      places[.scheme] = Octets(AddressParts(url).scheme.lowercased())
      places[.host] = Octets(AddressParts(url).host)
      places[.port] = Octets(AddressParts(url).port)
    }
    return places
  }

  private func applies(_ fragment: Fragment) -> Bool {
    switch fragment {
    case .login: places.login != nil
    case .token: places.token != nil
    case .anyScheme: hasLogin && !session.preemptive && schemes == nil
    case .basic, .digest, .bearer, .ntlm, .negotiate:
      hasLogin && !session.preemptive && schemes?.contains(fragment.rawValue) == true
    case .tickets: session.kerberos != nil && places.login == nil
    case .proxyTickets:
      session.kerberos != nil && session.proxy != nil && places.proxyLogin == nil
    case .delegate: session.kerberos?.delegates == true
    case .preemptive: hasLogin && session.preemptive
    case .proxy: session.proxy != nil
    case .noProxy: session.proxy == nil
    case .proxyLogin: places.proxyLogin != nil
    case .proxyAnyScheme: hasProxyLogin && !isProxyPreemptive && proxySchemes == nil
    case .proxyBasic, .proxyDigest, .proxyNTLM, .proxyNegotiate:
      hasProxyLogin && !isProxyPreemptive
        && proxySchemes?.contains { "proxy-\($0)" == fragment.rawValue } == true
    case .proxyPreemptive: hasProxyLogin && isProxyPreemptive
    case .tunnel: session.tunnel && session.proxy != nil
    case .redirects: session.redirects > 0
    case .noRedirects: session.redirects <= 0
    case .cookies: session.cookies
    case .noCookies: !session.cookies
    case .tls: session.tls != nil
    case .revocationList: session.tls?.crlFile != nil
    case .clientCertificate: places.certificate != nil
    case .pins: places.pins != nil
    case .proxyTLS: session.proxy?.hasPrefix("https:") == true
    case .proxyClientCertificate: places.proxyCertificate != nil
    case .proxyPins: places.proxyPins != nil
    case .netrc: session.netrc != nil
    case .store: session.store != nil
    case .unkept: places.login?.isKept == false
    case .body: request.body != nil && !request.isStream
    case .stream: request.isStream
    case .chunked: request.isChunked
    case .header, .proxyHeader, .eachLogin, .resolve, .target: false
    }
  }

  /// There is a login in any form.
  private var hasLogin: Bool {
    places.login != nil || places.token != nil || session.netrc != nil
      || AddressParts(request.url).userinfo != nil
      || command.fragments[.eachLogin] != nil && !session.credentials.isEmpty
  }
  private var hasProxyLogin: Bool { places.proxyLogin != nil }
  private var isProxyPreemptive: Bool {
    session.preemptive && command.fragments[.proxyPreemptive] != nil
  }

  /// The schemes that are allowed at the origin; `nil` for the client's choice.
  private var schemes: [String]? { allowed(places.login?.scheme ?? places.token?.scheme) }
  private var proxySchemes: [String]? { allowed(places.proxyLogin?.scheme) }

  private func allowed(_ scheme: String?) -> [String]? {
    guard let scheme else { return session.schemes }
    return session.schemes.map { $0.filter { $0 == scheme } } ?? [scheme]
  }

  /// The method's own fragment for the body, if it has one.
  private func ownBody(of method: CommandDefinition.MethodAddition?) -> [FillableText]? {
    guard request.body != nil else { return nil }
    return request.isStream ? method?.stream : method?.body
  }

  private func methodAddition() throws(ClientTrouble) -> CommandDefinition.MethodAddition? {
    if let methods = command.methods {
      guard let addition = methods[request.method] ?? methods["*"] else {
        throw .unsupported("the method \(request.method)")
      }
      return addition
    }
    if request.method != "GET", !always.contains(.method) {
      throw .unsupported("the method \(request.method)")
    }
    return nil
  }

  // MARK: What the command can express

  private var always: Set<Placeholder> { places.program.placesAlwaysUsed }

  /// Throws if something is asked for, and there is neither a fragment nor a placeholder for it.
  private func need(
    _ isAsked: Bool, _ fragments: [Fragment], or ways: [Placeholder] = [], _ what: String
  ) throws(ClientTrouble) {
    guard isAsked, fragments.allSatisfy({ command.fragments[$0] == nil }),
      always.isDisjoint(with: ways)
    else { return }
    throw .unsupported(what)
  }

  private func checkWords() throws(ClientTrouble) {
    let can = command.abilities
    try need(session.ask, [], "questions for credentials")
    try need(!session.remember && !can.contains(.forget), [], "logins that are not kept")
    try need(places.login != nil, [.login, .eachLogin], or: [.user, .urlWithLogin], "a login")
    try need(places.token != nil, [.token], or: [.token], "a token")
    try need(
      hasLogin && session.preemptive && !can.contains(.basicUnasked), [.preemptive],
      "credentials that are sent unasked")
    try need(session.kerberos?.delegates == true, [.delegate], "credentials that are delegated")
    try need(session.proxy != nil, [.proxy], or: [.proxy, .proxyWithLogin, .proxyHost], "a proxy")
    try need(
      places.proxyLogin != nil, [.proxyLogin], or: [.proxyUser, .proxyWithLogin],
      "a login for a proxy")
    try need(session.tunnel && session.proxy != nil, [.tunnel], "a tunnel for http")
    try need(!session.resolve.isEmpty, [.resolve], "names that lead to certain addresses")
    try checkTLS()
    try need(session.netrc != nil, [.netrc], or: [.netrc, .netrcText], "a netrc file")
    try need(session.store != nil, [.store], or: [.store], "logins that are kept")
    try need(places.login?.isKept == false, [.unkept], "a login that must not be kept")
    try need(session.cookies && !can.contains(.cookies), [.cookies], "cookies")
    try need(
      session.redirects <= 0 && can.contains(.redirects), [.noRedirects, .redirects],
      "redirects that are handed back")
    try need(!request.lines.isEmpty, [.header], "header lines")
    if command.unsupported.contains(.proxyHeader), request.lines.contains(where: isForProxy) {
      throw .unsupported("a Proxy-Authorization of the caller's, for a proxy")
    }
    try need(request.isStream, [.stream], "a body that can be read once only")
    try need(request.isChunked, [.chunked], "a body of a length that is not known before")
    if !command.bodyOnStandardInput {
      try need(request.body != nil && !request.isStream, [.body], or: [.body], "a body")
    }
    try checkSchemes()
  }

  private func checkSchemes() throws(ClientTrouble) {
    if hasLogin, !session.preemptive {
      for scheme in schemes ?? [] where scheme != onlyScheme {
        guard let fragment = Fragment(rawValue: scheme), command.fragments[fragment] != nil else {
          throw .unsupported("only the scheme \(scheme)")
        }
      }
    }
    if hasProxyLogin, !isProxyPreemptive {
      for scheme in proxySchemes ?? [] {
        guard let fragment = Fragment(rawValue: "proxy-\(scheme)"),
          command.fragments[fragment] != nil
        else { throw .unsupported("only the scheme \(scheme) at a proxy") }
      }
    }
  }

  private func checkTLS() throws(ClientTrouble) {
    guard let tls = session.tls else { return }
    try need(true, [.tls], or: [.caFile], "trust in given certificates")
    try need(
      tls.crlFile != nil, [.revocationList], or: [.crlFile], "a list of revoked certificates")
    try need(
      places.certificate != nil, [.clientCertificate], or: [.clientCertificate],
      "a certificate of the client")
    try need(
      places.proxyCertificate != nil, [.proxyClientCertificate], or: [.proxyClientCertificate],
      "a certificate for a proxy")
    if !places.program.keepsCertificatesApart, tls.certificates.count > 1 {
      throw .unsupported("certificates for several servers")
    }
    try need(places.pins != nil, [.pins], or: [.pins], "the key that a server must have")
    try need(
      places.proxyPins != nil, [.proxyPins], or: [.proxyPins], "the key that a proxy must have")
  }

  /// The scheme of a command that implements only one, which needs no fragment; `nil` otherwise.
  private var onlyScheme: String? {
    let spoken = [Ability.basic, .digest, .bearer, .ntlm, .negotiate].filter {
      command.abilities.contains($0)
    }
    return spoken.count == 1 ? spoken[0].rawValue : nil
  }
}
