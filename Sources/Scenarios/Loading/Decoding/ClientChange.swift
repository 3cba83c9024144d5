import HTTPAuth

/// The decoded keys of `client:`; `nil` for keys that are absent.
struct ClientChange {
  /// A login and its servers; `nil` if the servers are not given.
  struct PendingGrant {
    var login: Login
    var servers: [String]?
    var realm: Octets?
    var scheme: String?
    var span: SourceSpan
  }

  /// Which proxy.
  enum ProxyChoice {
    case none
    case server(String)
  }

  var credentials: [PendingGrant]?
  var answers: [Answer]?
  var preemptive: Bool?
  var schemes: [String]?
  var proxy: ProxyChoice?
  var tunnel: Bool?
  var redirects: Int?
  var cookies: Bool?
  var headers: [HeaderTemplate]?
  var userinfo: Login?
  var netrc: Template?
  var trust: Trust?
  var pins: [CertificateGrant]?
  var certificates: [CertificateGrant]?
  var timeout: Int?

  /// Puts everything but the credentials and the proxy into settings.
  func apply(to settings: inout ClientSettings) {
    if let answers { settings.answers = answers }
    if let preemptive { settings.preemptive = preemptive }
    if let schemes { settings.schemes = schemes }
    if let tunnel { settings.tunnel = tunnel }
    if let redirects { settings.redirects = redirects }
    if let cookies { settings.cookies = cookies }
    if let headers { settings.headers = headers }
    if let userinfo { settings.userinfo = userinfo }
    if let netrc { settings.netrc = netrc }
    if let trust { settings.trust = trust }
    if let pins { settings.pins = pins }
    if let certificates { settings.certificates = certificates }
    if let timeout { settings.timeout = timeout }
  }
}
