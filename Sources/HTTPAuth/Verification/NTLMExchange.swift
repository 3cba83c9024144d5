// SPDX-License-Identifier: Apache-2.0

/// Message 3 together with messages 1 and 2, which it answers.
struct NTLMExchange {
  /// How the key of NTLMv2 is made: the right way, or with a mistake.
  enum Key {
    /// With the user name in upper case, and the domain of the message.
    case right
    /// With the user name as it is.
    case userAsItIs
    /// With the domain in upper case, too.
    case domainInCapitals
    /// With another domain than that of the message.
    case domain(Octets)
  }

  let message: NTLMAuthenticateMessage
  let octets: [UInt8]
  let challenge: NTLMChallengeMessage
  let handshake: ConnectionHandshake
  /// The contents of the message. Its MIC is not checked yet.
  let answer: NTLMAnswer

  init(
    _ message: NTLMAuthenticateMessage, octets: [UInt8], challenge: NTLMChallengeMessage,
    handshake: ConnectionHandshake, endPoint: [UInt8]?
  ) {
    self.message = message
    self.octets = octets
    self.challenge = challenge
    self.handshake = handshake
    answer = NTLMExchange.answer(message, challenge, endPoint)
  }

  // MARK: Contents

  private static func answer(
    _ message: NTLMAuthenticateMessage, _ challenge: NTLMChallengeMessage, _ endPoint: [UInt8]?
  ) -> NTLMAnswer {
    var answer = NTLMAnswer(
      version: version(of: message), user: message.text(message.user),
      domain: message.text(message.domain), workstation: message.text(message.workstation),
      encoding: message.encoding)
    answer.lmResponse = lmResponse(of: message, answer.version)
    answer.excessFlags = message.flags.subtracting(challenge.flags).intersection(negotiated)
    guard answer.version == .v2 else { return answer }
    let blob = Array(message.ntResponse[16...])
    answer.responseType = Octets("\(blob[0]).\(blob[1])")
    let reserved = blob[2..<8] + blob[24..<28]
    if reserved.contains(where: { $0 != 0 }) {
      answer.reserved = Octets("0x" + reserved.map { $0.hex(digits: 2) }.joined())
    }
    let returned = NTLMTargetInformation(parsing: blob.dropFirst(28))
    if let sent = challenge.information {
      answer.information =
        returned.pairs.isEmpty && !sent.pairs.isEmpty
        ? .absent : returned.returns(sent) ? .returned : .changed
      if let time = sent[.timestamp], blob.count >= 16 {
        answer.timestamp = Array(blob[8..<16]) == time ? .server : .own
      }
    }
    answer.targetName = returned[.targetName].map { NTLMText.decoded(utf16: $0) }
    if let binding = returned[.channelBindings] {
      if binding.allSatisfy({ $0 == 0 }) {
        answer.binding = .zero
      } else {
        answer.binding = endPoint.map { $0 == binding ? .right : .wrong } ?? .unknown
      }
    }
    return answer
  }

  /// The flags that a client may set only if message 2 has them (MS-NLMP 3.1.5.1.2).
  private static let negotiated: NTLMFlags = [
    .unicode, .extendedSecurity, .keyExchange, .strength128, .strength56,
  ]

  private static func version(of message: NTLMAuthenticateMessage) -> NTLMAnswer.Version {
    let (lm, nt) = (message.lmResponse, message.ntResponse)
    // NTLMv2_CLIENT_CHALLENGE has 28 octets before its pairs (MS-NLMP 2.2.2.7).
    if nt.count >= 44 { return .v2 }
    guard !nt.isEmpty else { return lm.count > 1 ? .lm : .anonymous }
    let hasNonce = lm.count == 24 && lm[8...].allSatisfy { $0 == 0 }
    return hasNonce && message.flags.contains(.extendedSecurity) ? .session : .v1
  }

