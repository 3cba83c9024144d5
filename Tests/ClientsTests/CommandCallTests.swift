// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import ScenarioFiles
import Scenarios
@testable import Clients
@testable import Platform
@testable import Transcripts
import Testing

/// A session and a request in the words of a command (docs/clients.md).
@Suite struct CommandCallTests {
  static let file = """
    name: tool
    kind: command
    argv: [tool, "{options}", "{url}"]
    environment: { MODE: test }
    files: { .toolrc: "base\\n" }
    abilities: [basic, digest, redirects, cookies]
    methods:
      GET: []
      POST: [--post]
      SEND: { argv: [--send], body: [--upload, "{body}"], stream: [--upload, "-"] }
      "*": [-X, "{method}"]
    fragments:
      no-redirects: [--stay]
      redirects: { argv: [--follow, "{redirects}"], files: { .toolrc: "follow\\n" } }
      login: { argv: ["--user={user}"], environment: { PASSWORD: "{password}" } }
      any-scheme: [--any]
      basic: [--basic]
      digest: [--digest]
      preemptive: [--now]
      proxy: [--proxy, "{proxy-host}", "{proxy-port}"]
      proxy-login: ["{proxy-with-login}"]
      proxy-basic: [--proxy-basic]
      tunnel: []
      resolve: ["{resolve-host}:{resolve-port}:{resolve-address}:{resolve-to-port}"]
      netrc: ["--netrc={netrc}"]
      header: [-H, "{name}: {value}"]
      body: ["@{body}"]
      stream: ["@-"]
      cookies: []
    """
  static let paths = CommandPaths(
    home: "/h", body: "/b", output: "/o", headers: "/i", netrc: "/n")

  static func program(_ text: String = file) throws -> ClientProgram {
    try ClientProgram.of(text, folder: "/clients/tool", installed: "/i/tool")
  }

  private func call(
    _ change: (inout ClientSession, inout ClientRequest) -> Void = { _, _ in }
  ) throws -> CommandCall {
    var session = ClientSession()
    var request = ClientRequest(url: "http://127.0.0.1:80/a?b")
    change(&session, &request)
    return try CommandCall(try Self.program(), session, request, paths: Self.paths)
  }

  private func argv(
    _ change: (inout ClientSession, inout ClientRequest) -> Void = { _, _ in }
  ) throws -> [String] {
    try call(change).argv.dropFirst().dropLast().map(\.description)
  }

