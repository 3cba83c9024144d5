// SPDX-License-Identifier: Apache-2.0

/// A real client, from its client.yaml: how it is called, what it can do, how it is installed.
package struct ClientDefinition: Hashable, Sendable {
  /// Its name, as in `--client NAME`.
  package var name: String
  /// What it is, in a sentence.
  package var about: String?
  /// A command for each request, or a driver for all.
  package var kind: Kind
  /// The program and its arguments.
  package var argv: [Argument]
  /// Variables of its environment, beside PATH, LANG, HOME and TMPDIR.
  package var environment: [Setting] = []
  /// Files below its private HOME.
  package var files: [Setting] = []
  /// The command that prints its version; a driver reports it itself.
  package var version: VersionQuestion?
  /// What it is allowed.
  package var limits = Limits()
  /// Milliseconds until a driver must have answered `hello`.
  package var start = 10_000
  /// How many of it may run at once; `nil` for as many as there are workers.
  package var jobs: Int?
  /// How it is installed.
  package var install = Installation()
  /// The cases that are left out.
  package var skips: [SkippedCases] = []
  /// Its location in the file.
  package var location: SourceLocation

  /// A program for each request, or one that stays.
  package enum Kind: Hashable, Sendable {
    /// One process for each request.
    case command(CommandDefinition)
    /// A process that speaks docs/driver-protocol.md.
    case driver
  }

  /// A piece of an argument list.
  package enum Argument: Hashable, Sendable {
    /// One argument.
    case text(FillableText)
    /// `{options}` by itself: the fragments that apply, in the file's order.
    case options
  }

  /// A name with a value: a variable, or a file's path and its content.
  package struct Setting: Hashable, Sendable {
    /// The variable, or the path below HOME.
    package var name: String
    /// The value, or the content.
    package var value: FillableText

    package init(name: String, value: FillableText) {
      self.name = name
      self.value = value
    }
  }

  /// The command that prints a version.
  package struct VersionQuestion: Hashable, Sendable {
    /// The program and its arguments.
    package var argv: [FillableText]
    /// An extended regular expression (POSIX) over what it says; its first group is the version.
    /// `nil` for the first line.
    package var pattern: String?
  }

  /// The limits of a process.
  package struct Limits: Hashable, Sendable {
    /// Megabytes of memory; `nil` for any amount.
    package var memory: Int? = 4096
    /// Open files.
    package var files = 1024

    package init() {}
  }

  /// What `make clients` does for a client.
  package struct Installation: Hashable, Sendable {
    /// Debian's packages.
    package var debian: [String] = []
    /// What pip installs into `{installed}/venv`.
    package var python: [String] = []
    /// Programs and arguments, run in the client's folder, one after the other.
    package var commands: [[FillableText]] = []
  }
}

/// The properties of a client that is a process for each request.
package struct CommandDefinition: Hashable, Sendable {
  /// The additions for parts of a session or a request.
  package var fragments: [Fragment: Addition] = [:]
  /// The fragments that the client cannot express.
  package var unsupported: Set<Fragment> = []
  /// The order of the fragments in the file.
  package var order: [Fragment] = []
  /// What is added for a method; `*` is for all others. `nil` if only GET can be asked for.
  package var methods: [String: MethodAddition]?
  /// The body comes on standard input.
  package var bodyOnStandardInput = false
  /// The source of the response's body; `nil` if the client does not output it.
  package var body: BodySource?
  /// How the end of a process is read: the first rule that fits.
  package var outcomes: [OutcomeRule] = []
  /// What it can do: words of docs/abilities.md.
  package var abilities: Set<String> = []

  package init() {}

  /// Arguments, variables and files that come with something.
  package struct Addition: Hashable, Sendable {
    /// Arguments.
    package var argv: [FillableText] = []
    /// Variables.
    package var environment: [ClientDefinition.Setting] = []
    /// Files below HOME; the texts of several fragments for one file are concatenated.
    package var files: [ClientDefinition.Setting] = []

    package init() {}
  }

  /// What comes with a method.
  package struct MethodAddition: Hashable, Sendable {
    /// What is added unless the request has a body that one of the others is for.
    package var plain = Addition()
    /// Arguments for a request with a body, in place of `plain` and of the fragment `body`; `nil`
    /// for none of its own.
    package var body: [FillableText]?
    /// Arguments for a body that can be read once, in place of `plain` and of the fragment
    /// `stream`.
    package var stream: [FillableText]?
  }

  /// Where a response's body is.
  package enum BodySource: String, Hashable, Sendable, CaseIterable {
    /// In the file `{output}`.
    case output
    /// On standard output.
    case stdout
  }

  /// What the end of a process means.
  package struct OutcomeRule: Hashable, Sendable {
    /// With one of these exit statuses; `nil` for any.
    package var exit: [Int]?
    /// Patterns that must be found, each in its text.
    package var patterns: [Pattern] = []
    /// What it means.
    package var meaning: Meaning
  }

  /// An extended regular expression (POSIX 9.4) and where it is looked for; `^` and `$` match at
  /// lines.
  package struct Pattern: Hashable, Sendable {
    /// Where it is looked for.
    package var place: Place
    /// The expression.
    package var text: String
  }

  /// Where a pattern is looked for.
  package enum Place: String, Hashable, Sendable, CaseIterable {
    /// Standard output.
    case stdout
    /// Standard error.
    case stderr
    /// The file `{headers}`.
    case headers
  }

  /// What the end of a process means.
  package enum Meaning: Hashable, Sendable {
    /// A final response of that status.
    case status(Int)
    /// A final response, whose status is the first group of the rule's last match.
    case found
    /// An error of that kind, a word of docs/abilities.md.
    case error(String)
  }
}