  private static func lmResponse(
    of message: NTLMAuthenticateMessage, _ version: NTLMAnswer.Version
  ) -> NTLMAnswer.LMResponse {
    let lm = message.lmResponse
    if lm.count <= 1 { return .absent }
    if lm.allSatisfy({ $0 == 0 }) { return .zero }
    switch version {
    case .session: return .nonce
    case .v2: return .lmv2
    case .lm, .v1, .anonymous: return .lm
    }
  }

  // MARK: Proof

  /// `true` if the response was made with that password.
  func isProof(of password: Octets, key: Key) -> Bool {
    isProof(hash: NTLMComputation.passwordHash(password), password: password, key: key)
  }

  /// `true` if the response was made with that password, each octet of it as a unit of UTF-16.
  func isProof(ofWidened password: Octets) -> Bool {
    isProof(
      hash: LegacyCryptography.md4(NTLMText.widened(password)), password: password, key: .right)
  }

  private func isProof(hash: [UInt8], password: Octets, key: Key) -> Bool {
    switch answer.version {
    case .anonymous: return false
    case .lm:
      return message.lmResponse
        == NTLMComputation.responseV1(
          hash: NTLMComputation.lanManagerHash(password), nonce: challenge.nonce)
    case .v1:
      return message.ntResponse
        == NTLMComputation.responseV1(hash: hash, nonce: challenge.nonce)
    case .session:
      return message.ntResponse
        == NTLMComputation.sessionResponse(
          hash: hash, nonce: challenge.nonce, clientNonce: Array(message.lmResponse.prefix(8)))
    case .v2:
      let proof = NTLMComputation.proofV2(
        key: keyV2(hash, key), nonce: challenge.nonce, blob: Array(message.ntResponse[16...]))
      return message.ntResponse.starts(with: proof)
    }
  }

  private func keyV2(_ hash: [UInt8], _ key: Key) -> [UInt8] {
    func made(_ user: Octets, _ domain: Octets) -> [UInt8] {
      NTLMComputation.keyV2(passwordHash: hash, user: user, domain: domain)
    }
    return switch key {
    case .right: made(answer.user, answer.domain)
    case .domainInCapitals: made(answer.user, NTLMText.uppercased(answer.domain))
    case .domain(let domain): made(answer.user, domain)
    case .userAsItIs:
      LegacyCryptography.hmacMD5(
        key: hash, NTLMText.utf16(answer.user) + NTLMText.utf16(answer.domain))
    }
  }

  /// The state of the MIC; `.absent` unless bit 1 of MsvAvFlags announces it (MS-NLMP 3.1.5.1.2).
  func mic(password: Octets) -> NTLMAnswer.Code {
    guard answer.version == .v2,
      let flags = NTLMTargetInformation(parsing: message.ntResponse[44...])[.flags],
      let first = flags.first, first & 2 != 0
    else { return .absent }
    let key = exportedSessionKey(password)
    let places = NTLMAuthenticateMessage.micPlaces(in: octets)
    let isRight = places.contains { place in
      var blank = octets
      blank.replaceSubrange(place..<place + 16, with: [UInt8](repeating: 0, count: 16))
      let mic = NTLMComputation.mic(
        key: key, negotiate: handshake.opening.array, challenge: handshake.reply.array,
        authenticate: blank)
      return octets[place..<place + 16].elementsEqual(mic)
    }
    return isRight ? .right : .wrong
  }

  /// ExportedSessionKey (MS-NLMP 3.1.5.1.2).
  private func exportedSessionKey(_ password: Octets) -> [UInt8] {
    let key = NTLMComputation.sessionBaseKeyV2(
      key: keyV2(NTLMComputation.passwordHash(password), .right),
      proof: Array(message.ntResponse.prefix(16)))
    guard message.flags.contains(.keyExchange), message.sessionKey.count == 16 else { return key }
    return LegacyCryptography.rc4(key: key, message.sessionKey)
  }
}
