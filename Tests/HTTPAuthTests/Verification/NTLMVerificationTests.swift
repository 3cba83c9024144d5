// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

/// The verdicts on messages of a client with and without mistakes.
@Suite("NTLM credentials")
struct NTLMVerificationTests {
  /// A client whose parts can be changed.
  struct Client {
    var user: Octets = "alice"
    var userInKey: Octets?
    var domain: Octets = "AUTHSPEC"
    var domainInKey: Octets?
    var password: [UInt8] = NTLMText.utf16("open sesame")
    var version = NTLMAnswer.Version.v2
    var pairs: (NTLMTargetInformation) -> NTLMTargetInformation = { $0 }
    var hasMIC = false
    var spoilsMIC = false
    /// Changes octets of NTLMv2_CLIENT_CHALLENGE, by place.
    var blobChanges: [Int: UInt8] = [:]
    var encodes: (Octets) -> [UInt8] = NTLMText.utf16
    var offer = NTLMOffer(nonce: [1, 2, 3, 4, 5, 6, 7, 8])

    static let flags: NTLMFlags = [.unicode, .oem, .ntlm, .extendedSecurity, .requestTarget]
    let first = NTLMNegotiateMessage(flags: Client.flags).octets

    var handshake: ConnectionHandshake {
      let reply = offer.reply(to: Octets(first)).flatMap { Octets(base64: $0) }
      return ConnectionHandshake(opening: Octets(first), reply: reply ?? "")
    }

    func message() throws -> [UInt8] {
      let challenge = try NTLMChallengeMessage(parsing: handshake.reply.array)
      let hash = LegacyCryptography.md4(password)
      let nonce: [UInt8] = [9, 9, 9, 9, 9, 9, 9, 9]
      var flags = challenge.flags
      var lm: [UInt8] = []
      var nt: [UInt8] = []
      var key: [UInt8] = []
      switch version {
      case .anonymous: break
      case .lm:
        lm = NTLMComputation.responseV1(
          hash: NTLMComputation.lanManagerHash("open sesame"), nonce: challenge.nonce)
      case .v1:
        flags.remove(.extendedSecurity)
        nt = NTLMComputation.responseV1(hash: hash, nonce: challenge.nonce)
        lm = nt
      case .session:
        lm = nonce + [UInt8](repeating: 0, count: 16)
        nt = NTLMComputation.sessionResponse(
          hash: hash, nonce: challenge.nonce, clientNonce: nonce)
      case .v2:
        key =
          userInKey.map {
            LegacyCryptography.hmacMD5(
              key: hash, NTLMText.utf16($0) + NTLMText.utf16(domainInKey ?? domain))
          }
          ?? NTLMComputation.keyV2(
            passwordHash: hash, user: user, domain: domainInKey ?? domain)
        var information = pairs(challenge.information ?? NTLMTargetInformation([]))
        if hasMIC { information.pairs.append(.init(.flags, [2, 0, 0, 0])) }
        var blob = NTLMComputation.blobV2(time: 7, clientNonce: nonce, information: information)
        for (place, octet) in blobChanges { blob[place] = octet }
        nt = NTLMComputation.proofV2(key: key, nonce: challenge.nonce, blob: blob) + blob
      }
      var message = NTLMAuthenticateMessage(
        flags: flags, lmResponse: lm, ntResponse: nt, domain: encodes(domain), user: encodes(user),
        mic: hasMIC ? [UInt8](repeating: 0, count: 16) : nil)
      if hasMIC {
        var mic = NTLMComputation.mic(
          key: NTLMComputation.sessionBaseKeyV2(key: key, proof: Array(nt.prefix(16))),
          negotiate: first, challenge: handshake.reply.array, authenticate: message.octets)
        if spoilsMIC { mic[0] ^= 1 }
        message.mic = mic
      }
      return message.octets
    }
  }

  static let accounts = [
    Account(name: "alice", user: "alice", password: "open sesame", domain: "AUTHSPEC"),
    Account(name: "bob", user: "bob", password: "close sesame"),
    Account(name: "löwe", user: "löwe", password: "öffne", domain: "AUTHSPEC"),
    Account(name: "robot", user: "", password: "", token: "t"),
  ]

  private func verdict(
    _ token: [UInt8], _ handshake: ConnectionHandshake?, others: [ConnectionHandshake] = [],
    endPoint: [UInt8]? = nil
  ) -> CredentialsVerdict {
    var context = CredentialsContext(method: "GET", target: "/", accounts: Self.accounts)
    context.handshake = handshake
    context.otherHandshakes = others
    context.endPointBinding = endPoint
    return CredentialsVerifier.verify(Octets("NTLM \(Octets(token).base64)"), in: context)
  }