/// Something that a session or a request may ask of a command.
package enum Fragment: String, Hashable, Sendable, CaseIterable {
  /// There is a login with a user name for the request's URL.
  case login
  /// Once for each login with a user name for an origin, with its `{url}`, `{host}`, `{port}`,
  /// `{realm}`, `{user}` and `{password}`; then `login` is not added.
  case eachLogin = "each-login"
  /// There is a login with a bearer token for the request's URL.
  case token
  /// There is a login, and the scheme is the client's choice.
  case anyScheme = "any-scheme"
  /// Basic is allowed, and not every scheme.
  case basic
  /// Digest is allowed, and not every scheme.
  case digest
  /// Bearer is allowed, and not every scheme.
  case bearer
  /// NTLM is allowed, and not every scheme.
  case ntlm
  /// Negotiate is allowed, and not every scheme.
  case negotiate
  /// There are tickets of Kerberos, and no login with a user name for the request's URL.
  case tickets
  /// There are tickets of Kerberos and a proxy, and no login with a user name for it.
  case proxyTickets = "proxy-tickets"
  /// The credentials of Kerberos are delegated.
  case delegate
  /// The login is sent unasked; then none of the schemes' fragments is added.
  case preemptive
  /// There is a proxy.
  case proxy
  /// There is none.
  case noProxy = "no-proxy"
  /// There is a login with a user name for the proxy.
  case proxyLogin = "proxy-login"
  /// There is a login for the proxy, and the scheme is the client's choice.
  case proxyAnyScheme = "proxy-any-scheme"
  /// Basic is allowed at the proxy, and not every scheme.
  case proxyBasic = "proxy-basic"
  /// Digest is allowed at the proxy, and not every scheme.
  case proxyDigest = "proxy-digest"
  /// NTLM is allowed at the proxy, and not every scheme.
  case proxyNTLM = "proxy-ntlm"
  /// Negotiate is allowed at the proxy, and not every scheme.
  case proxyNegotiate = "proxy-negotiate"
  /// The login is sent to the proxy unasked; then none of the proxy's schemes' fragments is added.
  case proxyPreemptive = "proxy-preemptive"
  /// CONNECT for http URLs too.
  case tunnel
  /// Once for each name that leads to a certain address, with its `{resolve-host}`,
  /// `{resolve-port}`, `{resolve-address}` and `{resolve-to-port}`.
  case resolve
  /// Redirects are followed.
  case redirects
  /// Redirects are returned to the caller.
  case noRedirects = "no-redirects"
  /// Cookies are kept and sent.
  case cookies
  /// They are not.
  case noCookies = "no-cookies"
  /// A server of the case speaks TLS.
  case tls
  /// The client has a list of revoked certificates.
  case revocationList = "revocation-list"
  /// The client has a certificate for the request's URL.
  case clientCertificate = "client-certificate"
  /// The server is to have a certain key.
  case pins
  /// The proxy speaks TLS.
  case proxyTLS = "proxy-tls"
  /// The client has a certificate for the proxy.
  case proxyClientCertificate = "proxy-client-certificate"
  /// The proxy is to have a certain key.
  case proxyPins = "proxy-pins"
  /// There is a netrc file.
  case netrc
  /// The client keeps logins in `{store}`.
  case store
  /// The login for the request's URL is not to be kept.
  case unkept
  /// Once for each of the caller's header lines, with its `{name}` and `{value}`.
  case header
  /// In place of `header` for the caller's Proxy-Authorization, if there is a proxy.
  case proxyHeader = "proxy-header"
  /// The request has a body.
  case body
  /// The request has a body that can be read once only, on standard input; then `body` is not
  /// added.
  case stream
  /// The body's length is not known before.
  case chunked
  /// The request is OPTIONS with `*`.
  case target
}
