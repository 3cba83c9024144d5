// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Fuzzing
import Testing

@Suite("The grammar's demand")
struct GrammarAnswerTests {
  private static let abilities: Set<String> = [
    "basic", "digest", "digest-sha-256", "digest-sess", "proxy", "proxy-digest",
  ]

  private func kind(
    _ fields: [Octets], abilities: Set<String> = abilities, text: Octets? = nil
  ) -> GrammarAnswer.Kind {
    let input = text.map { FuzzInput(text: $0) } ?? FuzzInput(challenges: fields)
    return GrammarAnswer(input, abilities: abilities).kind
  }

  @Test(
    "A complete challenge of a scheme that the client implements is to be answered",
    arguments: [
      "Basic realm=\"a\"", "BASIC REALM=a", "Foo, Basic realm=\"a\"", "Basic realm=a, charset=x",
      "Foo abc==, Basic realm=a",
      "Digest realm=a, nonce=b, qop=\"auth\"", "Digest realm=a, nonce=b, qop=\"foo, auth\"",
      "Digest realm=a, nonce=b, qop=auth, algorithm=SHA-256-sess",
      "Digest realm=a, nonce=b, algorithm=token, Basic realm=a", "Basic\r\n realm=\"a\"",
    ] as [Octets])
  func answered(field: Octets) { #expect(kind([field]) == .answer, "\(field)") }

  @Test(
    "If the client implements none of the schemes, nothing is to be sent",
    arguments: [
      "Newauth realm=\"a, Basic b\"", "Foo", "", "Bearer realm=a", "Foo Basic==",
      "Digest realm=a, nonce=b, algorithm=token", "Digest realm=a", "Digest realm=a, qop=auth",
    ] as [Octets])
  func notAnswered(field: Octets) { #expect(kind([field]) == .nothing, "\(field)") }

  @Test(
    "If there is more than one reading, nothing is demanded",
    arguments: [
      "Basic", "Digest nonce=b", "Digest realm=a, nonce=\"\"", "Digest realm=a, nonce=b",
      "Basic realm=a, realm=\"\"",
      "Digest realm=a, nonce=b, qop=auth-int", "Basic realm=\"a",
      "Foo =, Basic realm=a", "Basic realm=\"\"", "Basic abc==",
      "Digest realm=a, nonce=b, qop=auth, userhash=true",
      "Digest realm=a, nonce=b, qop=auth, algorithm=SHA-512-256",
      "Digest realm=a, qop=auth, Basic realm=a", "Basic realm=a, Digest realm=a, nonce=\"\"",
      "Digest realm=a, nonce=b, qop=\"foo\", Basic realm=a", "Digest nonce=b, Basic realm=a",
      "Digest realm=a, Digest realm=a, nonce=b, qop=auth",
    ] as [Octets])
  func open(field: Octets) { #expect(kind([field]) == .open, "\(field)") }

  @Test(
    "A challenge that names a parameter twice is answered by one of its readings, or not at all",
    arguments: [
      "Basic realm=a, realm=b", "Digest realm=a, nonce=b, qop=auth, REALM=c",
      "Digest nonce=a, realm=a, nonce=b, qop=auth",
    ] as [Octets])
  func whole(field: Octets) {
    #expect(kind([field]) == .whole, "\(field)")
    #expect(kind([field, "Foo"]) == .open, "\(field)")
    #expect(kind([Octets(field.array + ", Foo".utf8)]) == .open, "\(field)")
    #expect(kind([Octets(field.array + ", realm=".utf8)]) == .open, "\(field)")
  }

  @Test("Other parts of a reply can leave it open")
  func replies() {
    #expect(kind([], text: "HTTP/1.1 403 x\nWWW-Authenticate: Basic realm=a\n") == .open)
    #expect(kind([], text: ":reset\nWWW-Authenticate: Basic realm=a\n") == .open)
    #expect(kind([], text: "Transfer-Encoding: x\nWWW-Authenticate: Basic realm=a\n") == .open)
    #expect(kind([], text: "Set-Cookie: a=b\nWWW-Authenticate: Basic realm=a\n") == .answer)
    #expect(kind([], text: ":close\nWWW-Authenticate: Basic realm=a\n") == .answer)
    #expect(kind([], text: ":proxy\nProxy-Authenticate: Basic realm=a\n") == .answer)
    #expect(kind([], text: ":proxy\nWWW-Authenticate: Basic realm=a\n") == .open)
    #expect(kind(["Basic realm=a", "realm=b"]) == .open)
    #expect(kind(["Foo", "Basic realm=a"]) == .answer)
    #expect(kind(["Basic realm=a"], abilities: ["digest"]) == .open)
  }
}
