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

  /// The challenge of the first origin, which the proxy forwards, is not one of the target.
  @Test(arguments: [(false, "R041"), (true, "R051")])
  func afterARedirect(targetAsks: Bool, requirement: String) throws {
    let text = """
      servers: { other: {} }
      client: { proxy: proxy, credentials: [{ account: alice, for: origin }] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: valid }, reply: redirect, to: other }
            - { reply: challenge, with: basic }
          other: [{ protect: basic }]
          proxy: [{ reply: forward }]
      """
    let result = try Rehearsal.result(text) { caller in
      func get(_ server: String, _ fields: [(String, Octets)] = []) -> ClientResponse {
        let authority = caller.authority(server)
        return caller.send("GET", "http://\(authority)/", to: "proxy", host: authority, fields)
      }
      _ = get("origin")
      _ = get("origin", [("Authorization", basic())])
      if targetAsks { _ = get("other") }
      return .response(get("other", [("Authorization", basic())]))
    }
    #expect(result["invariant.secrets-stay"]?.requirements == [requirement], "\(result.complaints)")
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

  /// The proxy reads the request in any case: an origin's login in it is no leak, only because its
  /// target is ambiguous.
  @Test(arguments: [
    ("http://::1:80/", "Authorization", "alice", nil),
    ("http://[[::1]]:80/", "Authorization", "alice", nil),
    ("http://::1:80/", "Proxy-Authorization", "alice", "leak.R031"),
    ("http://[::1]:80/", "Authorization", "alice", "leak.R031"),
    ("http://elsewhere.test/", "Authorization", "alice", "leak.R031"),
    ("/", "Authorization", "alice", "leak.R031"),
  ])
  func ambiguousTarget(target: String, field: String, user: String, cause: String?) throws {
    let result = try Rehearsal.result(Self.proxied) { caller in
      caller.send("GET", target, to: "proxy", host: caller.authority("origin"))
      return .response(
        caller.send(
          "GET", target, to: "proxy", host: caller.authority("origin"), [(field, basic())]))
    }
    let check = result.checks.first {
      $0.descriptor.id == "invariant.secrets-stay" && $0.verdict.isBad
    }
    #expect(check.map { FailureCause($0, in: result).id } == cause)
  }

  /// The login for the origin on CONNECT goes to the proxy, which has no use for it.
  @Test func originLoginOnConnect() throws {
    let text = Self.proxied.replacing("proxy: proxy", with: "proxy: proxy\n  tunnel: true")
    let result = try Rehearsal.result(text) { caller in
      let authority = caller.authority("origin")
      return .response(
        caller.send(
          "CONNECT", authority, to: "proxy", host: authority, [("Authorization", basic())]))
    }
    for name in ["secrets-stay", "proxy-separation"] {
      let check = try #require(
        result.checks.first { $0.descriptor.id == "invariant.\(name)" && $0.verdict.isBad })
      #expect(FailureCause(check, in: result).id == "leak.R033")
    }
  }

  /// The field is the wrong one; whether that is a leak depends on whose login is in it.
  @Test(arguments: [("alice", "rule.proxy-separation"), ("bob", "leak.R031")])
  func proxyFieldAtTheOrigin(user: String, cause: String) throws {
    let login = user == "bob" ? basic("bob", "p%ss w/rd") : basic()
    let result = try Rehearsal.result(Self.proxied) { caller in
      caller.send()
      return .response(
        caller.send("GET", "/", to: "origin", [("Proxy-Authorization", login)]))
    }
    var grouping = FailureGrouping()
    #expect(grouping.take(result)?.id == cause)
  }
}
