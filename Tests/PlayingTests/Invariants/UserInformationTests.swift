// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
import Scenarios
@testable import Transcripts
import TestThreads
import Testing

/// Parts of a request that anybody may read.
@Suite(.onOwnThreads) struct UserInformationTests {
  @Test func publicPlaces() throws {
    let text = """
      client: { userinfo: bob }
      steps: [{ request: {}, origin: [{ protect: basic }] }]
      """
    func result(
      target: String = "/", host: String? = nil, _ fields: [(String, Octets)] = []
    ) throws -> CaseResult {
      try Rehearsal.result(text) {
        $0.send()
        return .response($0.send("GET", target, host: host, fields))
      }
    }
    #expect(
      try result([("Authorization", basic("bob", "p%ss w/rd"))]).invariant("user-information")
        == .pass)
    #expect(
      try result(target: "http://bob:p%25ss%20w%2Frd@h/").finding("user-information")
        == Finding(
          expected: "no user information in the request-target",
          observed: "the password, percent-encoded in the request-target", exchange: 1))
    #expect(
      try result(host: "bob:p%25ss%20w%2Frd@h").finding("user-information")?.observed
        == "the password, percent-encoded in Host")
    #expect(
      try result([("Referer", "http://bob:p%25ss%20w%2frd@h/")]).finding("user-information")?
        .observed
        == "the password, percent-encoded in Referer")
  }

  /// A name alone is user information too.
  @Test func usersNameInPublicPlaces() throws {
    let text = "client: { userinfo: bob }\nsteps: [{ request: {}, origin: [{ protect: basic }] }]"
    func result(
      target: String = "/", host: String? = nil, _ fields: [(String, Octets)] = []
    ) throws -> String? {
      try Rehearsal.result(text) { .response($0.send("GET", target, host: host, fields)) }
        .finding("user-information")?.observed
    }
    #expect(try result(target: "http://bob@h/") == "a user's name in the request-target")
    #expect(try result(host: "bob@h") == "a user's name in Host")
    #expect(try result([("Referer", "http://bob@h/")]) == "a user's name in Referer")
    #expect(
      try result(target: "/a@b?c=http://x@y/", [("Referer", "http://h/~a@b"), ("From", "a@b")])
        == nil)
  }

  /// What a server wrote into a Location is no secret of the user's, and has a cause of its own.
  @Test func userInformationOfALocation() throws {
    let text = """
      client: { userinfo: bob }
      steps:
        - request: {}
          origin:
            - { when: { path: / }, reply: 302, headers: { Location: "http://mallory@${origin.authority}/x" } }
            - { protect: basic }
      """
    func check(_ target: String) throws -> (Check, CaseResult) {
      let result = try Rehearsal.result(text) {
        $0.send()
        return .response($0.send("GET", target))
      }
      let id = "invariant.user-information"
      return (try #require(result.checks.first { $0.descriptor.id == id }), result)
    }
    let (servers, result) = try check("http://mallory@h/x")
    #expect(
      servers.finding?.observed == "the user information of a Location in the request-target")
    #expect(servers.requirements == ["R049"])
    #expect(servers.level == .must)
    #expect(FailureCause(servers, in: result).id == "rule.user-information")
    let (own, other) = try check("http://bob:p%25ss%20w%2Frd@h/x")
    #expect(own.finding?.observed == "the password, percent-encoded in the request-target")
    #expect(FailureCause(own, in: other).id == "caller-leak.R049")
  }
}
