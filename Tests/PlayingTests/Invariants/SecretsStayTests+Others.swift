// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

extension SecretsStayTests {
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
