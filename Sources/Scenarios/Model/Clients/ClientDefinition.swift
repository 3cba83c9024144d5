// SPDX-License-Identifier: Apache-2.0

/// The content of a client.yaml: how a client is called and installed, and its abilities.
package struct ClientDefinition: Hashable, Sendable {
  /// Its name, as in `--client NAME`.
  package var name = ""
  /// A description in a sentence.
  package var about: String?
  package var kind = Kind.driver
  /// The program and its arguments.
  package var argv: [Argument] = []
  /// The variables of its environment besides PATH, LANG, HOME and TMPDIR.
  package var environment: [Setting] = []
  /// The files below its private HOME.
  package var files: [Setting] = []
  /// The command that prints its version; a driver reports it itself.
  package var version: VersionQuestion?
  package var limits = Limits()
  /// The time limit for a driver's answer to `hello`, in milliseconds.
  package var start = 10_000
  /// The maximum number of its processes at the same time; `nil` for one per worker.
  package var jobs: Int?
  package var install = Installation()
  /// The cases that are not played.
  package var skips: [SkippedCases] = []
  /// Its location in the file.
  package var location: SourceLocation

  package init(location: SourceLocation) { self.location = location }

  package enum Kind: Hashable, Sendable {
    /// A process for each request.
    case command(CommandDefinition)
    /// A process for all requests, which speaks the protocol of docs/driver-protocol.md.
    case driver
  }

  /// A piece of an argument list.
  package enum Argument: Hashable, Sendable {
    /// One argument.
    case text(FillableText)
    /// `{options}`: the arguments of all fragments that apply, in the file's order.
    case options
  }

  /// A variable of the environment, or a file.
  package struct Setting: Hashable, Sendable {
    /// The name of the variable, or the path of the file below HOME.
    package var name: String
    /// The value of the variable, or the content of the file.
    package var value: FillableText

    package init(name: String, value: FillableText) {
      self.name = name
      self.value = value
    }
  }

  /// The command that prints a version.
  package struct VersionQuestion: Hashable, Sendable {
    /// The program and its arguments.
    package var argv: [FillableText] = []
    /// An extended regular expression (POSIX 9.4) for its output, whose first group is the version;
    /// `nil` for the first line.
    package var pattern: String?

    package init() {}
  }

  /// The limits of a process.
  package struct Limits: Hashable, Sendable {
    /// The maximum memory in megabytes; `nil` for no limit.
    package var memory: Int? = 4096
    /// The maximum number of open files.
    package var files = 1024

    package init() {}
  }

  /// What `make clients` installs for a client.
  package struct Installation: Hashable, Sendable {
    /// Packages of Debian.
    package var debian: [String] = []
    /// Requirements that pip installs into `{installed}/venv`.
    package var python: [String] = []
    /// Programs with their arguments, which are run in order in the client's folder.
    package var commands: [[FillableText]] = []

    package init() {}
  }
}

/// The definition of a client that is a process for each request.
package struct CommandDefinition: Hashable, Sendable {
  /// The additions for settings of the client and parts of the request.
  package var fragments: [Fragment: Addition] = [:]
  /// The fragments that the client cannot express.
  package var unsupported: Set<Fragment> = []
  /// The order of the fragments in the file.
  package var order: [Fragment] = []
  /// The additions for methods; `*` stands for all others. `nil` if the client supports only GET.
  package var methods: [String: MethodAddition]?
  /// `true` if the client reads the request's body from standard input.
  package var bodyOnStandardInput = false
  /// The source of the response's body; `nil` if the client does not output it.
  package var body: BodySource?
  /// The meanings of the end of a process; the first rule that fits is used.
  package var outcomes: [OutcomeRule] = []
  /// Its abilities (docs/abilities.md).
  package var abilities: Set<String> = []

  package init() {}

  /// Arguments, variables and files that are added for a fragment or a method.
  package struct Addition: Hashable, Sendable {
    package var argv: [FillableText]
    package var environment: [ClientDefinition.Setting] = []
    /// Files below HOME. The contents of several fragments for one file are concatenated.
    package var files: [ClientDefinition.Setting] = []

    package init(argv: [FillableText] = []) { self.argv = argv }
  }

  /// The additions for a method.
  package struct MethodAddition: Hashable, Sendable {
    /// The addition for requests to which neither `body` nor `stream` applies.
    package var plain = Addition()
    /// The arguments for a request with a body, instead of `plain` and the fragment `body`; `nil`
    /// if the method has none.
    package var body: [FillableText]?
    /// The arguments for a body that can be read only once, instead of `plain` and the fragment
    /// `stream`.
    package var stream: [FillableText]?

    package init(argv: [FillableText] = []) { plain.argv = argv }
  }

  /// The place of the response's body.
  package enum BodySource: String, Hashable, Sendable, CaseIterable {
    /// The file `{output}`.
    case output
    /// Standard output.
    case stdout
  }

  /// A rule for the meaning of the end of a process.
  package struct OutcomeRule: Hashable, Sendable {
    /// The exit statuses that it is for; `nil` for any.
    package var exit: [Int]?
    /// The patterns that must all match.
    package var patterns: [Pattern] = []
    package var meaning: Meaning
    /// `false` if the client keeps no body of such a response, so that its body is not known.
    package var hasBody = true

    package init(meaning: Meaning) { self.meaning = meaning }
  }

  /// An extended regular expression (POSIX 9.4), in which `^` and `$` match at the ends of lines.
  package struct Pattern: Hashable, Sendable {
    /// The text that is searched.
    package var place: Place
    /// The expression.
    package var text: String

    package init(place: Place, text: String) {
      self.place = place
      self.text = text
    }
  }

  /// A text that a pattern searches.
  package enum Place: String, Hashable, Sendable, CaseIterable {
    /// Standard output.
    case stdout
    /// Standard error.
    case stderr
    /// The file `{headers}`.
    case headers
  }

  /// The meaning of the end of a process.
  package enum Meaning: Hashable, Sendable {
    /// A final response with this status.
    case status(Int)
    /// A final response whose status is the first group of the rule's last match.
    case found
    /// An error of this kind (docs/abilities.md).
    case error(String)
  }
}

