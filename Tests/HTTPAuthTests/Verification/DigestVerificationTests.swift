// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import Testing

@Suite("Valid Digest credentials")
struct DigestVerificationTests {
  private let account = Account(name: "u", user: "user", password: "pass")

  private func client(_ challenge: DigestChallenge, target: Octets = "/") -> DigestTestClient {
    DigestTestClient(
      challenge: challenge, user: "user", password: "pass", method: "GET", target: target,
      body: "", qop: .auth)
  }

  private func verdict(
    _ client: DigestTestClient, target: Octets? = nil, issued: [Challenge]? = nil,
    accepted: [DigestFields] = []
  ) -> CredentialsVerdict {
    CredentialsVerifier.verify(
      client.fieldValue,
      in: CredentialsContext(
        method: client.method, target: target ?? client.target, body: client.body,
        accounts: [account], issued: issued ?? [client.challenge.challenge], accepted: accepted))
  }

  private func proof(_ verdict: CredentialsVerdict) -> Proof? {
    guard case .valid(let proof) = verdict else { return nil }
    return proof
  }

  private func mistake(_ verdict: CredentialsVerdict) -> Mistake? {
    guard case .invalid(let diagnosis) = verdict else { return nil }
    return diagnosis.mistake
  }

  @Test("Absolute-form through a proxy: absolute URI, or path and query (RFC 7616 3.4.3, 3.4.6)")
  func absoluteForm() {
    let challenge = DigestChallenge(realm: "r", nonce: "n")
    let target: Octets = "http://example.org/a?b"
    #expect(proof(verdict(client(challenge, target: target))) != nil)
    #expect(proof(verdict(client(challenge, target: "/a?b"), target: target)) != nil)
    #expect(proof(verdict(client(challenge, target: "/"), target: "http://example.org")) != nil)
    #expect(mistake(verdict(client(challenge, target: "/a"), target: target)) == .uriWithoutQuery)
    #expect(mistake(verdict(client(challenge, target: "/b"), target: target)) == .uriOther)
    #expect(
      mistake(verdict(client(challenge, target: "http://example.com/a?b"), target: target))
        == .uriOther)
    #expect(proof(verdict(client(challenge, target: "*"))) != nil)
    #expect(mistake(verdict(client(challenge, target: "/"), target: "*")) == .uriPathOnly)
  }

  @Test("Of several challenges with one nonce, the one that is answered")
  func severalWithOneNonce() {
    let md5 = DigestChallenge(realm: "r", nonce: "n", algorithm: .init(.md5))
    let sha = DigestChallenge(realm: "r", nonce: "n", algorithm: .init(.sha256))
    let issued = [sha.challenge, md5.challenge]
    #expect(proof(verdict(client(sha), issued: issued))?.issued == 0)
    #expect(proof(verdict(client(md5), issued: issued))?.issued == 1)
    #expect(proof(verdict(client(md5), issued: issued + [md5.challenge]))?.issued == 2)
    #expect(mistake(verdict(client(md5), issued: [sha.challenge])) == .algorithmChanged)
    let plain = DigestChallenge(realm: "r", nonce: "n", qop: [.authInt])
    #expect(proof(verdict(client(md5), issued: [md5.challenge, plain.challenge]))?.issued == 0)
    let unnamed = DigestChallenge(realm: "r", nonce: "n")
    #expect(
      proof(verdict(client(unnamed), issued: [unnamed.challenge, sha.challenge]))?.issued == 0)
    #expect(mistake(verdict(client(md5), issued: [])) == .nonceUnknown)
  }

  @Test("Of several that differ only in what they allow, one that allows it")
  func severalThatAllowMore() {
    let plain = DigestChallenge(realm: "r", nonce: "n")
    let hashed = DigestChallenge(realm: "r", nonce: "n", takesHashedUser: true)
    var hashing = client(hashed)
    hashing.hashesUser = true
    #expect(proof(verdict(hashing, issued: [hashed.challenge, plain.challenge])) != nil)
    #expect(proof(verdict(client(plain), issued: [hashed.challenge, plain.challenge])) != nil)
    #expect(
      mistake(verdict(hashing, issued: [plain.challenge, plain.challenge])) == .userhashNotOffered)
    let named = DigestChallenge(realm: "r", nonce: "n", algorithm: .init(.md5))
    let other = DigestChallenge(realm: "r", nonce: "n", qop: [.authInt])
    #expect(proof(verdict(client(plain), issued: [named.challenge, other.challenge])) != nil)
  }

  @Test("Another encoding answers a challenge without charset (RFC 7616 4)")
  func charsetOfOneOfTwo() {
    let umlaut = Account(name: "u", user: "J\u{E4}s", password: "pass")
    let plain = DigestChallenge(realm: "r", nonce: "n")
    var asking = plain
    asking.charset = "UTF-8"
    var latin1 = client(plain)
    latin1.user = Octets([0x4A, 0xE4, 0x73])
    func verdict(_ issued: DigestChallenge...) -> CredentialsVerdict {
      CredentialsVerifier.verify(
        latin1.fieldValue,
        in: CredentialsContext(
          method: latin1.method, target: latin1.target, body: latin1.body, accounts: [umlaut],
          issued: issued.map(\.challenge)))
    }
    #expect(proof(verdict(plain)) != nil)
    #expect(proof(verdict(asking)) == nil)
    #expect(proof(verdict(asking, plain)) != nil)
    #expect(proof(verdict(plain, asking)) != nil)
  }

  @Test("A session key may be kept while cnonce and nonce change (RFC 7616 3.4.2)")
  func keptSession() throws {
    let first = client(
      DigestChallenge(realm: "r", nonce: "n1", algorithm: .init(.sha256, isSession: true)))
    let earlier = try #require(proof(verdict(first))?.digest)
    var second = client(
      DigestChallenge(realm: "r", nonce: "n2", algorithm: .init(.sha256, isSession: true)))
    second.cnonce = "fresh"
    #expect(proof(verdict(second, accepted: [earlier])) != nil)
    let kept = DigestComputation.Session(nonce: "n1", cnonce: first.cnonce)
    second.changeComputation = { $0.session = kept }
    let later = try #require(proof(verdict(second, accepted: [earlier])))
    #expect(later.computation?.session == kept)
    #expect(mistake(verdict(second)) == .unexplained)
  }

  @Test("Algorithm and qop in another case, MD5 not named, empty qop")
  func spelling() {
    var challenge = DigestChallenge(realm: "r", nonce: "n")
    challenge.algorithmName = "mD5"
    challenge.qop = ["aUth"]
    #expect(proof(verdict(client(challenge))) != nil)
    var silent = client(challenge)
    silent.changeParameters = { $0.set("algorithm", nil) }
    #expect(proof(verdict(silent)) != nil)
    let empty = Challenge(
      scheme: "digest",
      parameters: [
        .init(name: "REALM", value: "r", form: .token),
        .init(name: "nonce", value: "n", form: .token),
        .init(name: "qop", value: "", form: .quotedString),
      ])
    var old = client(challenge)
    old.qop = nil
    #expect(proof(verdict(old, issued: [empty])) != nil)
    #expect(mistake(verdict(client(challenge), issued: [empty])) == .qopUnasked)
  }

  @Test("Without charset any encoding is valid (RFC 7616 4)")
  func openEncoding() {
    let jason = Account(name: "j", user: "J\u{E4}s\u{F8}n", password: "\u{1EA5}")
    var challenge = DigestChallenge(realm: "r", nonce: "n")
    func verdict(_ user: Octets, _ password: Octets) -> CredentialsVerdict {
      let client = DigestTestClient(
        challenge: challenge, user: user, password: password, method: "GET", target: "/", body: "",
        qop: .auth)
      return CredentialsVerifier.verify(
        client.fieldValue,
        in: CredentialsContext(
          method: "GET", target: "/", accounts: [jason], issued: [challenge.challenge]))
    }
    let taken: Octets = "a\u{302}\u{301}"
    #expect(proof(verdict("Ja\u{308}s\u{F8}n", taken))?.encoding == .utf8NotNormalised)
    #expect(proof(verdict("J\u{E4}s\u{F8}n", "\u{1EA5}"))?.encoding == .utf8)
    challenge.charset = "utf-8"
    #expect(mistake(verdict("Ja\u{308}s\u{F8}n", taken)) == .notNormalised)
    #expect(proof(verdict("J\u{E4}s\u{F8}n", "\u{1EA5}"))?.encoding == .utf8)
  }

  @Test("The printed example of RFC 7616 3.9.2 is truncated SHA-512 (errata 4897)")
  func printedExample() {
    var challenge = DigestChallenge(
      realm: "api@example.org", nonce: "5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK",
      algorithm: .init(.sha512Slash256), opaque: "HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS",
      charset: "UTF-8", takesHashedUser: true)
    let jason = Account(name: "j", user: "J\u{E4}s\u{F8}n Doe", password: "Secret, or not?")
    func verdict(_ user: String, _ response: String) -> CredentialsVerdict {
      CredentialsVerifier.verify(
        Octets(
          "Digest username=\"\(user)\", realm=\"api@example.org\", uri=\"/doe.json\", algorithm=SHA-512-256, nonce=\"5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK\", nc=00000001, cnonce=\"NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v\", qop=auth, response=\"\(response)\", opaque=\"HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS\", userhash=true"
        ),
        in: CredentialsContext(
          method: "GET", target: "/doe.json", accounts: [jason], issued: [challenge.challenge]))
    }
    let right = (
      "793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b",
      "3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"
    )
    let printed = (
      "488869477bf257147b804c45308cd62ac4e25eb717b12b298c79e62dcea254ec",
      "ae66e67d6b427bd3f120414a82e4acff38e8ecd9101d6c861229025f607a79dd"
    )
    #expect(proof(verdict(right.0, right.1))?.account == "j")
    #expect(mistake(verdict(printed.0, printed.1)) == .sha512Truncated)
    #expect(mistake(verdict(right.0, printed.1)) == .sha512Truncated)
    challenge.takesHashedUser = false
    #expect(mistake(verdict(right.0, right.1)) == .userhashNotOffered)
  }

  @Test("Apache's userhash: A1 from the hashed name")
  func apacheUserhash() {
    let challenge = DigestChallenge(
      realm: "realm1", nonce: "f2a3f18799759d4f1a1c068b92b573cb", qop: [], takesHashedUser: true)
    let context = CredentialsContext(
      method: "Simple", target: "/",
      accounts: [Account(name: "a", user: "username", password: "password")],
      issued: [challenge.challenge])
    func verdict(_ response: String) -> CredentialsVerdict {
      let user = DigestComputation.hashedUser("username", realm: "realm1", by: .md5).latin1
      return CredentialsVerifier.verify(
        Octets(
          "Digest username=\"\(user)\", realm=\"realm1\", nonce=\"f2a3f18799759d4f1a1c068b92b573cb\", uri=\"/\", response=\"\(response)\", userhash=true"
        ), in: context)
    }
    #expect(mistake(verdict("3b6561ceb73e5ffe9314a695179f23f9")) == .hashedUserInA1)
    #expect(proof(verdict("e95a7ddf37c2eab009568b1ed134f89a"))?.account == "a")
  }

  @Test("A serialized challenge is parsed to the same challenge")
  func challengeRoundTrip() {
    let challenge = DigestChallenge(
      realm: "a \"b\\", nonce: "n=,", algorithm: .init(.sha256, isSession: true),
      qop: [.auth, .authInt], opaque: "", domain: ["/a", "/b"], isStale: true, charset: "UTF-8",
      takesHashedUser: true)
    let value = challenge.challenge.fieldValue
    #expect(
      value.latin1
        == #"Digest realm="a \"b\\", qop="auth, auth-int", algorithm=SHA-256-sess, nonce="n=,", opaque="", domain="/a /b", stale=true, charset=UTF-8, userhash=true"#
    )
    let list = ChallengeList(parsing: value)
    #expect(list.isValid)
    #expect(list.challenges.first.flatMap { DigestChallenge($0) } == challenge)
    #expect(DigestChallenge(Challenge(scheme: "Basic")) == nil)
    for algorithm in DigestAlgorithm.allCases {
      #expect(DigestAlgorithm(algorithm.name) == algorithm)
    }
    #expect(DigestAlgorithm("SHA-512/256") == nil)
    #expect(DigestAlgorithm("-sess") == nil)
  }
}
