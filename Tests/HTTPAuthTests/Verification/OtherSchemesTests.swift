// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

@Suite("Basic, Bearer and other schemes")
struct OtherSchemesTests {
  private func verdict(
    _ value: Octets, _ accounts: [Account], charset: Octets? = nil
  ) -> CredentialsVerdict {
    var challenge = Challenge(
      scheme: "Basic", parameters: [.init(name: "realm", value: "r", form: .quotedString)])
    if let charset {
      challenge.parameters.append(.init(name: "charset", value: charset, form: .quotedString))
    }
    return CredentialsVerifier.verify(
      value,
      in: CredentialsContext(method: "GET", target: "/", accounts: accounts, issued: [challenge]))
  }

  private func mistake(
    _ value: Octets, _ accounts: [Account], charset: Octets? = nil
  ) -> Mistake? {
    guard case .invalid(let diagnosis) = verdict(value, accounts, charset: charset) else {
      return nil
    }
    #expect(diagnosis.sentence.hasSuffix("."))
    return diagnosis.mistake
  }

  private static let known: [(user: Octets, password: Octets, value: Octets)] = [
    ("Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
    ("test", "123\u{A3}", "Basic dGVzdDoxMjPCow=="),
    ("\u{E9}", "\u{E9}", "Basic w6k6w6k="),
    ("J\u{E4}s\u{F8}n", "p", "Basic SsOkc8O4bjpw"),
    ("J\u{E4}s\u{F8}n Doe", "Secret, or not?", "Basic SsOkc8O4biBEb2U6U2VjcmV0LCBvciBub3Q/"),
    ("foo", "bar", "Basic Zm9vOmJhcg=="),
    ("", "foobar", "Basic OmZvb2Jhcg=="),
    ("anon", "", "Basic YW5vbjo="),
    ("", "", "Basic Og=="),
  ]

  @Test("Known Basic credentials, and with one octet changed (RFC 7617 2)")
  func knownBasic() {
    for known in Self.known {
      let account = Account(name: "somebody", user: known.user, password: known.password)
      #expect(
        verdict(known.value, [account], charset: "UTF-8")
          == .valid(Proof(account: "somebody", scheme: .basic)))
      let pair = known.user.array + [0x3A] + known.password.array
      #expect(Octets(pair).base64 == Octets(known.value.bytes.dropFirst(6)))
      for place in pair.indices {
        var changed = pair
        changed[place] ^= 0x04
        let value = Octets("Basic \(Octets(changed).base64.latin1)")
        #expect(mistake(value, [account]) != nil)
      }
    }
  }

  @Test("An empty password does not prove an account without a password")
  func withoutPassword() {
    var robot = Account(name: "robot", user: "", password: "", token: "mF_9.B5f-4.1JqM")
    #expect(mistake("Basic Og==", [robot]) == nil)
    robot.hasPassword = false
    #expect(mistake("Basic Og==", [robot]) == .unknownUser)
    let empty = Account(name: "empty", user: "", password: "")
    #expect(
      verdict("Basic Og==", [robot, empty]) == .valid(Proof(account: "empty", scheme: .basic)))
    #expect(
      verdict("Bearer mF_9.B5f-4.1JqM", [robot]) == .valid(Proof(account: "robot", scheme: .bearer))
    )
  }

  @Test("Mistakes with Basic")
  func basicMistakes() throws {
    let test = Account(name: "test", user: "test", password: "123\u{A3}")
    let bob = Account(name: "bob", user: "bob", password: "bob's")
    let jason = Account(name: "jason", user: "J\u{E4}s\u{F8}n", password: "p")
    let colon = Account(name: "colon", user: "blah:blah", password: "x")
    let accounts = [test, bob, jason, colon]
    func basic(_ pair: Octets) -> Octets { Octets("Basic \(pair.base64.latin1)") }

    #expect(mistake("Basic dGVzdDoxMjOj", accounts, charset: "utf-8") == .latin1ForUTF8)
    #expect(mistake("Basic SmHMiHPDuG46cA==", accounts, charset: "UTF-8") == .notNormalised)
    #expect(mistake(basic("nobody:x"), accounts) == .unknownUser)
    #expect(mistake(basic("bob:wrong"), accounts) == .wrongPassword)
    #expect(mistake(basic("bob:123\u{A3}"), accounts) == .passwordOfAnotherAccount)
    #expect(mistake(basic("bob:"), accounts) == .emptyPassword)
    #expect(mistake(basic("bob"), accounts) == .noColon)
    #expect(mistake(basic("blah:blah:x"), accounts) == .colonInUser)
    #expect(mistake("Basic", accounts) == .noToken68)
    #expect(mistake("Basic a=\"b\"", accounts) == .noToken68)
    #expect(mistake("Basic Ym9iOmJvYidz=", accounts) == .notBase64)
    #expect(mistake("Basic Ym9iOmJvYidz", accounts) == nil)
    #expect(mistake("Basic Ym9i:", accounts) == .malformed)
    #expect(mistake("Basic Ym9iOmJvYidz, Basic Ym9iOmJvYidz", accounts) == .malformed)
    #expect(mistake("Negotiate TlRMTVNTUAAB", accounts) == .unknownScheme)
    #expect(mistake("NTLM TlRMTVNTUAAB", accounts) == .messageMalformed)
    #expect(mistake("NTLM", accounts) == .noToken68)
    #expect(mistake("NTLM abc", accounts) == .notBase64)
    #expect(mistake("", accounts) == .malformed)
  }

  @Test("Without charset any encoding is valid (RFC 7617 2.1)")
  func openEncoding() {
    let accounts = [
      Account(name: "test", user: "test", password: "123\u{A3}"),
      Account(name: "jason", user: "J\u{E4}s\u{F8}n", password: "p"),
    ]
    #expect(
      verdict("Basic dGVzdDoxMjOj", accounts)
        == .valid(Proof(account: "test", scheme: .basic, encoding: .latin1)))
    #expect(
      verdict("Basic SmHMiHPDuG46cA==", accounts)
        == .valid(Proof(account: "jason", scheme: .basic, encoding: .utf8NotNormalised)))
    #expect(mistake("Basic dGVzdDoxMjOk", accounts) == .wrongPassword)
  }

  @Test("Bearer (RFC 6750 2.1)")
  func bearer() {
    let account = Account(name: "client", user: "", password: "", token: "mF_9.B5f-4.1JqM")
    let other = Account(name: "other", user: "u", password: "p")
    #expect(
      verdict("Bearer mF_9.B5f-4.1JqM", [other, account])
        == .valid(Proof(account: "client", scheme: .bearer)))
    #expect(
      verdict("bEARER mF_9.B5f-4.1JqM", [account]) == verdict("Bearer mF_9.B5f-4.1JqM", [account]))
    #expect(mistake("Bearer mF_9.B5f-4.1JqN", [account]) == .unknownToken)
    #expect(mistake("Bearer", [account]) == .noToken68)
    #expect(mistake("Bearer token=\"mF_9\"", [account]) == .malformedToken)
    #expect(mistake("Bearer mF 9", [account]) == .malformedToken)
  }

  @Test("Base 64 with padding, of the standard alphabet, and nothing else (RFC 4648 3, 4)")
  func base64() {
    let pairs: [(Octets, Octets)] = [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ]
    for (plain, encoded) in pairs {
      #expect(plain.base64 == encoded)
      #expect(Octets(base64: encoded) == plain)
    }
    for bad: Octets in ["Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm 9v", "Zm9_", "====", "Zg==Zg=="] {
      #expect(Octets(base64: bad) == nil, "\(bad)")
    }
  }
}