/// A setting of the client or a part of the request, for which a command has additions.
package enum Fragment: String, Hashable, Sendable, CaseIterable {
  /// There is a login with a user name for the request's URL.
  case login
  /// Added once for each login with a user name for an origin, with its `{url}`, `{host}`,
  /// `{port}`, `{realm}`, `{user}` and `{password}`, instead of `login`.
  case eachLogin = "each-login"
  /// There is a login with a bearer token for the request's URL.
  case token
  /// There is a login, and all schemes are allowed.
  case anyScheme = "any-scheme"
  /// Basic is allowed, but not every scheme.
  case basic
  /// Digest is allowed, but not every scheme.
  case digest
  /// Bearer is allowed, but not every scheme.
  case bearer
  /// NTLM is allowed, but not every scheme.
  case ntlm
  /// Negotiate is allowed, but not every scheme.
  case negotiate
  /// There are Kerberos tickets, and no login with a user name for the request's URL.
  case tickets
  /// There are Kerberos tickets and a proxy, and no login with a user name for the proxy.
  case proxyTickets = "proxy-tickets"
  /// The Kerberos credentials are delegated.
  case delegate
  /// The login is sent before a challenge. The fragments of schemes are then not added.
  case preemptive
  /// There is a proxy.
  case proxy
  /// There is no proxy.
  case noProxy = "no-proxy"
  /// There is a login with a user name for the proxy.
  case proxyLogin = "proxy-login"
  /// There is a login for the proxy, and all schemes are allowed.
  case proxyAnyScheme = "proxy-any-scheme"
  /// Basic is allowed for the proxy, but not every scheme.
  case proxyBasic = "proxy-basic"
  /// Digest is allowed for the proxy, but not every scheme.
  case proxyDigest = "proxy-digest"
  /// NTLM is allowed for the proxy, but not every scheme.
  case proxyNTLM = "proxy-ntlm"
  /// Negotiate is allowed for the proxy, but not every scheme.
  case proxyNegotiate = "proxy-negotiate"
  /// The login is sent to the proxy before a challenge. The fragments of the proxy's schemes are
  /// then not added.
  case proxyPreemptive = "proxy-preemptive"
  /// CONNECT is used for http URLs too.
  case tunnel
  /// Added once for each name with a fixed address, with its `{resolve-host}`, `{resolve-port}`,
  /// `{resolve-address}` and `{resolve-to-port}`.
  case resolve
  /// Redirects are followed.
  case redirects
  /// Redirects are returned to the caller.
  case noRedirects = "no-redirects"
  /// Cookies are stored and sent.
  case cookies
  /// Cookies are not stored.
  case noCookies = "no-cookies"
  /// A server of the case speaks TLS.
  case tls
  /// The client has a list of revoked certificates.
  case revocationList = "revocation-list"
  /// The client has a certificate for the request's URL.
  case clientCertificate = "client-certificate"
  /// Only certain keys of the server are accepted.
  case pins
  /// The proxy speaks TLS.
  case proxyTLS = "proxy-tls"
  /// The client has a certificate for the proxy.
  case proxyClientCertificate = "proxy-client-certificate"
  /// Only certain keys of the proxy are accepted.
  case proxyPins = "proxy-pins"
  /// There is a netrc file.
  case netrc
  /// The client stores logins in `{store}`.
  case store
  /// The login for the request's URL must not be stored.
  case unkept
  /// Added once for each of the caller's header lines, with its `{name}` and `{value}`.
  case header
  /// Added instead of `header` for the caller's Proxy-Authorization if there is a proxy.
  case proxyHeader = "proxy-header"
  /// The request has a body.
  case body
  /// The request has a body on standard input that can be read only once. `body` is then not added.
  case stream
  /// The body's length is not known in advance.
  case chunked
  /// The request is OPTIONS with `*`.
  case target
}
