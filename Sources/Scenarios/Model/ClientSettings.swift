// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The client's settings in a scenario, from a step on.
///
/// A step's settings are complete: the earlier ones with the step's changes.
package struct ClientSettings: Hashable, Sendable {
  /// The logins.
  package var credentials: [Grant] = []
  /// The answers to the client's questions, in order; `nil` if it may not ask.
  package var answers: [Answer]?
  /// Send credentials without being asked.
  package var preemptive = false
  /// The only schemes it may use, in lower case; `nil` for all.
  package var schemes: [String]?
  /// The proxy server it is to use, by name.
  package var proxy: String?
  /// CONNECT for http URLs too.
  package var tunnel = false
  /// How many redirects to follow; with 0 the caller gets the 3xx.
  package var redirects = 10
  /// Keep and send cookies.
  package var cookies = false
  /// The caller's own header lines, sent with every request.
  package var headers: [HeaderTemplate] = []
  /// The account whose user and password stand in the URL.
  package var userinfo: ClientLogin?
  /// The text of a netrc file.
  package var netrc: Template?
  /// It sends a login again without a challenge where it was accepted.
  package var remember = true
  /// It keeps accepted logins in a folder that outlives its process.
  package var store = false
  /// The tickets of Kerberos; empty for none.
  package var tickets: [TicketGrant] = []
  /// It is to delegate its credentials to servers that it logs in to with tickets.
  package var delegates = false
  /// Whom it trusts.
  package var trust = Trust.run
  /// It is given the root's list of revoked certificates (RFC 5280 5).
  package var revocationList = false
  /// The keys that servers are to have.
  package var pins: [CertificateGrant] = []
  /// The certificates that it may show.
  package var certificates: [CertificateGrant] = []
  /// It fetches the token that a registry asks for from the server that the challenge names.
  package var registry = false
  /// The servers whose metadata it may ask for besides those of the server of its request (RFC 9728);
  /// `nil` if it asks for none.
  package var metadata: [String]?
  /// Milliseconds for a whole request; `nil` for the run's.
  package var timeout: Int?

  package init() {}
}

extension ClientSettings {
  /// The logins that it is given, and those that it is given when it asks.
  package var logins: [ClientLogin] {
    credentials.map(\.login)
      + (answers ?? []).compactMap { if case .login(let login, _) = $0 { login } else { nil } }
  }
}

/// A user and password, or a token; the servers need not know it.
package struct ClientLogin: Hashable, Sendable {
  /// The account's name; `nil` for one written out in the scenario, which no server need know.
  package var account: String?
  /// As UTF-8.
  package var user: Octets
  /// As UTF-8.
  package var password: Octets
  /// A bearer token.
  package var token: Octets?
  /// The domain of the user.
  package var domain: Octets?
  /// The token is bound to a key of the client's (RFC 9449).
  package var isBound = false
  /// A client that keeps accepted logins may keep this one.
  package var isKept = true

  package init(
    account: String? = nil, user: Octets, password: Octets, token: Octets? = nil,
    domain: Octets? = nil, isBound: Bool = false
  ) {
    self.account = account
    self.user = user
    self.password = password
    self.token = token
    self.domain = domain
    self.isBound = isBound
  }
}

/// A login that the client is given, and what for.
package struct Grant: Hashable, Sendable {
  /// The login.
  package var login: ClientLogin
  /// The servers it is for, by name; never empty.
  package var servers: [String]
  /// Only for that realm.
  package var realm: Octets?
  /// Only for that scheme, in lower case.
  package var scheme: String?

  package init(login: ClientLogin, servers: [String]) {
    self.login = login
    self.servers = servers
  }
}

/// An answer to a question for credentials.
package enum Answer: Hashable, Sendable {
  /// Use these; before they are given these servers close their connections.
  case login(ClientLogin, closing: [String] = [])
  /// The user gives up.
  case cancel
}

/// A header line with places to fill in.
package struct HeaderTemplate: Hashable, Sendable {
  /// The field name with its spelling.
  package var name: Octets
  /// The value.
  package var value: Template

  package init(name: Octets, value: Template) {
    self.name = name
    self.value = value
  }
}

/// A request that the client is asked to make.
package struct RequestDefinition: Hashable, Sendable {
  /// The method.
  package var method = "GET"
  /// The server whose URL it is.
  package var server = "origin"
  /// Path and query, as they are to stand in the URL.
  package var path: Template
  /// A whole URL instead of server and path.
  package var url: Template?
  /// The caller's header lines, for this request only.
  package var headers: [HeaderTemplate] = []
  /// The body; `nil` for none.
  package var body: Template?
  /// The body can be read once only.
  package var isStream = false
  /// The body's length is not known before.
  package var isChunked = false
  /// It opens a websocket, on which the body is the one message to send.
  package var isWebSocket = false
  /// How many of it at the same time.
  package var count = 1
  /// It is made again, one after the other, until this is so; `nil` for once.
  package var until: Until?

  /// What ends the repetition of a request.
  package struct Until: Hashable, Sendable {
    /// The statuses, one of which the client reports at last.
    package var status: [Int]
    /// How often it is made at most.
    package var times: Int
  }

  package init(path: Template = "/") { self.path = path }
}