  @Test func callersProxyAuthorizationHasAWordOfItsOwnWhereThereIsAProxy() throws {
    let text = Self.file + "\n  proxy-header: [-P, \"{name}: {value}\"]"
    func lines(_ proxy: String?, _ file: String) throws -> [String] {
      var session = ClientSession()
      session.proxy = proxy
      var request = ClientRequest(url: "http://127.0.0.1:80/a")
      request.lines = [
        .init(name: "x-a", value: "b"), .init(name: "proxy-authorization", value: "c"),
      ]
      let call = try CommandCall(try Self.program(file), session, request, paths: Self.paths)
      return call.argv.map(\.description).filter { ["-H", "-P"].contains($0) || $0.contains(": ") }
    }
    #expect(
      Set(try lines("http://127.0.0.1:81", text).pairs())
        == [["-H", "x-a: b"], ["-P", "proxy-authorization: c"]])
    let plain: Set = [["-H", "x-a: b"], ["-H", "proxy-authorization: c"]]
    #expect(Set(try lines(nil, text).pairs()) == plain)
    #expect(Set(try lines("http://127.0.0.1:81", Self.file).pairs()) == plain)
    let cannot = Self.file + "\n  proxy-header: unsupported"
    #expect(Set(try lines(nil, cannot).pairs()) == plain)
    #expect(throws: ClientTrouble.self) { try lines("http://127.0.0.1:81", cannot) }
  }

  @Test func namesAreToldOneByOne() throws {
    let words = try argv { session, _ in
      session.resolve = [
        ClientSession.Name(host: "first.test", port: "80", place: "127.0.0.2:4012"),
        ClientSession.Name(host: "sub.first.test", port: "4012", place: "[::1]:4012"),
      ]
    }
    #expect(
      words.suffix(2) == ["first.test:80:127.0.0.2:4012", "sub.first.test:4012:[::1]:4012"])
  }

  static let tlsFile = """
    name: tool
    kind: command
    argv: [tool, "{options}", "{url}"]
    abilities: [basic, client-certificate-per-origin]
    fragments:
      proxy: []
      tls: [--ca, "{ca-file}"]
      revocation-list: [--crl, "{crl-file}"]
      client-certificate: ["{scheme}", "{client-certificate}"]
      pins: ["{pins}"]
      proxy-tls: [--proxy-ca, "{ca-file}"]
      proxy-client-certificate: ["{proxy-client-certificate}"]
      proxy-pins: ["{proxy-pins}"]
    """

  private func tlsArgv(_ file: String, _ change: (inout ClientSession) -> Void) throws -> [String] {
    var session = ClientSession()
    session.redirects = 0
    change(&session)
    let request = ClientRequest(url: "HTTPS://127.0.0.1:443/a")
    let call = try CommandCall(try Self.program(file), session, request, paths: Self.paths)
    return call.argv.dropFirst().dropLast().map(\.description)
  }

  private static func certificate(
    _ target: ClientCredentials.Target, _ url: String, _ file: String
  ) -> ClientCertificate {
    ClientCertificate(target: target, url: url, certificate: "", key: "", file: file)
  }

  @Test func ticketsAreInTheEnvironment() throws {
    let program = try Self.program(
      """
      name: tool
      kind: command
      argv: [tool, "{options}", "{url}"]
      abilities: [basic, negotiate]
      fragments:
        login: [--login]
        any-scheme: []
        proxy: []
        tickets: [--tickets]
        proxy-tickets: [--proxy-tickets]
      """)
    var session = ClientSession()
    let request = ClientRequest(url: "http://127.0.0.1/")
    func call() throws -> CommandCall {
      try CommandCall(program, session, request, paths: Self.paths)
    }
    #expect(try call().environment.isEmpty)
    session.kerberos = ClientKerberos(configuration: "/r/krb5.conf", tickets: "/r/tickets/1")
    session.proxy = "http://127.0.0.2:1"
    #expect(try call().argv.map(\.description).contains("--tickets"))
    #expect(try call().argv.map(\.description).contains("--proxy-tickets"))
    let variables = try call().environment.map { "\($0.name)=\($0.value)" }
    #expect(variables.contains("KRB5_CONFIG=/r/krb5.conf"))
    #expect(variables.contains("KRB5CCNAME=FILE:/r/tickets/1"))
    // Its own login comes before that of the tickets.
    session.credentials = [ClientCredentials(target: .origin, user: "a", password: "b")]
    #expect(try !call().argv.map(\.description).contains("--tickets"))
    session.kerberos?.delegates = true
    #expect(throws: ClientTrouble.self) { try call() }
  }

  @Test func trustCertificatesAndPinsAreThoseOfTheServer() throws {
    var tls = ClientTLS(caFile: "/ca")
    #expect(try tlsArgv(Self.tlsFile) { _ in } == [])
    #expect(try tlsArgv(Self.tlsFile) { $0.tls = tls } == ["--ca", "/ca"])
    tls.crlFile = "/crl"
    #expect(try tlsArgv(Self.tlsFile) { $0.tls = tls } == ["--ca", "/ca", "--crl", "/crl"])
    tls.crlFile = nil
    tls.certificates = [
      Self.certificate(.origin, "https://127.0.0.2", "/other"),
      Self.certificate(.origin, "https://127.0.0.1", "/own"),
      Self.certificate(.proxy, "https://127.0.0.3:8080", "/proxy"),
    ]
    tls.pins = [
      KeyPin(target: .origin, url: "https://127.0.0.1", hash: "sha256//a"),
      KeyPin(target: .origin, url: "https://127.0.0.1", hash: "sha256//b"),
      KeyPin(target: .proxy, url: "https://127.0.0.3:8080", hash: "sha256//c"),
    ]
    let all = try tlsArgv(Self.tlsFile) {
      $0.tls = tls
      $0.proxy = "https://127.0.0.3:8080"
    }
    let expected = [
      "--ca", "/ca", "https", "/own", "sha256//a;sha256//b", "--proxy-ca", "/ca", "/proxy",
      "sha256//c",
    ]
    #expect(all == expected)
  }

  @Test func aCommandWithOnePlaceForACertificateShowsItToAll() throws {
    let file = Self.tlsFile.replacing(", client-certificate-per-origin", with: "")
    var tls = ClientTLS(caFile: "/ca")
    tls.certificates = [Self.certificate(.origin, "https://127.0.0.2", "/other")]
    #expect(try tlsArgv(file) { $0.tls = tls } == ["--ca", "/ca", "https", "/other"])
    tls.certificates.append(Self.certificate(.origin, "https://127.0.0.1", "/own"))
    #expect(throws: ClientTrouble.self) { try tlsArgv(file) { $0.tls = tls } }
  }

  @Test func whatACommandHasNoArgumentsForIsUnsupported() throws {
    #expect(
      try refusal { session, _ in session.tls = ClientTLS(caFile: "/ca") }
        == "trust in given certificates")
    let plain = "name: tool\nkind: command\nargv: [tool, --ca, \"{ca-file}\", \"{url}\"]"
    #expect(try tlsArgv(plain) { _ in } == ["--ca", "/dev/null"])
    var tls = ClientTLS(caFile: "/ca")
    #expect(try tlsArgv(plain) { $0.tls = tls } == ["--ca", "/ca"])
    tls.crlFile = "/crl"
    #expect(throws: ClientTrouble.unsupported("a list of revoked certificates")) {
      try tlsArgv(plain) { $0.tls = tls }
    }
    tls.crlFile = nil
    tls.pins = [KeyPin(target: .origin, url: "https://127.0.0.1", hash: "sha256//a")]
    #expect(throws: ClientTrouble.self) { try tlsArgv(plain) { $0.tls = tls } }
  }

  private func refusal(
    _ change: (inout ClientSession, inout ClientRequest) -> Void
  ) throws -> String? {
    do throws(ClientTrouble) {
      let program: ClientProgram
      do { program = try Self.program() } catch { return "no program" }
      var session = ClientSession()
      var request = ClientRequest(url: "http://127.0.0.1:80/a?b")
      change(&session, &request)
      _ = try CommandCall(program, session, request, paths: Self.paths)
      return nil
    } catch {
      if case .unsupported(let reason) = error { return reason }
      return "\(error)"
    }
  }

  private static let alice = ClientCredentials(
    target: .origin, url: "http://127.0.0.1", user: "alice", password: "a b'$c")

  @Test func theTextOfANetrcFileHasAPlace() throws {
    let text = """
      name: tool
      kind: command
      argv: [tool, "{options}", "{url}"]
      fragments: { netrc: { argv: [], files: { .netrc: "{netrc-text}" } } }
      """
    var session = ClientSession()
    let request = ClientRequest(url: "http://127.0.0.1/")
    func files() throws -> [String: Octets] {
      let call = try CommandCall(try Self.program(text), session, request, paths: Self.paths)
      return Dictionary(uniqueKeysWithValues: call.files.map { ($0.name, $0.content) })
    }
    #expect(try files() == [:])
    session.netrc = "default login a password b\n"
    #expect(try files() == [".netrc": "default login a password b\n"])
  }

  @Test func aMethodMayTakeItsBodyInAWayOfItsOwn() throws {
    func words(_ method: String, _ body: Octets?, isStream: Bool = false) throws -> [String] {
      try argv {
        $1.method = method
        $1.body = body
        $1.isStream = isStream
      }.filter { !["--follow", "10"].contains($0) }
    }
    #expect(try words("SEND", nil) == ["--send"])
    #expect(try words("SEND", "x") == ["--upload", "/b"])
    #expect(try words("SEND", "x", isStream: true) == ["--upload", "-"])
    #expect(try words("POST", "x") == ["--post", "@/b"])
    #expect(try words("POST", "x", isStream: true) == ["--post", "@-"])
    #expect(try words("PATCH", "x") == ["-X", "PATCH", "@/b"])
  }

  @Test func fragmentsStandInTheFilesOrder() throws {
    #expect(try argv() == ["--follow", "10"])
    #expect(
      try argv {
        $0.credentials = [Self.alice]
        $0.redirects = 0
        $1.method = "PUT"
        $1.lines = FieldSection([("A", "1"), ("B", "")]).map { $0 }
        $1.body = "x"
      } == ["-X", "PUT", "--stay", "--user=alice", "--any", "-H", "A: 1", "-H", "B: ", "@/b"])
  }

  @Test func variablesAndFilesComeWithThem() throws {
    let call = try call { session, _ in session.credentials = [Self.alice] }
    #expect(call.environment == [.init("MODE", "test"), .init("PASSWORD", "a b'$c")])
    #expect(call.files.map(\.name) == [".toolrc"])
    #expect(call.files.first?.content == "base\nfollow\n")
  }

  @Test func aLoginForAnotherOriginIsNotHandedOver() throws {
    var other = Self.alice
    other.url = "http://127.0.0.2"
    #expect(try argv { session, _ in session.credentials = [other] } == ["--follow", "10"])
  }

  @Test func schemesAreLimited() throws {
    #expect(
      try argv { session, _ in
        session.credentials = [Self.alice]
        session.schemes = ["digest"]
      } == ["--follow", "10", "--user=alice", "--digest"])
    #expect(
      try argv { session, _ in
        var bound = Self.alice
        bound.scheme = "basic"
        session.credentials = [bound]
      } == ["--follow", "10", "--user=alice", "--basic"])
    #expect(
      try argv { session, _ in
        session.credentials = [Self.alice]
        session.preemptive = true
      } == ["--follow", "10", "--user=alice", "--now"])
    #expect(
      try refusal { session, _ in
        session.credentials = [Self.alice]
        session.schemes = ["ntlm"]
      } == "only the scheme ntlm")
  }

  @Test func aProxyHasALoginOfItsOwn() throws {
    #expect(
      try argv { session, _ in
        session.proxy = "http://127.0.0.3:4013"
        session.credentials = [
          ClientCredentials(
            target: .proxy, url: "http://127.0.0.3:4013", scheme: "basic", user: "a:b",
            password: "ü/")
        ]
      } == [
        "--follow", "10", "--proxy", "127.0.0.3", "4013",
        "http://a%3Ab:%C3%BC%2F@127.0.0.3:4013", "--proxy-basic",
      ])
  }

  @Test func aStreamComesOnStandardInput() throws {
    let call = try call {
      $1.method = "POST"
      $1.body = "x"
      $1.isStream = true
    }
    #expect(call.argv.contains("@-") && !call.argv.contains("@/b"))
    #expect(call.input == "x")
    #expect(try self.call { $1.body = "x" }.input == nil)
  }

  @Test func whatThereIsNoWordForIsSaid() throws {
    #expect(
      try refusal {
        $0.ask = true; _ = $1
      } == "questions for credentials")
    #expect(
      try refusal {
        $1.isChunked = true; _ = $0
      } == "a body of a length that is not known before")
    #expect(
      try refusal { session, _ in
        session.credentials = [ClientCredentials(target: .origin, token: "t")]
      } == "a token")
    #expect(
      try refusal { session, _ in
        session.credentials = [Self.alice, Self.alice]
      } == "logins that differ in realm or scheme only")
    #expect(
      try refusal { session, _ in
        var login = Self.alice
        login.user = "a\u{0}b"
        session.credentials = [login]
      } == "a NUL octet in an argument")
  }

  @Test func aBareCommandIsFilledInOrRefused() throws {
    let program = try ClientProgram(words: ["curl", "-u", "{user}:{password}", "{url}"])
    var session = ClientSession()
    let request = ClientRequest(url: "http://127.0.0.1/")
    #expect(throws: ClientTrouble.unsupported("a case without a value for {user}")) {
      try CommandCall(program, session, request, paths: Self.paths)
    }
    session.credentials = [Self.alice]
    let call = try CommandCall(program, session, request, paths: Self.paths)
    #expect(call.argv == ["curl", "-u", "alice:a b'$c", "http://127.0.0.1/"])
    session.proxy = "http://127.0.0.3:1"
    #expect(throws: ClientTrouble.unsupported("a proxy")) {
      try CommandCall(program, session, request, paths: Self.paths)
    }
    #expect(throws: ClientTrouble.unsupported("the method PUT")) {
      try CommandCall(
        program, ClientSession(), ClientRequest(method: "PUT", url: "http://a"), paths: Self.paths)
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1:81/a?b#c", "127.0.0.1", "81", "/a?b"), ("http://a", "a", "80", "/"),
    ("https://u:p@a:1?x", "a", "1", "/?x"), ("https://[::1]/", "[::1]", "443", "/"),
    ("http://[::1]:8/x", "[::1]", "8", "/x"), ("nonsense", "", "", "/"),
  ])
  func urlsHaveParts(_ url: String, _ host: String, _ port: String, _ path: String) {
    let parts = AddressParts(url)
    #expect(parts.host == host && parts.port == port && parts.path == path)
  }

  // MARK: How the end is read

  private func outcome(
    _ rules: String, exit: Int = 0, output: String = "", errors: String = "", headers: String = "",
    file: Octets? = nil, ending: ProcessEnding? = nil
  ) throws -> ClientOutcome {
    let text = "name: tool\nkind: command\nargv: [tool]\n\(rules)"
    var words = StderrTail()
    words.append(Array(errors.utf8))
    return CommandReading(try Self.program(text)).outcome(
      .init(
        ending: ending ?? .exit(exit), output: Array(output.utf8), errors: words,
        headers: Array(headers.utf8), file: file))
  }

  @Test func theFirstRuleThatFitsIsTaken() throws {
    let rules = """
      body: output
      outcomes:
        - { exit: [4, 5], stderr: refused, error: connection }
        - { exit: 0, stdout: "^status ([0-9]{3})$", status: found }
        - { stderr: "^fatal: Authentication failed", status: 401 }
        - { exit: 0, headers: "^HTTP/1.1 204", status: 204 }
      """
    #expect(try outcome(rules, output: "status 404\nstatus 200\n", file: "b").status == 200)
    #expect(try outcome(rules, output: "status 200\n", file: "b").body == "b")
    #expect(
      try outcome(rules, exit: 128, errors: "x\nfatal: Authentication failed for y\n").status == 401
    )
    #expect(try outcome(rules, headers: "HTTP/1.1 204\r\n").status == 204)
    #expect(
      try outcome(rules, exit: 5, errors: "a\nconnection refused\n")
        == .failure(ClientFailure(kind: .connection, message: "connection refused")))
    #expect(
      try outcome(rules, exit: 9, errors: "a\nlast words\n")
        == .failure(ClientFailure(kind: .other, message: "exited with status 9: last words")))
    // A status that was promised has to come.
    #expect(
      try outcome(rules, output: "status 000\n").fault
        == "tool exited with status 0, but its standard output has no status where its outcomes look for one: status 000"
    )
    #expect(
      try outcome("outcomes: [{ stdout: '^status ([0-9]{3})$', status: found }]", output: "none")
        == .response(ClientResponse(status: nil, body: nil)))
    #expect(try outcome("") == .response(ClientResponse(status: nil, body: nil)))
    #expect(
      try outcome("body: stdout\n", output: "b")
        == .response(ClientResponse(status: nil, body: "b")))
  }

  @Test func aRuleMaySayThatNoBodyIsKept() throws {
    let rules = """
      body: output
      outcomes:
        - { exit: 22, headers: "^HTTP/1.1 ([0-9]+)", status: found, body: none }
        - { exit: 0, headers: "^HTTP/1.1 ([0-9]+)", status: found }
      """
    #expect(
      try outcome(rules, exit: 22, headers: "HTTP/1.1 401\n", file: "b")
        == .response(ClientResponse(status: 401, body: nil)))
    // A command that has written no file has delivered an empty body otherwise.
    #expect(
      try outcome(rules, headers: "HTTP/1.1 200\n")
        == .response(ClientResponse(status: 200, body: "")))
  }

  @Test func aCrashIsACrashWhateverTheRulesSay() throws {
    let rules = "outcomes: [{ stdout: '', status: 200 }]"
    #expect(
      try outcome(rules, errors: "oh", ending: .signal(11)).crash
        == "tool was ended by SIGSEGV (signal 11); standard error ended with:\noh")
    let report = "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior a.c:1"
    #expect(try outcome(rules, exit: 0, errors: "x\n\(report)\n").crash?.contains(report) == true)
  }

  @Test func theLastHeaderSectionIsThatOfTheResponse() {
    let text = "HTTP/1.1 401 U\r\nA: 1\r\n\r\nHTTP/1.1 200 OK\r\nB: 2\r\nC: 3\r\n\r\n"
    let section = CommandReading.lastSection(Array(text.utf8))
    #expect(section.map { "\($0.name)=\($0.value)" } == ["B=2", "C=3"])
    #expect(CommandReading.lastSection([]).isEmpty)
    for (text, expected) in [
      ("a: 1", "a"), ("\n\na: 1\n\n", "a"), ("a: 1\r\n\r\nb: 2\r\nc: 3\r\n\r\n", "bc"),
      ("a: 1\n\nb: 2", "b"), ("\n", ""), ("\r\n\r\n", ""), ("\na: 1", "a"),
    ] {
      let names = CommandReading.lastSection(Array(text.utf8)).map { "\($0.name)" }
      #expect(names.joined() == expected, "\(text.debugDescription)")
    }
    for log in ["21:03:04.5 http.c:1: a\n", "2026-11-28 21:03:04 [INFO] a: 1\n"] {
      #expect(CommandReading.lastSection(Array(log.utf8)).isEmpty)
    }
    let many = Array(String(repeating: "a:\n", count: 100_000).utf8)
    #expect(CommandReading.lastSection(many).count == 65_536)
  }
}

extension ClientProgram {
  /// The command of a file's text.
  static func of(_ text: String, folder: String, installed: String?) throws -> ClientProgram {
    let (definition, diagnostics) = ClientDefinition.load(
      text: Array(text.utf8), file: "client.yaml", syntaxError: POSIXRegex.syntaxError)
    #expect(diagnostics.map(\.description) == [])
    let found = try #require(definition)
    guard case .command = found.kind else {
      throw ProcessError("a driver is no command")
    }
    return ClientProgram(found, folder: folder, installed: installed)
  }
}

extension [String] {
  /// Its pairs.
  fileprivate func pairs() -> [[String]] {
    stride(from: 0, to: count, by: 2).map { Array(self[$0..<Swift.min($0 + 2, count)]) }
  }
}
