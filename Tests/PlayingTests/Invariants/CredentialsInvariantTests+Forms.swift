// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Testing

/// How credentials are written, and what comes back in them.
extension CredentialsInvariantTests {
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
    // The server accepts it: only this invariant judges the form.
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
