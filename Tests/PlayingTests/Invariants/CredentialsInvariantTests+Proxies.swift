// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// What is for the proxy and what for the origin.
extension CredentialsInvariantTests {
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

  /// Nobody can tell who generated a response: a proxy's own WWW-Authenticate asks as the origin
  /// server's does.
  @Test(arguments: [("Basic realm=\"a\"", true), ("Foo", false)])
  func challengeThatAProxyMakes(challenge: String, isOffered: Bool) throws {
    let text = """
      client: { proxy: proxy, credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: 200 }]
          proxy:
            - { times: 1, reply: 401, headers: [{ WWW-Authenticate: '\(challenge)' }] }
      """
    let result = try Rehearsal.result(text) { caller in
      let url = "http://\(caller.authority("origin"))/"
      caller.send("GET", url, to: "proxy")
      return .response(caller.send("GET", url, to: "proxy", [("Authorization", basic())]))
    }
    #expect(
      result.invariant("clear-only-where-offered") == (isOffered ? .pass : .fail),
      "\(result.complaints)")
  }

  @Test func nonceThatAProxyMakesForBoth() throws {
    let text = """
      client: { proxy: proxy, credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: 200 }]
          proxy:
            - times: 1
              reply: 401
              headers:
                - Proxy-Authenticate: 'Digest realm="p", nonce="n"'
                - WWW-Authenticate: 'Digest realm="a", nonce="n"'
      """
    let result = try Rehearsal.result(text) { caller in
      let url = "http://\(caller.authority("origin"))/"
      let draft = DigestDraft(caller.send("GET", url, to: "proxy"))
      return .response(caller.send("GET", url, to: "proxy", [("Authorization", draft.value)]))
    }
    #expect(result.invariant("nonce-stays") == .pass, "\(result.complaints)")
  }

  /// What is refused in another realm was not refused in the one that the proxy named.
  @Test(arguments: [("b", true), ("a", false)])
  func refusalInTheRealmThatAProxyNamed(realm: String, isAnother: Bool) throws {
    let text = """
      client: { proxy: proxy, credentials: [{ account: alice, for: [origin] }] }
      steps:
        - request: {}
          origin: [{ reply: 401, headers: [{ WWW-Authenticate: 'Basic realm="\(realm)"' }] }]
          proxy: [{ times: 1, reply: 401, headers: [{ WWW-Authenticate: 'Basic realm="a"' }] }]
      """
    let result = try Rehearsal.result(text) { caller in
      let url = "http://\(caller.authority("origin"))/"
      caller.send("GET", url, to: "proxy")
      caller.send("GET", url, to: "proxy", [("Authorization", basic())])
      return .response(caller.send("GET", url, to: "proxy", [("Authorization", basic())]))
    }
    #expect(
      result.invariant("rejected-not-repeated") == (isAnother ? .pass : .fail),
      "\(result.complaints)")
  }

  /// A nonce in the proxy's own WWW-Authenticate is one that the origin server issued, and must
  /// come back with its realm.
  @Test(arguments: [("a", true), ("b", false)])
  func echoOfAChallengeThatAProxyMakes(realm: String, isEchoed: Bool) throws {
    let text = """
      client: { proxy: proxy, credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: 200 }]
          proxy:
            - times: 1
              reply: 401
              headers: [{ WWW-Authenticate: 'Digest realm="a", nonce="n", qop="auth"' }]
      """
    let result = try Rehearsal.result(text) { caller in
      let url = "http://\(caller.authority("origin"))/"
      let draft = DigestDraft(caller.send("GET", url, to: "proxy")).with {
        $0.realm = Octets(realm)
      }
      return .response(caller.send("GET", url, to: "proxy", [("Authorization", draft.value)]))
    }
    #expect(result.invariant("echo") == (isEchoed ? .pass : .warn), "\(result.complaints)")
  }

  /// A response to CONNECT is the proxy's: the origin server behind the tunnel has offered nothing.
  @Test func challengeInAResponseToCONNECT() throws {
    let text = """
      client: { proxy: proxy, tunnel: true, credentials: [alice] }
      steps:
        - request: {}
          origin: [{ reply: 200 }]
          proxy: [{ times: 1, reply: 401, headers: [{ WWW-Authenticate: 'Basic realm="a"' }] }]
      """
    let result = try Rehearsal.result(text) { caller in
      let authority = caller.authority("origin")
      caller.send("CONNECT", authority, to: "proxy", host: authority)
      caller.send("CONNECT", authority, to: "proxy", host: authority)
      let tunnel = caller.connection("proxy")
      return .response(
        caller.send("GET", "/", over: tunnel, host: authority, [("Authorization", basic())]))
    }
    #expect(result.invariant("clear-only-where-offered") == .fail, "\(result.complaints)")
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
}
