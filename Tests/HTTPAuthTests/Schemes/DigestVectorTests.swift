// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import KnownAnswers
import Testing

@Suite("Known Digest responses")
struct DigestVectorTests {
  @Test("The response is the known one", arguments: DigestVector.all)
  func response(_ vector: DigestVector) {
    #expect(vector.fits(vector.computation.response.latin1))
  }

  @Test("Another password gives another response", arguments: DigestVector.all)
  func otherPassword(_ vector: DigestVector) {
    var computation = vector.computation
    computation.password = Octets(computation.password.array + [0x21])
    #expect(!vector.fits(computation.response.latin1))
  }

  @Test("rspauth is the known one, and differs for another body")
  func rspauth() throws {
    let vectors = DigestVector.all.filter { $0.rspauth != nil }
    #expect(vectors.count == 12)
    for vector in vectors {
      let computation = vector.computation
      #expect(computation.rspauth(responseBody: "").latin1 == vector.rspauth)
      let isCovered = vector.qop == .authInt
      #expect((computation.rspauth(responseBody: "x").latin1 != vector.rspauth) == isCovered)
      #expect(computation.response.latin1 != vector.rspauth)
    }
  }

  @Test("The verifier accepts it", arguments: DigestVector.all)
  func isValid(_ vector: DigestVector) throws {
    let response = vector.computation.response
    let value = vector.credentials(response: response).fieldValue
    let verdict = CredentialsVerifier.verify(value, in: vector.context())
    guard case .valid(let proof) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(proof.account == "somebody")
    #expect(proof.scheme == .digest)
    #expect(proof.issued == 0)
    #expect(proof.computation == vector.computation)
  }

  @Test("The verifier refuses it with any digit changed", arguments: DigestVector.all)
  func isInvalid(_ vector: DigestVector) {
    let response = vector.computation.response.array
    for place in [0, response.count / 2, response.count - 1] {
      var changed = response
      changed[place] = changed[place] == 0x30 ? 0x31 : 0x30
      let value = vector.credentials(response: Octets(changed)).fieldValue
      let verdict = CredentialsVerifier.verify(value, in: vector.context())
      guard case .invalid(let diagnosis) = verdict else {
        Issue.record("\(verdict)")
        continue
      }
      #expect(diagnosis.mistake == .unexplained)
      #expect(diagnosis.account == "somebody")
    }
  }

  @Test("Hashes of the empty string, of user names, of an 8-bit realm")
  func hashes() {
    #expect(HashFunction.md5.hex(of: "") == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(
      HashFunction.sha512Slash256.hex(of: "")
        == "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a")
    #expect(HashFunction.sha512Truncated.hex(of: "") != HashFunction.sha512Slash256.hex(of: ""))
    let realm: Octets = "http-auth@example.org"
    #expect(
      DigestComputation.hashedUser("Mufasa", realm: realm, by: .md5)
        == "4238f3a16167373febb9bc4d43db9cc4")
    #expect(
      DigestComputation.hashedUser("Mufasa", realm: realm, by: .sha256)
        == "a947aad205e80e429958a387394944c6b496301e79f89d35a4cc23b6ee12b5b6")
    #expect(
      DigestComputation.hashedUser("testuser", realm: "testrealm", by: .sha256)
        == "75af8a3500f771e58a52093a25e7905d6e428a511285c12ea1420c73078dfd61")
    #expect(
      HashFunction.md5.hex(of: Octets(Array("u:foo-".utf8) + [0xE5] + Array(":p".utf8)))
        == "d29ced3e1814bf1403a2b9e8330b34a6")
    #expect(HashFunction.md5.hex(of: "u:foo-\u{E5}:p") == "3adc027008dbfc5286b9f0789ac05e8e")
  }

  @Test("Authentication-Info as a server writes it (RFC 7615, RFC 7616 3.5)")
  func authenticationInfo() throws {
    let vector = try #require(
      DigestVector.all.first { $0.algorithm.function == .sha256 && $0.qop == .auth })
    let info = AuthenticationInfoField(
      answering: vector.computation, responseBody: "", nextnonce: "next")
    #expect(
      info.fieldValue.latin1
        == "nextnonce=\"next\", qop=auth, rspauth=\"86d3b25618d41854ca5039a5d7e53ff6355d5134a9b1fb088a78ac3c462195a0\", cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", nc=00000001"
    )
    let read = AuthenticationInfoField(parsing: info.fieldValue)
    #expect(read == info)
    #expect(read.isValid)
    #expect(read.value(of: "NEXTNONCE") == "next")
    let twoLines = AuthenticationInfoField(parsing: ["nextnonce=\"next\"", "qop=auth"])
    #expect(twoLines.parameters.count == 2)
    #expect(!AuthenticationInfoField(parsing: ["qop=auth", "qop=auth"]).isValid)
  }
}