  private func answer(
    _ change: (inout Client) -> Void = { _ in }, endPoint: [UInt8]? = nil
  ) throws -> NTLMAnswer? {
    var client = Client()
    change(&client)
    let verdict = verdict(try client.message(), client.handshake, endPoint: endPoint)
    guard case .valid(let proof) = verdict else {
      Issue.record("not valid: \(verdict)")
      return nil
    }
    #expect(proof.account == "alice")
    return proof.ntlm
  }

  private func mistake(
    _ change: (inout Client) -> Void, endPoint: [UInt8]? = nil
  ) throws -> Mistake? {
    var client = Client()
    change(&client)
    let verdict = verdict(try client.message(), client.handshake, endPoint: endPoint)
    guard case .invalid(let diagnosis) = verdict else { return nil }
    #expect(diagnosis.scheme == .ntlm)
    #expect(diagnosis.sentence.hasSuffix("."))
    return diagnosis.mistake
  }

  @Test("The messages of MS-NLMP 4.2.2 and 4.2.4 prove the password, and no other")
  func knownAnswers() throws {
    typealias Known = NTLMKnownAnswerTests
    let first = Octets(NTLMNegotiateMessage(flags: [.unicode]).octets)
    let second = try #require(Octets(base64: Known.message2))
    for (token, version) in [
      (Known.message3OfVersion1, NTLMAnswer.Version.v1), (Known.message3OfVersion2, .v2),
    ] {
      for (password, isRight) in [("Password" as Octets, true), ("password", false)] {
        var context = CredentialsContext(
          method: "GET", target: "/",
          accounts: [Account(name: "user", user: "User", password: password, domain: "Domain")])
        context.handshake = ConnectionHandshake(opening: first, reply: second)
        let verdict = CredentialsVerifier.verify(Octets("NTLM \(token)"), in: context)
        if case .valid(let proof) = verdict {
          #expect(isRight)
          #expect(proof.ntlm?.version == version)
          #expect(proof.ntlm?.workstation == "COMPUTER")
        } else {
          #expect(!isRight)
        }
      }
    }
  }

  @Test(
    "Every version proves the password", arguments: [NTLMAnswer.Version.lm, .v1, .session, .v2])
  func versions(_ version: NTLMAnswer.Version) throws {
    #expect(try answer { $0.version = version }?.version == version)
    let wrong = try mistake {
      $0.version = version
      $0.offer.nonce = [8, 7, 6, 5, 4, 3, 2, 1]
      $0.password = NTLMText.utf16("another")
    }
    #expect(version == .lm ? wrong == nil : wrong == .unexplained)
  }

