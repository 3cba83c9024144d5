// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import Testing

/// Two mistakes at once: the hash of a part that neither changes is reused.
@Suite struct DigestVariationTests {
  @Test(arguments: ["MD5", "MD5-sess", "SHA-256-sess"], ["auth", "auth-int"])
  func `a pair's response is the same whether H(A1) and H(A2) were kept or not`(
    _ algorithm: String, _ qop: String
  ) throws {
    let offer =
      "Digest realm=\"a \\\"b\\\"\", nonce=\"n\\\"1\", qop=\"\(qop)\", algorithm=\(algorithm), userhash=true"
    let issued = ChallengeList(parsing: Octets("\(offer), Digest realm=\"c\", nonce=\"m\""))
      .challenges
    let credentials = try Credentials(
      parsing: Octets(
        "Digest username=\"alice\", realm=\"a \\\"b\\\"\", nonce=\"n\\\"1\", uri=\"/a?b=c%20d\", "
          + "qop=\(qop), nc=0000000a, cnonce=\"C\\\"c\", algorithm=\(algorithm), response=\"00\""))
    let accounts = [
      Account(name: "alice", user: "alice", password: "open s\u{E9}same"),
      Account(name: "bob", user: "bob", password: "let me in"),
    ]
    let context = CredentialsContext(
      method: "POST", target: "/a?b=c%20d", body: "a body", accounts: accounts, issued: issued)
    let fields = DigestFields(credentials)
    let answer = try DigestAnswer(fields)
    let named = try #require(DigestAlgorithm(Octets(algorithm)))
    let base = answer.computation(
      user: accounts[0].user, password: accounts[0].password, algorithm: named, in: context)
    var known = DigestVariations(
      answer: answer, fields: fields, challenge: try #require(DigestChallenge(issued[0])),
      context: context, account: accounts[0], base: base)
    for add in DigestVariations.additions { add(&known) }
    #expect(known.all.count > 25)
    #expect(Set(known.all.map(\.part)).count > 9)
    for first in known.all {
      var once = base
      first.apply(&once)
      for second in known.all where second.part != first.part {
        var changed = once
        second.apply(&changed)
        let kept = changed.digits(
          secret: second.part.isOfA1 ? changed.hashOfA1 : once.hashOfA1,
          request: second.part.isOfA2 ? changed.hashOfA2 : once.hashOfA2)
        #expect(Array(kept) == Array(changed.digits), "\(first.part) and \(second.part)")
      }
    }
  }
}
