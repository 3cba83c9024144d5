// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The client's settings at one time in a scenario.
///
/// The settings of a step are complete: those of the step before with the step's changes.
package struct ClientSettings: Hashable, Sendable {
  /// The logins.
  package var credentials: [Grant] = []
  /// The answers to the client's questions, in order; `nil` if it may not ask.
  package var answers: [Answer]?
  /// `true` if it sends credentials before a challenge.
  package var preemptive = false
  /// The only schemes it may use, in lower case; `nil` for all.
  package var schemes: [String]?
  /// The proxy server it is to use, by name.
  package var proxy: String?
  /// `true` if it uses CONNECT for http URLs too.
  package var tunnel = false
  /// The number of redirects that it follows; with 0 it returns the 3xx response.
  package var redirects = 10
  /// `true` if it stores and sends cookies.
  package var cookies = false
  /// The caller's own header lines, sent with every request.
  package var headers: [HeaderTemplate] = []
  /// The account whose user and password stand in the URL.
  package var userinfo: ClientLogin?
  /// The text of a netrc file.
  package var netrc: Template?
  /// `true` if it sends an accepted login again without waiting for a challenge.
  package var remember = true
  /// `true` if it stores accepted logins in a folder that outlives its process.
  package var store = false
  /// Its tickets of Kerberos.
  package var tickets: [TicketGrant] = []
  /// `true` if it delegates its Kerberos credentials to the servers that it logs in to.
  package var delegates = false
  /// Its trust anchors.
  package var trust = Trust.run
  /// `true` if it has the root's certificate revocation list (RFC 5280 5).
  package var revocationList = false
  /// The certificates whose keys it accepts as the only keys of their servers.
  package var pins: [CertificateGrant] = []
  /// The client certificates that it may present.
  package var certificates: [CertificateGrant] = []
  /// `true` if it fetches a registry's token from the server that the challenge names.
  package var registry = false
  /// The servers whose metadata (RFC 9728) it may fetch besides those of the server of its request;
  /// `nil` if it fetches no metadata.
  package var metadata: [String]?
  /// The time limit of a whole request in milliseconds; `nil` for the limit of the run.
  package var timeout: Int?

  package init() {}
}

extension ClientSettings {
  /// The configured logins, and those in answers to its questions.
  package var logins: [ClientLogin] {
    credentials.map(\.login)
      + (answers ?? []).compactMap { if case .login(let login, _) = $0 { login } else { nil } }
  }
}

/// A user and password, or a token, valid or not.
package struct ClientLogin: Hashable, Sendable {
  /// The account's name; `nil` for a login that the scenario gives by its parts.
  package var account: String?
  /// As UTF-8.
  package var user: Octets
  /// As UTF-8.
  package var password: Octets
  /// A bearer token.
  package var token: Octets?
  /// The domain of the user.
  package var domain: Octets?
  /// `true` if the token is bound to a key of the client (RFC 9449).
  package var isBound: Bool
  /// `true` if a client that stores accepted logins may store this one.
  package var isKept: Bool

  package init(
    account: String? = nil, user: Octets, password: Octets, token: Octets? = nil,
    domain: Octets? = nil, isBound: Bool = false, isKept: Bool = true
  ) {
    self.account = account
    self.user = user
    self.password = password
    self.token = token
    self.domain = domain
    self.isBound = isBound
    self.isKept = isKept
  }
}

/// A login of the client, with the servers that it is for.
package struct Grant: Hashable, Sendable {
  /// The login.
  package var login: ClientLogin
  /// The names of the servers; never empty.
  package var servers: [String]
  /// The only realm that it is for; `nil` for any.
  package var realm: Octets?
  /// The only scheme that it is for, in lower case; `nil` for any.
  package var scheme: String?

  package init(login: ClientLogin, servers: [String]) {
    self.login = login
    self.servers = servers
  }
}

/// An answer to a question for credentials.
package enum Answer: Hashable, Sendable {
  /// The user enters this login. Before that, these servers close their connections.
  case login(ClientLogin, closing: [String] = [])
  /// The user cancels.
  case cancel
}

/// A header line with placeholders.
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
  /// The path and query of the URL.
  package var path: Template
  /// A whole URL instead of server and path.
  package var url: Template?
  /// The caller's header lines, for this request only.
  package var headers: [HeaderTemplate] = []
  /// The body; `nil` for none.
  package var body: Template?
  /// `true` if the client can read the body only once.
  package var isStream = false
  /// `true` if the client does not know the body's length in advance.
  package var isChunked = false
  /// `true` if it opens a websocket, on which the client sends the body as the only message.
  package var isWebSocket = false
  /// The number of such requests at the same time.
  package var count = 1
  /// The end of its repetition, one request after the other; `nil` if it is not repeated.
  package var until: Until?

  /// What ends the repetition of a request.
  package struct Until: Hashable, Sendable {
    /// The statuses of which one ends the repetition.
    package var status: [Int]
    /// The maximum number of requests.
    package var times: Int

    package init(status: [Int], times: Int) {
      self.status = status
      self.times = times
    }
  }

  package init(path: Template = "/") { self.path = path }
}
