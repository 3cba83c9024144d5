public import HTTPAuth

/// What a scenario tells the client: everything that holds from here on.
///
/// A step's settings are the earlier ones with the step's changes applied, so they are always whole.
public struct ClientSettings: Hashable, Sendable {
  /// The logins given beforehand.
  public var credentials: [Grant] = []
  /// The answers to the client's questions, in order; nil where it may not ask.
  public var answers: [Answer]?
  /// Send credentials without being asked.
  public var preemptive = false
  /// The only schemes it may use, in lower case; nil for all.
  public var schemes: [String]?
  /// The proxy server it is to use, by name.
  public var proxy: String?
  /// CONNECT for http URLs too.
  public var tunnel = false
  /// How many redirects to follow; 0 hands the 3xx back.
  public var redirects = 10
  /// Keep and send cookies.
  public var cookies = false
  /// The caller's own header lines, sent with every request.
  public var headers: [HeaderTemplate] = []
  /// The account whose user and password stand in the URL.
  public var userinfo: Login?
  /// The text of a netrc file.
  public var netrc: Template?
  /// Milliseconds for a whole request; nil for the run's.
  public var timeout: Int?

  /// Nothing told yet.
  public init() {}
}

/// A user and password, or a token: of an account that the servers know, or of nobody.
public struct Login: Hashable, Sendable {
  /// The account's name; nil for one written out in the scenario, which no server need know.
  public var account: String?
  /// As UTF-8.
  public var user: Octets
  /// As UTF-8.
  public var password: Octets
  /// A bearer token.
  public var token: Octets?

  /// A login of these parts.
  public init(account: String? = nil, user: Octets, password: Octets, token: Octets? = nil) {
    self.account = account
    self.user = user
    self.password = password
    self.token = token
  }
}

/// A login that the client is given, and what for.
public struct Grant: Hashable, Sendable {
  /// The login.
  public var login: Login
  /// The servers it is for, by name; never empty.
  public var servers: [String]
  /// Only for that realm.
  public var realm: Octets?
  /// Only for that scheme, in lower case.
  public var scheme: String?

  /// A login for those servers.
  public init(
    login: Login, servers: [String], realm: Octets? = nil, scheme: String? = nil
  ) {
    self.login = login
    self.servers = servers
    self.realm = realm
    self.scheme = scheme
  }
}

/// An answer to a question for credentials.
public enum Answer: Hashable, Sendable {
  /// Use these; before they are given these servers close their connections.
  case login(Login, closing: [String] = [])
  /// The user gives up.
  case cancel
}

/// A header line with places to fill in.
public struct HeaderTemplate: Hashable, Sendable {
  /// The field name as it is to be spelled.
  public var name: Octets
  /// The value.
  public var value: Template

  /// A header line.
  public init(name: Octets, value: Template) {
    self.name = name
    self.value = value
  }
}

/// A request that the client is asked to make.
public struct RequestDefinition: Hashable, Sendable {
  /// The method.
  public var method: String
  /// The server whose URL it is.
  public var server: String
  /// Path and query, as they are to stand in the URL.
  public var path: Template
  /// A whole URL instead of server and path.
  public var url: Template?
  /// The caller's header lines, for this request only.
  public var headers: [HeaderTemplate]
  /// The body; nil for none.
  public var body: Template?
  /// The body can be read once only.
  public var isStream: Bool
  /// The body's length is not known before.
  public var isChunked: Bool
  /// How many of it at the same time.
  public var count: Int
  /// It is made again, one after the other, until this is so; nil for once.
  public var until: Until?

  /// What ends the repetition of a request.
  public struct Until: Hashable, Sendable {
    /// The statuses, one of which the client reports at last.
    public var status: [Int]
    /// How often it is made at most.
    public var times: Int

    /// Until the client reports one of these, at most that often.
    public init(status: [Int], times: Int) {
      self.status = status
      self.times = times
    }
  }

  /// A request of these parts.
  public init(
    method: String = "GET", server: String = "origin", path: Template = "/", url: Template? = nil,
    headers: [HeaderTemplate] = [], body: Template? = nil, isStream: Bool = false,
    isChunked: Bool = false, count: Int = 1, until: Until? = nil
  ) {
    self.method = method
    self.server = server
    self.path = path
    self.url = url
    self.headers = headers
    self.body = body
    self.isStream = isStream
    self.isChunked = isChunked
    self.count = count
    self.until = until
  }
}
