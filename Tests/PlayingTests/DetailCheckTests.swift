// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// What a pattern asks of a request besides what kind of request it is: each detail, held and
/// broken.
@Suite(.onOwnThreads) struct DetailCheckTests {
  /// A login in which anything passes for credentials, with a detail asked of the second request.
  static func text(_ detail: String, request: String = "{}") -> String {
    """
    client: { credentials: [alice] }
    steps:
      - request: \(request)
        origin:
          - { when: { credentials: any }, reply: 200 }
          - { reply: challenge, with: digest }
        expect:
          origin: [{ credentials: none }, { credentials: any, \(detail) }]
    """
  }

  static func login(_ change: @escaping (inout DigestDraft) -> Void) -> CannedClient.Script {
    { $0.login { DigestDraft($0).with(change).value } }
  }

  static func expect(
    _ result: CaseResult, _ id: String, expected: String, observed: String,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) {
    let check = result["1.origin.2.\(id)"]
    #expect(check?.verdict == .fail, "\(result.complaints)", sourceLocation: location)
    #expect(
      check?.finding == Finding(expected: expected, observed: observed, exchange: 1),
      sourceLocation: location)
    #expect(result.verdict("1.origin.exchanges") == .pass, sourceLocation: location)
  }

  // MARK: Digest fields

  @Test(arguments: [
    ("realm", "vault"), ("nonce", "n-1"), ("qop", "auth"), ("algorithm", "MD5"),
    ("opaque", "o-1"), ("cnonce", "c-0123456789abcdef"), ("uri", "/"), ("username", "alice"),
    ("username*", "UTF-8''alice"), ("userhash", "true"), ("response", "right"),
  ])
  func digestField(name: String, value: String) throws {
    let field = Octets(name)
    func result(_ wanted: String, sent: Octets?) throws -> CaseResult {
      try Rehearsal.result(
        Self.text("\"\(name)\": \(wanted)"), script: Self.login { $0.altered = [(field, sent)] })
    }
    let id = "1.origin.2.\(name)"
    let right = Octets(value)
    #expect(try result("\"\(value)\"", sent: right).verdict(id) == .pass)
    Self.expect(
      try result("\"\(value)\"", sent: "else"), name, expected: "\(name): “\(value)”",
      observed: "\(name): “else”")
    Self.expect(
      try result("\"\(value)\"", sent: nil), name, expected: "\(name): “\(value)”",
      observed: "no \(name)")

    #expect(try result("present", sent: right).verdict(id) == .pass)
    Self.expect(
      try result("present", sent: nil), name, expected: name, observed: "no \(name)")

    #expect(try result("absent", sent: nil).verdict(id) == .pass)
    Self.expect(
      try result("absent", sent: right), name, expected: "no \(name)",
      observed: "\(name): “\(value)”")

    #expect(try result("{ not: \"\(value)\" }", sent: "else").verdict(id) == .pass)
    Self.expect(
      try result("{ not: \"\(value)\" }", sent: right), name,
      expected: "\(name) other than “\(value)”", observed: "\(name): “\(value)”")
    Self.expect(
      try result("{ not: \"\(value)\" }", sent: nil), name,
      expected: "\(name) other than “\(value)”", observed: "no \(name)")

    #expect(try result("{ contains: ls }", sent: "else").verdict(id) == .pass)
    Self.expect(
      try result("{ contains: zzz }", sent: right), name, expected: "\(name) with “zzz” in it",
      observed: "\(name): “\(value)”")
  }

  @Test func theWordItself() throws {
    let text = Self.text("realm: { is: present }")
    let right = try Rehearsal.result(
      text, script: Self.login { $0.altered = [("realm", "present")] })
    #expect(right.verdict("1.origin.2.realm") == .pass)
    let wrong = try Rehearsal.result(text, script: Self.login { _ in })
    #expect(wrong.verdict("1.origin.2.realm") == .fail)
  }

  @Test func namesOfParametersAreComparedWithoutCase() throws {
    let result = try Rehearsal.result(
      Self.text("cnonce: c-1"),
      script: Self.login { $0.altered = [("cnonce", nil), ("CNonce", "c-1")] })
    #expect(result.verdict("1.origin.2.cnonce") == .pass)
  }

  @Test func nonceCount() throws {
    let text = Self.text("nc: 10")
    let right = try Rehearsal.result(text, script: Self.login { $0.nc = "0000000a" })
    #expect(right.verdict("1.origin.2.nc") == .pass)
    for (nc, observed) in [
      ("00000001", "nc=00000001"), ("a", "nc=a"), ("0000000A", "nc=0000000A"),
      ("00000010", "nc=00000010"),
    ] {
      let wrong = try Rehearsal.result(text, script: Self.login { $0.nc = Octets(nc) })
      Self.expect(wrong, "nc", expected: "nc=0000000a", observed: observed)
    }
    let without = try Rehearsal.result(text, script: Self.login { $0.qop = nil })
    Self.expect(without, "nc", expected: "nc=0000000a", observed: "no nc")
  }
}
