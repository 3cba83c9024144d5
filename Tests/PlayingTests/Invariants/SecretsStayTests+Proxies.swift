// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// Secrets on their way through a proxy.
extension SecretsStayTests {
  static let proxied = """
    servers: { other: {} }
    client:
      proxy: proxy
      credentials: [{ account: alice, for: origin }, { account: bob, for: proxy }]
    steps:
      - request: {}
        origin: [{ protect: basic }]
        proxy: [{ protect: basic }]
    """

  @Test(arguments: [
    ("Proxy-Authorization", "bob", "origin", true), ("Authorization", "alice", "origin", true),
    ("Proxy-Authorization", "alice", "origin", false), ("Authorization", "bob", "origin", false),
    ("Authorization", "alice", "other", false),
  ])
  func throughAProxy(field: String, user: String, server: String, isRight: Bool) throws {
    let login = user == "bob" ? basic("bob", "p%ss w/rd") : basic()
    let result = try Rehearsal.result(Self.proxied) { caller in
      let target = "http://\(caller.authority(server))/"
      let proxyLogin: (String, Octets) = (
        "Proxy-Authorization", basic("bob", "p%ss w/rd")
      )
      caller.send("GET", target, to: "proxy", host: caller.authority(server))
      caller.send("GET", target, to: "proxy", host: caller.authority(server), [proxyLogin])
      return .response(
        caller.send(
          "GET", target, to: "proxy", host: caller.authority(server), [(field, login)]))
    }
    #expect(
      result.invariant("secrets-stay") == (isRight ? .pass : .fail), "\(result.complaints)")
  }

  @Test func insideATunnel() throws {
    let text = Self.proxied.replacing("proxy: proxy", with: "proxy: proxy\n  tunnel: true")
    func result(_ login: Octets) throws -> CaseResult {
      try Rehearsal.result(text) { caller in
        let authority = caller.authority("origin")
        caller.send(
          "CONNECT", authority, to: "proxy", host: authority,
          [("Proxy-Authorization", basic("bob", "p%ss w/rd"))])
        let tunnel = caller.connection("proxy")
        caller.send("GET", "/", over: tunnel, host: authority)
        return .response(
          caller.send("GET", "/", over: tunnel, host: authority, [("Authorization", login)]))
      }
    }
    #expect(try result(basic()).invariant("secrets-stay") == .pass)
    let wrong = try result(basic("bob", "p%ss w/rd"))
    #expect(
      wrong.finding("secrets-stay")?.expected == "nothing of the login of bob at origin",
      "\(wrong.complaints)")
  }
}