  @Test("The contents of a valid answer")
  func parts() throws {
    let plain = try answer()
    #expect(plain?.information == .returned)
    #expect(plain?.timestamp == nil)
    #expect(plain?.mic == .absent && plain?.binding == .absent)
    #expect(plain?.encoding == .unicode)
    #expect(try answer { $0.hasMIC = true }?.mic == .right)
    #expect(try answer { $0.pairs = { _ in NTLMTargetInformation([]) } }?.information == .absent)
    #expect(
      try answer { $0.pairs = { NTLMTargetInformation($0.pairs.reversed()) } }?.information
        == .changed)
    #expect(try answer { $0.encodes = \.array }?.encoding == .oemForUnicode)
    #expect(try answer { $0.offer.timestamp = 7 }?.timestamp == .server)
    #expect(try answer { $0.offer.timestamp = 8 }?.timestamp == .own)
    #expect(try answer { $0.domain = "" }?.domain == "")
    #expect(try answer { $0.user = "ALICE" }?.user == "ALICE")
    #expect(
      try answer {
        $0.user = "alice@AUTHSPEC"
        $0.domain = ""
      }?.domain == "")
    #expect(
      try answer {
        $0.offer.without = [.unicode]
        $0.encodes = \.array
      }?.encoding == .oem)
  }

  @Test("The fixed octets of an NTLMv2 response")
  func fixedOctets() throws {
    #expect(try answer()?.value(named: "response-type") == "1.1")
    #expect(try answer()?.value(named: "reserved") == nil)
    #expect(
      try answer { $0.blobChanges = [0: 2, 1: 3] }?.value(named: "response-type") == "2.3")
    #expect(
      try answer { $0.blobChanges = [2: 1, 24: 0xA0] }?.value(named: "reserved")
        == "0x010000000000a0000000")
    #expect(try answer { $0.version = .session }?.value(named: "response-type") == nil)
  }

  @Test("The fields of a name that message 2 does not have are ignored")
  func absentName() throws {
    let right = try #require(
      NTLMOffer(nonce: [1, 2, 3, 4, 5, 6, 7, 8]).reply(to: Octets(Client().first)))
    var octets = try #require(Octets(base64: right)).array
    octets.replaceSubrange(12..<20, with: [0xFF, 0x7F, 0xFF, 0x7F, 0xFF, 0x7F, 0, 0])
    #expect(throws: NTLMMessageError.pastEnd(field: "target name")) {
      try NTLMChallengeMessage(parsing: octets)
    }
    octets[20] &= ~4
    let message = try NTLMChallengeMessage(parsing: octets)
    #expect(message.target.isEmpty && message.information != nil)
  }

  @Test("Channel bindings")
  func bindings() throws {
    let binding = [UInt8](repeating: 7, count: 16)
    func add(_ value: [UInt8]) -> (inout Client) -> Void {
      { client in
        client.pairs = { NTLMTargetInformation($0.pairs + [.init(.channelBindings, value)]) }
      }
    }
    #expect(try answer(add(binding), endPoint: binding)?.binding == .right)
    #expect(try answer(add([UInt8](repeating: 0, count: 16)), endPoint: binding)?.binding == .zero)
    #expect(try mistake(add([1, 2]), endPoint: binding) == .channelBindingWrong)
    // An origin behind a proxy with TLS, for example.
    #expect(try answer(add(binding))?.binding == .unknown)
  }

  @Test("Each mistake is found")
  func mistakes() throws {
    #expect(try mistake { $0.version = .anonymous } == .anonymous)
    #expect(try mistake { $0.user = "carol" } == .unknownUser)
    #expect(try mistake { $0.domain = "ELSEWHERE" } == .domainOfAnother)
    #expect(try mistake { $0.domainInKey = "" } == .domainNotInKey)
    #expect(
      try mistake {
        $0.domain = "Authspec"
        $0.domainInKey = "AUTHSPEC"
      } == .domainCapitals)
    #expect(try mistake { $0.userInKey = "alice" } == .userNotCapitals)
    #expect(
      try mistake { $0.password = NTLMText.utf16("close sesame") } == .passwordOfAnotherAccount)
    #expect(try mistake { $0.password = [] } == .emptyPassword)
    #expect(try mistake { $0.password = NTLMText.utf16("guess") } == .unexplained)
    #expect(
      try mistake {
        $0.user = "löwe"
        $0.password = Octets("öffne").flatMap { [$0, 0] }
      } == .octetsWidened)
    #expect(
      try mistake {
        $0.hasMIC = true
        $0.spoilsMIC = true
      } == .integrityCodeWrong)
  }

  @Test("Message 3 is valid only after message 2, on its connection")
  func places() throws {
    let client = Client()
    let message = try client.message()
    func mistake(_ verdict: CredentialsVerdict) -> Mistake? {
      if case .invalid(let diagnosis) = verdict { diagnosis.mistake } else { nil }
    }
    #expect(mistake(verdict(message, nil)) == .messageWithoutChallenge)
    #expect(
      mistake(verdict(message, nil, others: [client.handshake])) == .messageOfAnotherConnection)
    var other = client
    other.offer.nonce = [UInt8](repeating: 3, count: 8)
    #expect(
      mistake(verdict(message, other.handshake, others: [client.handshake]))
        == .messageOfAnotherConnection)
    guard case .unfinished(let login) = verdict(client.first, nil) else {
      Issue.record("message 1 opens a login")
      return
    }
    #expect(login.token == Octets(client.first))
    #expect(mistake(verdict(client.handshake.reply.array, nil)) == .messageMalformed)
  }

  @Test("No message, cut or with any octet changed, crashes the verifier")
  func spoiltMessages() throws {
    let client = Client()
    let message = try client.message()
    var readable = 0
    for length in message.indices {
      if case .valid = verdict(Array(message[..<length]), client.handshake) { readable += 1 }
    }
    #expect(readable == 0)
    for place in message.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var changed = message
        changed[place] = value
        _ = verdict(changed, client.handshake)
        var first = client.first
        if place < first.count {
          first[place] = value
          _ = verdict(first, nil)
        }
        var second = client.handshake.reply.array
        if place < second.count {
          second[place] = value
          _ = verdict(
            message, ConnectionHandshake(opening: client.handshake.opening, reply: Octets(second)))
        }
      }
    }
  }

  @Test("Each defect changes message 2, and some make it impossible to parse")
  func defects() throws {
    for defect in NTLMOffer.Defect.allCases {
      var offer = NTLMOffer(nonce: [1, 2, 3, 4, 5, 6, 7, 8])
      let right = try #require(offer.reply(to: Octets(Client().first)))
      offer.defect = defect
      let token = try #require(offer.reply(to: Octets(Client().first)))
      #expect(token != right)
      let message = Octets(base64: token)
      let isReadable =
        message.map { (try? NTLMChallengeMessage(parsing: $0.array)) != nil } ?? false
      switch defect {
      case .signature, .type, .noNonce, .lengthPastEnd, .offsetPastEnd, .offsetOverflow, .notBase64:
        #expect(!isReadable, "\(defect)")
      case .overlap, .oddLength, .nul, .huge, .pairPastEnd, .unterminated:
        #expect(isReadable, "\(defect)")
      }
    }
    #expect(NTLMOffer(nonce: []).reply(to: "no message") == nil)
  }
}
