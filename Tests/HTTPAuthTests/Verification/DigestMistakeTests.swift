// SPDX-License-Identifier: Apache-2.0

@testable import HTTPAuth
import Testing

/// A mistake, as a change to a test client.
private struct Slip {
  var mistake: Mistake
  /// Returns `true` if the mistake can be made and has an effect in a situation.
  var applies: (DigestSituation) -> Bool
  var make: (inout DigestTestClient) -> Void

  init(
    _ mistake: Mistake, if applies: @escaping (DigestSituation) -> Bool = { _ in true },
    _ make: @escaping (inout DigestTestClient) -> Void
  ) {
    self.mistake = mistake
    self.applies = applies
    self.make = make
  }

  /// Changes only the computation of the response.
  static func computing(
    _ mistake: Mistake, if applies: @escaping (DigestSituation) -> Bool = { _ in true },
    _ change: @escaping (inout DigestComputation) -> Void
  ) -> Slip {
    Slip(mistake, if: applies) { $0.changeComputation = change }
  }

  /// Changes only the parameters.
  static func saying(
    _ mistake: Mistake, if applies: @escaping (DigestSituation) -> Bool = { _ in true },
    _ change: @escaping (inout [AuthParameter]) -> Void
  ) -> Slip {
    Slip(mistake, if: applies) { $0.changeParameters = change }
  }

  /// Uses another target in both.
  static func target(_ mistake: Mistake, _ uri: Octets) -> Slip {
    Slip(mistake) {
      $0.changeComputation = { $0.uri = uri }
      $0.changeParameters = { $0.set("uri", uri) }
    }
  }
}

private func hasQop(_ situation: DigestSituation) -> Bool { situation.qop != nil }
private func isSession(_ situation: DigestSituation) -> Bool { situation.algorithm.isSession }
private func is64(_ situation: DigestSituation) -> Bool { situation.algorithm.function.size == 32 }

private func allSlips() -> [Slip] { slipsInWhatIsSaid() + slipsInTheResponse() }

private func slipsInWhatIsSaid() -> [Slip] {
  [
    .saying(.parameterMissing) { $0.set("realm", nil) },
    .saying(.parameterMissing, if: hasQop) { $0.set("nc", nil) },
    .saying(.parameterDuplicated) { $0.append($0[0]) },
    .saying(.nonceUnknown) { $0.set("nonce", "never issued") },
    .saying(.nonceNotUnescaped) { $0.set("nonce", "n\\\"once=,1") },
    .saying(.realmChanged) { $0.set("realm", "elsewhere") },
    .saying(.realmNotUnescaped) { $0.set("realm", "a \\\"b\\\\c\\\" d") },
    .saying(.realmUnescapedTwice) { $0.set("realm", "a \"bc\" d") },
    .saying(.nonceOfAnotherChallenge) { $0.set("realm", "other realm") },
    .saying(.nonceOfAnotherChallenge) { $0.set("opaque", "opaque2") },
    .saying(.opaqueChanged) { $0.set("opaque", "opaque") },
    .saying(.opaqueDropped) { $0.set("opaque", nil) },
    Slip(.opaqueInvented) {
      $0.challenge.opaque = nil
      $0.changeParameters = {
        $0.append(.init(name: "opaque", value: "", form: .quotedString))
      }
    },
    Slip(.algorithmUnsupported) { $0.challenge.algorithmName = "SHA-1" },
    .saying(.algorithmChanged) { $0.set("algorithm", "SHA-1") },
    .saying(.algorithmDropped, if: { $0.algorithm != .init(.md5) }) { $0.set("algorithm", nil) },
    Slip(.qopDropped, if: hasQop) {
      $0.changeComputation = {
        $0.protection = nil
        $0.body = nil
      }
      $0.changeParameters = { $0.set("qop", nil) }
    },
    Slip(.qopNotOffered, if: hasQop) { $0.challenge.qop = ["auth-conf"] },
    Slip(.qopUnasked, if: hasQop) { $0.challenge.qop = [] },
    .target(.uriWithoutQuery, "/dir/doc%20s"),
    .target(.uriAbsolute, "http://localhost/dir/doc%20s?q=1&r=%41"),
    .target(.uriPercentDecoded, "/dir/doc s?q=1&r=A"),
    .target(.uriPercentEncodedTwice, "/dir/doc%2520s?q=1&r=%2541"),
    .target(.uriWithFragment, "/dir/doc%20s?q=1&r=%41#top"),
    .target(.uriOther, "/elsewhere"),
    Slip(.uriPathOnly) {
      $0.method = "CONNECT"
      $0.target = "www.example.org:443"
      $0.changeComputation = { $0.uri = "/" }
      $0.changeParameters = { $0.set("uri", "/") }
    },
    Slip(.userhashNotOffered) {
      $0.challenge.takesHashedUser = false
      $0.hashesUser = true
    },
    Slip(.userhashUnstated) {
      $0.hashesUser = true
      $0.changeParameters = { $0.set("userhash", nil) }
    },
    .saying(.userhashNotHashed) {
      $0.append(.init(name: "userhash", value: "true", form: .token))
    },
    .saying(.usernameExtendedMalformed) {
      $0.rename("username", "username*")
      $0.set("username*", "J%C3%A4s")
    },
    .saying(.unknownUser) {
      $0.set("username", "mallory")
      $0.set("response", $0[0].value)
    },
    .saying(.userOfAnotherAccount) { $0.set("username", "mallory") },
    Slip(.userNotEscaped) {
      $0.user = DigestSituation.dora.user
      $0.password = DigestSituation.dora.password
      $0.changeParameters = { $0.set("username", "homedora") }
    },
    .saying(.uppercaseResponse) { parameters in
      for index in parameters.indices where parameters[index].name == "response" {
        parameters[index].value = Octets(parameters[index].value.latin1.uppercased())
      }
    },
  ]
}

