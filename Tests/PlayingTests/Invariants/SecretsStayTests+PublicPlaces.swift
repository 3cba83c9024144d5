// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// Where no secret has a place at all.
extension SecretsStayTests {
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
      try result([("Authorization", basic("bob", "p%ss w/rd"))]).invariant("secrets-stay") == .pass)
    #expect(
      try result(target: "http://bob:p%25ss%20w%2Frd@h/").finding("secrets-stay")
        == Finding(
          expected: "no user information in the request-target",
          observed: "the password, percent-encoded in the request-target", exchange: 1))
    #expect(
      try result(host: "bob:p%25ss%20w%2Frd@h").finding("secrets-stay")?.observed
        == "the password, percent-encoded in Host")
    #expect(
      try result([("Referer", "http://bob:p%25ss%20w%2frd@h/")]).finding("secrets-stay")?.observed
        == "the password, percent-encoded in Referer")
  }

  /// A name alone is user information too.
  @Test func usersNameInPublicPlaces() throws {
    let text = "client: { userinfo: bob }\nsteps: [{ request: {}, origin: [{ protect: basic }] }]"
    func result(
      target: String = "/", host: String? = nil, _ fields: [(String, Octets)] = []
    ) throws -> String? {
      try Rehearsal.result(text) { .response($0.send("GET", target, host: host, fields)) }
        .finding("secrets-stay")?.observed
    }
    #expect(try result(target: "http://bob@h/") == "a user's name in the request-target")
    #expect(try result(host: "bob@h") == "a user's name in Host")
    #expect(try result([("Referer", "http://bob@h/")]) == "a user's name in Referer")
    #expect(
      try result(target: "/a@b?c=http://x@y/", [("Referer", "http://h/~a@b"), ("From", "a@b")])
        == nil)
  }

  @Test func passwordWithAnotherName() throws {
    let result = try Rehearsal.result(Self.text()) {
      .response(
        $0.send("GET", "/", to: "other", [("Authorization", basic("carol", "p%ss w/rd"))]))
    }
    #expect(
      result.finding("secrets-stay")
        == Finding(
          expected: "nothing of the login of bob at other",
          observed: "the password in Authorization", exchange: 0))
  }

  @Test func noSubject() throws {
    let result = try Rehearsal.result("steps: [{ request: {} }]") { .response($0.send()) }
    #expect(result.invariant("secrets-stay") == nil)
    let silent = try Rehearsal.result(Self.text()) { _ in .response(ClientResponse(status: 200)) }
    #expect(silent.invariant("secrets-stay") == nil)
  }
}
