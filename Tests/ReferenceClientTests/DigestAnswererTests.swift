// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
@testable import ReferenceClient
import KnownAnswers
import Testing

extension DigestVector {
  var answerer: DigestAnswerer {
    var offer = DigestOffer(nonce: nonce)
    offer.algorithm = algorithm.name
    offer.function = algorithm.function
    offer.isSession = algorithm.isSession
    offer.qop = qop.map { $0 == .auth ? .auth : .authInt }
    return DigestAnswerer(
      offer: offer, realm: realm, login: Login(user: user, password: password), uri: uri,
      method: method, body: body, count: UInt32(nc.latin1, radix: 16) ?? 0, clientNonce: cnonce)
  }
}

@Suite struct DigestAnswererTests {
  @Test func thereAreVectors() { #expect(DigestVector.all.count > 10) }

  @Test(arguments: DigestVector.all)
  func responseIsTheKnownOne(_ vector: DigestVector) {
    #expect(vector.fits(vector.answerer.response.latin1))
    var other = vector.answerer
    other.login.password = "another"
    #expect(!vector.fits(other.response.latin1))
  }

  @Test(arguments: DigestVector.all.filter { $0.rspauth != nil && $0.qop == .auth })
  func rspauthIsTheKnownOne(_ vector: DigestVector) {
    #expect(vector.answerer.responseAuthentication(body: "").latin1 == vector.rspauth)
  }

  @Test func fieldIsQuotedByTheRules() throws {
    var offer = DigestOffer(nonce: "n")
    offer.opaque = #"o"\"#
    offer.algorithm = "MD5"
    let answerer = DigestAnswerer(
      offer: offer, realm: "r", login: Login(user: #"a"b"#, password: "p"), uri: "/", method: "GET",
      body: "", count: 10, clientNonce: "c")
    let value = try answerer.value().latin1
    #expect(value.hasPrefix(#"Digest username="a\"b", realm="r", nonce="n", uri="/", response=""#))
    #expect(value.contains(#", algorithm=MD5, opaque="o\"\\", qop=auth, nc=0000000a, cnonce="c""#))
  }

  @Test func loginsThatCannotBeSentAreRefused() {
    for user in ["a:b", "a\tb", "a\r\nb"] {
      let answerer = DigestAnswerer(
        offer: DigestOffer(nonce: "n"), realm: "r", login: Login(user: Octets(user), password: "p"),
        uri: "/", method: "GET", body: "", count: 1, clientNonce: "c")
      #expect(throws: CredentialsError.self) { try answerer.value() }
    }
  }
}

@Suite struct NormalFormTests {
  @Test(arguments: [
    ("Ja\u{308}son", "J\u{E4}son"), ("A\u{30A}", "\u{C5}"), ("\u{212B}", "\u{C5}"),
    ("plain", "plain"), ("\u{1EC7}", "\u{1EC7}"), ("e\u{323}\u{302}", "\u{1EC7}"),
  ])
  func lettersAreComposed(_ text: String, _ composed: String) {
    #expect(NormalForm.composed(Octets(text)) == Octets(composed))
  }
}
