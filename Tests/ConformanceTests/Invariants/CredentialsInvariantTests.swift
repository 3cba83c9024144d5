import ClientDrivers
import HTTPAuth
import TestServers
import Testing

@testable import Conformance

/// What goes in clear, where a nonce goes, and how credentials are written.
@Suite struct CredentialsInvariantTests {
  static func text(
    _ challenge: String, account: String = "alice", more: String = ""
  ) -> String {
    """
    client: { credentials: [\(account)]\(more) }
    steps:
      - request: {}
        origin: [{ protect: \(challenge) }]
    """
  }

  // MARK: clear-only-where-offered

  static let clear = "clear-only-where-offered"

  @Test func basicAfterBasic() throws {
    let result = try Rehearsal.result(Self.text("basic")) { $0.login { _ in basic() } }
    #expect(result.invariant(Self.clear) == .pass)
  }

  @Test func basicUnasked() throws {
    func result(more: String = "", abilities: [String] = []) throws -> CaseResult {
      try Rehearsal.result(
        Self.text("basic", more: more),
        abilities: CannedClient.allAbilities.union(abilities)
      ) { .response($0.send("GET", "/", [("Authorization", basic())])) }
    }
    #expect(
      try result().finding(Self.clear)
        == Finding(
          expected: "Basic credentials only after a Basic challenge",
          observed: "Basic credentials to origin, which had offered nothing", exchange: 0))
    // Where it may be sent unasked, there is nothing to hold.
    #expect(try result(more: ", preemptive: true").invariant(Self.clear) == nil)
    #expect(try result(abilities: ["basic-unasked"]).invariant(Self.clear) == nil)
  }

  @Test func basicAfterDigestOnly() throws {
    let result = try Rehearsal.result(Self.text("digest")) { $0.login { _ in basic() } }
    #expect(result.invariant(Self.clear) == .fail)
    #expect(
      result.finding(Self.clear)?.observed
        == "Basic credentials to origin, which had offered only Digest")
  }

  @Test func basicAfterBearerOnly() throws {
    let result = try Rehearsal.result(Self.text("bearer")) { $0.login { _ in basic() } }
    #expect(result.invariant(Self.clear) == .fail)
  }

  @Test func basicAfterAPhantomInsideAQuotedString() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: any }, reply: 200 }
            - { reply: challenge, with: phantom }
      """
    let phantom = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      challenges: { phantom: { header: 'Newauth title="x, Basic realm=\\"evil\\"", Digest realm="vault", nonce="n-1", qop="auth"' } }

      """
    let wrong = try Rehearsal.result(phantom + text) { $0.login { _ in basic() } }
    #expect(wrong.invariant(Self.clear) == .fail)
    #expect(
      wrong.finding(Self.clear)?.observed
        == "Basic credentials to origin, which had offered only Digest, Newauth")
    let right = try Rehearsal.result(phantom + text) { $0.login { DigestDraft($0).value } }
    #expect(right.invariant(Self.clear) == nil)
  }

  /// What another server, or the proxy, offered is no offer.
  @Test func basicOfferedElsewhere() throws {
    let text = """
      servers: { other: {} }
      client: { credentials: [{ account: alice, for: [origin, other] }] }
      steps:
        - request: {}
          origin: [{ protect: basic }]
          other: [{ protect: digest }]
      """
    let result = try Rehearsal.result(text) { caller in
      caller.send()
      return .response(caller.send("GET", "/", to: "other", [("Authorization", basic())]))
    }
    #expect(result.invariant(Self.clear) == .fail)
  }

  @Test func tokenUnasked() throws {
    let bearer: Octets = "Bearer mF_9.B5f-4.1JqM"
    let wrong = try Rehearsal.result(Self.text("digest", account: "robot")) {
      $0.login { _ in bearer }
    }
    #expect(wrong.invariant(Self.clear) == .fail)
    let right = try Rehearsal.result(Self.text("bearer", account: "robot")) {
      $0.login { _ in bearer }
    }
    #expect(right.invariant(Self.clear) == .pass)
  }

  @Test func callersOwnLineIsTheCallers() throws {
    let result = try Rehearsal.result(
      """
      steps: [{ request: { headers: { Authorization: "Basic YTpi" } } }]
      """
    ) { .response($0.send("GET", "/", [("Authorization", "Basic YTpi")])) }
    #expect(result.invariant(Self.clear) == nil)
    #expect(result.invariant("well-formed") == nil)
  }

  // MARK: nonce-stays

  @Test func nonceAtAnotherServer() throws {
    let text = """
      servers: { other: {} }
      client: { credentials: [{ account: alice, for: [origin, other] }] }
      steps:
        - request: {}
          origin: [{ protect: digest }]
          other: [{ protect: other }]
      """
    func result(answering challenger: String) throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        let replies = ["origin": caller.send(), "other": caller.send(to: "other")]
        guard let reply = replies[challenger] else { return nil }
        return .response(
          caller.send("GET", "/", to: "other", [("Authorization", DigestDraft(reply).value)]))
      }
    }
    #expect(try result(answering: "other").invariant("nonce-stays") == .pass)
    #expect(
      try result(answering: "origin").finding("nonce-stays")
        == Finding(
          expected: "nonce “n-1” only at origin", observed: "it was sent to other", exchange: 2))
    let basicOnly = try Rehearsal.result(Self.text("basic")) { $0.login { _ in basic() } }
    #expect(basicOnly.invariant("nonce-stays") == nil)
    // With one server there is no other to send it to.
    let alone = try Rehearsal.result(Self.text("digest")) { $0.login { DigestDraft($0).value } }
    #expect(alone.invariant("nonce-stays") == nil)
  }

  // MARK: well-formed

  @Test(arguments: [
    "Digest", "Digest username=", "Digest \"alice\"", "Digest username=\"alice", "=",
    "Digest username=\"alice\" realm=\"vault\"", "Basic a b",
  ])
  func malformed(value: String) throws {
    let result = try Rehearsal.result(Self.text("digest")) { $0.login { _ in Octets(value) } }
    #expect(result.invariant("well-formed") == .fail, "\(result.complaints)")
  }

  @Test func malformedIsExplained() throws {
    let result = try Rehearsal.result(Self.text("digest")) {
      $0.login { _ in "Digest username=\"alice" }
    }
    let finding = try #require(result.finding("well-formed"))
    #expect(finding.expected == "credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]")
    #expect(finding.observed == "Authorization: “Digest username=\"alice”")
    #expect(finding.diagnosis?.hasPrefix("The grammar stops ") == true)
    #expect(finding.exchange == 1)
  }

  @Test func twoLines() throws {
    let result = try Rehearsal.result(Self.text("basic")) {
      $0.send()
      return .response(
        $0.send("GET", "/", [("Authorization", basic()), ("authorization", basic())]))
    }
    #expect(
      result.finding("well-formed")
        == Finding(expected: "one Authorization field line", observed: "two", exchange: 1))
  }

  /// A line of the caller's and one of the client's own are two as well.
  @Test func twoLinesOneTheCallers() throws {
    let result = try Rehearsal.result(
      """
      client: { credentials: [alice] }
      steps:
        - request: { headers: { Authorization: Basic YTpi } }
          origin: [{ protect: basic }]
      """
    ) {
      .response(
        $0.send("GET", "/", [("Authorization", "Basic YTpi"), ("Authorization", basic())]))
    }
    #expect(result.finding("well-formed")?.observed == "two", "\(result.complaints)")
  }

  @Test(arguments: ["username", "realm", "nonce", "response", "cnonce", "opaque"])
  func notQuoted(name: String) throws {
    let result = try Rehearsal.result(Self.text("digest")) {
      $0.login { DigestDraft($0).with { $0.otherwiseQuoted = [Octets(name)] }.value }
    }
    #expect(result.invariant("well-formed") == .fail)
    #expect(
      result.finding("well-formed")?.expected
        == "\(name) is written as a quoted string (RFC 7616 3.4).")
  }

  /// Noted, so that the habit does not hide all else; the scenario that is about it fails.
  @Test(arguments: ["algorithm", "qop", "nc"])
  func quoted(name: String) throws {
    let result = try Rehearsal.result(Self.text("digest")) {
      $0.login { DigestDraft($0).with { $0.otherwiseQuoted = [Octets(name)] }.value }
    }
    #expect(result.invariant("well-formed") == .pass)
    #expect(result.invariant("bare-tokens") == .note)
    #expect(
      result.finding("bare-tokens")?.expected
        == "\(name) is not written as a quoted string (RFC 7616 3.4).")
    #expect(result.verdict == .pass)
    // The server takes it all the same: how it is written is this invariant's business.
    #expect(result.play?.recording.exchanges.last?.status == 200)
  }

  @Test func rightFormsPass() throws {
    let digest = try Rehearsal.result(Self.text("digest")) { $0.login { DigestDraft($0).value } }
    #expect(digest.invariant("well-formed") == .pass)
    #expect(digest.invariant("bare-tokens") == .pass)
    let password = try Rehearsal.result(Self.text("basic")) { $0.login { _ in basic() } }
    #expect(password.invariant("well-formed") == .pass)
    #expect(password.invariant("bare-tokens") == nil)
    let none = try Rehearsal.result(Self.text("basic")) { .response($0.send()) }
    #expect(none.invariant("well-formed") == nil)
  }

  // MARK: proxy-separation

  static let proxied = """
    client: { proxy: proxy, tunnel: true, credentials: [{ account: alice, for: [origin, proxy] }] }
    steps:
      - request: {}
        origin: [{ protect: basic }]
        proxy: [{ protect: basic }]
    """

  @Test func proxyAuthorizationAtAnOrigin() throws {
    let result = try Rehearsal.result(Self.text("basic")) {
      $0.send()
      return .response($0.send("GET", "/", [("Proxy-Authorization", basic())]))
    }
    #expect(
      result.finding("proxy-separation")
        == Finding(
          expected: "Proxy-Authorization at a proxy only",
          observed: "Proxy-Authorization at an origin server", exchange: 1))
  }

  static func tunnel(connect: [(String, Octets)], inner: [(String, Octets)]) throws -> CaseResult {
    try Rehearsal.result(proxied) { caller in
      let authority = caller.authority("origin")
      caller.send("CONNECT", authority, to: "proxy", host: authority)
      caller.send("CONNECT", authority, to: "proxy", host: authority, connect)
      let tunnel = caller.connection("proxy")
      caller.send("GET", "/", over: tunnel, host: authority)
      return .response(caller.send("GET", "/", over: tunnel, host: authority, inner))
    }
  }

  @Test func tunnels() throws {
    let proxyLogin = ("Proxy-Authorization", basic())
    let login = ("Authorization", basic())
    let right = try Self.tunnel(connect: [proxyLogin], inner: [login])
    #expect(right.invariant("proxy-separation") == .pass, "\(right.complaints)")
    let inside = try Self.tunnel(connect: [proxyLogin], inner: [proxyLogin])
    #expect(
      inside.finding("proxy-separation")?.observed == "Proxy-Authorization inside the tunnel")
    let onConnect = try Self.tunnel(connect: [proxyLogin, login], inner: [login])
    #expect(
      onConnect.finding("proxy-separation")
        == Finding(
          expected: "CONNECT without Authorization", observed: "Authorization on CONNECT",
          exchange: 1))
    let none = try Rehearsal.result(Self.text("basic")) { .response($0.send()) }
    #expect(none.invariant("proxy-separation") == nil)
  }

  // MARK: echo

  @Test(arguments: [
    ("nonce", "n-2", "a nonce that was issued", "nonce “n-2”"),
    ("realm", "Vault", "realm “vault” and opaque “o-1”", "realm “Vault” and opaque “o-1”"),
    ("opaque", "o-2", "realm “vault” and opaque “o-1”", "realm “vault” and opaque “o-2”"),
    ("opaque", nil, "realm “vault” and opaque “o-1”", "realm “vault” and no opaque"),
    ("realm", nil, "realm “vault” and opaque “o-1”", "no realm and opaque “o-1”"),
  ])
  func altered(name: String, value: String?, expected: String, observed: String) throws {
    let result = try Rehearsal.result(Self.text("digest")) {
      $0.login {
        DigestDraft($0).with { $0.altered = [(Octets(name), value.map { Octets($0) })] }.value
      }
    }
    #expect(result.invariant("echo") == .warn)
    #expect(
      result.finding("echo") == Finding(expected: expected, observed: observed, exchange: 1))
  }

  @Test func echoHolds() throws {
    let right = try Rehearsal.result(Self.text("digest")) { $0.login { DigestDraft($0).value } }
    #expect(right.invariant("echo") == .pass)
    let none = try Rehearsal.result(Self.text("basic")) { $0.login { _ in basic() } }
    #expect(none.invariant("echo") == nil)
  }

  @Test func inventedOpaque() throws {
    let whole = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      challenges: { plain: { scheme: Digest, realm: vault, nonce: n-1, qop: auth } }

      """ + Self.text("plain")
    let right = try Rehearsal.result(whole) { $0.login { DigestDraft($0).value } }
    #expect(right.invariant("echo") == .pass)
    let wrong = try Rehearsal.result(whole) {
      $0.login { DigestDraft($0).with { $0.opaque = "" }.value }
    }
    #expect(
      wrong.finding("echo")
        == Finding(
          expected: "realm “vault” and no opaque", observed: "realm “vault” and opaque “”",
          exchange: 1))
  }
}