private func slipsInTheResponse() -> [Slip] {
  [
    .computing(.uriWithoutQuery) { $0.uri = "/dir/doc%20s" },
    .computing(.uriPercentDecoded) { $0.uri = "/dir/doc s?q=1&r=A" },
    Slip(.uriPathOnly) {
      $0.target = "http://www.example.org/a?b"
      $0.changeComputation = { $0.uri = "/a?b" }
    },
    Slip(.uriAbsolute) {
      $0.target = "http://www.example.org/a?b"
      $0.changeParameters = { $0.set("uri", "/a?b") }
    },
    .computing(.wrongMethod) { $0.method = "GET" },
    .computing(.wrongMethod) { $0.method = "" },
    Slip(.wrongMethod) {
      $0.method = "GET"
      $0.changeComputation = { $0.method = "HEAD" }
    },
    .computing(.ncAltered, if: hasQop) { $0.protection?.nc = "0000000b" },
    .computing(.ncAltered, if: hasQop) { $0.protection?.nc = "00000009" },
    .computing(.ncAltered, if: hasQop) { $0.protection?.nc = "a" },
    .computing(.ncAltered, if: hasQop) { $0.protection?.nc = "0000000A" },
    .computing(.cnonceAltered, if: hasQop) { $0.protection?.cnonce = "" },
    Slip(.cnonceAltered, if: hasQop) {
      $0.cnonce = "a\"b"
      $0.changeComputation = {
        $0.protection?.cnonce = "a\\\"b"
        $0.session?.cnonce = "a\\\"b"
      }
    },
    .computing(.cnonceAltered, if: { hasQop($0) && isSession($0) }) { $0.session?.cnonce = "" },
    .computing(.realmNotUnescaped) { $0.realm = "a \\\"b\\\\c\\\" d" },
    .computing(.realmUnescapedTwice) { $0.realm = "a \"bc\" d" },
    .computing(.realmChanged) { $0.realm = "" },
    .computing(.nonceOfAnotherChallenge) { $0.realm = "other realm" },
    .computing(.nonceOfAnotherChallenge) {
      $0.nonce = "nonce2"
      $0.session?.nonce = "nonce2"
    },
    .computing(.nonceNotUnescaped) {
      $0.nonce = "n\\\"once=,1"
      $0.session?.nonce = "n\\\"once=,1"
    },
    .computing(.passwordOfAnotherAccount) { $0.password = "bob's" },
    .computing(.userOfAnotherAccount) { $0.user = "bob" },
    .computing(.userOfAnotherAccount) {
      $0.user = "bob"
      $0.password = "bob's"
    },
    .computing(.emptyPassword) { $0.password = "" },
    .computing(.latin1ForUTF8) { $0.password = Octets(latin1: "Secret, \u{F6}r not?") ?? "" },
    .computing(.latin1ForUTF8) { $0.user = Octets(latin1: "J\u{E4}s\u{F8}n \"Doe\"") ?? "" },
    Slip(.latin1ForUTF8) {
      $0.user = Octets(latin1: "J\u{E4}s\u{F8}n \"Doe\"") ?? ""
      $0.password = Octets(latin1: "Secret, \u{F6}r not?") ?? ""
    },
    .computing(.notNormalised) { $0.password = "Secret, o\u{308}r not?" },
    Slip(.notNormalised) {
      $0.user = "Ja\u{308}s\u{F8}n \"Doe\""
      $0.password = "Secret, o\u{308}r not?"
    },
    .computing(.sha512Truncated, if: { $0.algorithm.function == .sha512Slash256 }) {
      $0.function = .sha512Truncated
    },
    .computing(.md5Always, if: is64) { $0.function = .md5 },
    .computing(.otherHash, if: { $0.algorithm.function == .sha256 }) {
      $0.function = .sha512Slash256
    },
    .computing(.otherHash, if: { $0.algorithm.function == .md5 }) { $0.function = .sha256 },
    .computing(.rfc2069Form, if: hasQop) {
      $0.protection = nil
      $0.body = nil
    },
    Slip(.qopDropped, if: hasQop) {
      $0.changeParameters = { $0.set("qop", nil) }
    },
    .computing(.authForAuthInt, if: { $0.qop == .authInt }) { $0.body = nil },
    .computing(.authForAuthInt, if: { $0.qop == .authInt }) {
      $0.body = nil
      $0.protection?.qop = "auth"
    },
    .computing(.authIntForAuth, if: { $0.qop == .auth }) { $0.body = "some body" },
    .computing(.authIntForAuth, if: { $0.qop == .auth }) {
      $0.body = "some body"
      $0.protection?.qop = "auth-int"
    },
    .computing(.bodyLeftOut, if: { $0.qop == .authInt }) { $0.body = "" },
    Slip(.hashedUserInA1) {
      $0.hashesUser = true
      $0.changeComputation = {
        $0.user = DigestComputation.hashedUser($0.user, realm: $0.realm, by: $0.function)
      }
    },
    .computing(.sessionForgotten, if: isSession) { $0.session = nil },
    .computing(.sessionUnasked, if: { !isSession($0) && hasQop($0) }) {
      $0.session = .init(nonce: $0.nonce, cnonce: $0.protection?.cnonce ?? "")
    },
    .computing(.unexplained) { $0.password = "something else" },
  ]
}

@Suite("Mistakes with Digest")
struct DigestMistakeTests {
  @Test("A client without a mistake is valid", arguments: DigestSituation.all)
  func right(_ situation: DigestSituation) {
    var clients = [situation.client]
    clients.append(situation.client)
    clients[1].hashesUser = true
    clients.append(situation.client)
    clients[2].changeParameters = {
      $0.rename("username", "username*")
      $0.set("username*", "UTF-8''J%C3%A4s%C3%B8n%20%22Doe%22")
    }
    for client in clients {
      guard case .valid(let proof) = situation.verdict(client) else {
        Issue.record("\(situation.verdict(client))")
        continue
      }
      #expect(proof.account == "alice")
      #expect(proof.issued == 1)
      #expect(proof.encoding == .utf8)
      #expect(proof.digest?.ncValue == (situation.qop == nil ? nil : 10))
    }
  }

  @Test("Each mistake is recognized", arguments: DigestSituation.all)
  func named(_ situation: DigestSituation) {
    for (place, slip) in allSlips().enumerated() where slip.applies(situation) {
      var client = situation.client
      slip.make(&client)
      let context = situation.context(of: client)
      let verdict = CredentialsVerifier.verify(client.fieldValue, in: context)
      guard case .invalid(let diagnosis) = verdict else {
        Issue.record("slip \(place): \(slip.mistake) was not seen: \(client.fieldValue)")
        continue
      }
      #expect(diagnosis.mistake == slip.mistake, "slip \(place): \(diagnosis.sentence)")
      #expect(diagnosis.sentence.hasSuffix(".") && diagnosis.sentence.count > 10)
      #expect(diagnosis.scheme == .digest)
      #expect(diagnosis.digest != nil)
    }
  }

  @Test("The clients make every mistake of Digest")
  func allAreMade() {
    let elsewhere: Set<Mistake> = [
      .malformed, .unknownScheme, .wrongPassword, .noToken68, .notBase64, .noColon, .colonInUser,
      .unknownToken, .malformedToken, .schemeNotOffered,
      // Of NTLM: see NTLMVerificationTests.
      .messageMalformed, .messageWithoutChallenge, .messageOfAnotherConnection, .anonymous,
      .domainOfAnother, .domainNotInKey, .domainCapitals, .userNotCapitals, .octetsWidened,
      .integrityCodeWrong, .channelBindingWrong,
      // Of Negotiate: see NegotiateTokenTests and AcceptorTests.
      .ticketRefused, .ticketForAnother, .listNotProtected,
      // Of DPoP and SCRAM: see DPoPVerificationTests and SCRAMVerificationTests.
      .proofMissing, .proofRepeated, .proofMalformed, .proofTypeOther, .proofAlgorithmOther,
      .proofKeyPrivate, .proofSignatureWrong, .proofMethodOther, .proofTargetWithQuery,
      .proofTargetOther, .proofTimeOther, .proofReplayed, .proofNonceMissing, .proofNonceOther,
      .proofHashMissing, .proofHashOther, .proofKeyOther, .boundTokenAsBearer, .scramMalformed,
      .scramBindingClaimed, .scramLoginUnknown, .scramOwnNonce, .scramBindingOther,
      .scramSaltNotDecoded, .scramIterationsOther, .scramHeaderSigned,
    ]
    let made = Set(allSlips().map(\.mistake))
    #expect(made.isDisjoint(with: elsewhere))
    #expect(made.union(elsewhere) == Set(Mistake.allCases))
    for slip in allSlips() { #expect(DigestSituation.all.contains(where: slip.applies)) }
    #expect(Set(Mistake.allCases.map(\.summary)).count == Mistake.allCases.count)
  }

  @Test("Two mistakes at once", arguments: DigestSituation.all.filter { $0.qop == .authInt })
  func two(_ situation: DigestSituation) {
    var client = situation.client
    client.changeComputation = {
      $0.body = ""
      $0.uri = "/dir/doc%20s"
    }
    guard case .invalid(let diagnosis) = situation.verdict(client) else {
      Issue.record("not seen")
      return
    }
    #expect(Set([diagnosis.mistake, diagnosis.second]) == [.bodyLeftOut, .uriWithoutQuery])
  }
}
