// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Makes messages 1 and 3 of NTLM with NTLMv2 (MS-NLMP 3.1.5.1), without side effects.
struct NTLMAnswerer {
  /// The login.
  var login: Login
  /// The client's nonce: 8 octets.
  var clientNonce: [UInt8]
  /// The time, in units of 100 nanoseconds since 1601.
  var time: UInt64
  /// MsvAvChannelBindings for the connection; `nil` without TLS.
  var binding: [UInt8]?
  /// The client's faults.
  var faults = FaultSet()

  /// Message 1.
  var negotiate: [UInt8] {
    let flags: NTLMFlags = [
      .unicode, .oem, .requestTarget, .ntlm, .alwaysSign, .extendedSecurity, .strength128,
    ]
    return NTLMNegotiateMessage(flags: flags).octets
  }

  /// Message 3, the answer to `challenge`; `negotiate` is the message 1 that was sent.
  func authenticate(_ challenge: ReceivedNTLMChallenge, after negotiate: [UInt8]) -> [UInt8] {
    var flags = challenge.flags.intersection([
      .unicode, .oem, .requestTarget, .ntlm, .alwaysSign, .extendedSecurity, .strength128,
      .targetInformation,
    ])
    if faults.has(.ntlmFlagsNotOffered) { flags.formUnion([.strength128, .keyExchange]) }
    let isWeak = challenge.pairs == nil && faults.has(.ntlmV1WithoutTargetInformation)
    if isWeak { return authenticateV1(challenge, flags) }
    let domain = self.domain(challenge)
    let key = keyV2(domain)
    let hasMIC = challenge.timestamp != nil && !faults.has(.ntlmMICLeftOut)
    let blob = self.blob(challenge, hasMIC: hasMIC)
    let proof = LegacyCryptography.hmacMD5(key: key, challenge.nonce + blob)
    // If message 2 "has an MsvAvTimestamp present, the client SHOULD NOT send the
    // LmChallengeResponse and SHOULD send Z(24) instead" (MS-NLMP 3.1.5.1.2).
    let lmResponse =
      challenge.timestamp != nil && !faults.has(.ntlmLMResponseBesideTimestamp)
      ? [UInt8](repeating: 0, count: 24)
      : LegacyCryptography.hmacMD5(key: key, challenge.nonce + clientNonce) + clientNonce
    var message = NTLMAuthenticateMessage(
      flags: flags, lmResponse: lmResponse, ntResponse: proof + blob,
      domain: written(domain, flags), user: written(login.user, flags),
      version: [UInt8](repeating: 0, count: 8),
      mic: hasMIC ? [UInt8](repeating: 0, count: 16) : nil)
    guard hasMIC else { return message.octets }
    // MIC = HMAC_MD5(ExportedSessionKey, NEGOTIATE_MESSAGE, CHALLENGE_MESSAGE,
    // AUTHENTICATE_MESSAGE) (MS-NLMP 3.1.5.1.2); without key exchange ExportedSessionKey is
    // SessionBaseKey.
    let sessionKey = LegacyCryptography.hmacMD5(key: key, proof)
    let first = faults.alter(negotiate, .ntlmMICWithoutMessage1) { _ in [] }
    message.mic = LegacyCryptography.hmacMD5(
      key: sessionKey, first + challenge.octets + message.octets)
    return message.octets
  }

  /// MsvAvChannelBindings (MS-NLMP 2.2.2.1): MD5 over a gss_channel_bindings_struct (RFC 2744 3.11)
  /// with the application data of tls-server-end-point (RFC 5929 4).
  static func binding(to certificate: [UInt8]) -> [UInt8] {
    let data = endPoint(certificate)
    return LegacyCryptography.md5(
      [UInt8](repeating: 0, count: 16) + little(UInt64(data.count), 4) + data)
  }

  /// The channel binding tls-server-end-point to a certificate (RFC 5929 4).
  static func endPoint(_ certificate: [UInt8]) -> [UInt8] {
    let hash = HashFunction.sha256.hex(of: Octets(certificate))
    let octets = stride(from: 0, to: hash.count, by: 2).compactMap { place in
      UInt8(hash.latin1.dropFirst(place).prefix(2), radix: 16)
    }
    return Array("tls-server-end-point:".utf8) + octets
  }

  // MARK: NTLMv2

  /// "UserDom" (MS-NLMP 3.3.2): the domain that the user gave.
  private func domain(_ challenge: ReceivedNTLMChallenge) -> Octets {
    faults.alter(login.domain ?? "", .ntlmDomainOfServer) { _ in
      Octets(challenge.target.filter { $0 != 0 })
    }
  }

  /// NTOWFv2 = HMAC_MD5(MD4(UNICODE(Passwd)), UNICODE(ConcatenationOf(Uppercase(User), UserDom)))
  /// (MS-NLMP 3.3.2)
  private func keyV2(_ domain: Octets) -> [UInt8] {
    let user = NTLMAnswerer.text(login.user).uppercased()
    let name = faults.alter(user, .ntlmUserAsItIs) { _ in NTLMAnswerer.text(login.user) }
    let domain = faults.alter(NTLMAnswerer.text(domain), .ntlmDomainInCapitals) { $0.uppercased() }
    return LegacyCryptography.hmacMD5(key: passwordHash, NTLMAnswerer.utf16(name + domain))
  }

  /// MD4(UNICODE(Passwd)) (MS-NLMP 3.3.1)
  private var passwordHash: [UInt8] {
    LegacyCryptography.md4(NTLMAnswerer.utf16(NTLMAnswerer.text(login.password)))
  }

  /// NTLMv2_CLIENT_CHALLENGE (MS-NLMP 2.2.2.7): the target information of message 2 comes back,
  /// with MsvAvFlags if there is a MIC, and with the channel bindings.
  private func blob(_ challenge: ReceivedNTLMChallenge, hasMIC: Bool) -> [UInt8] {
    var pairs = challenge.pairs ?? []
    pairs = faults.alter(pairs, .ntlmTargetInformationReordered) { $0.reversed() }
    if hasMIC { pairs.append(.init(id: 6, value: [2, 0, 0, 0])) }
    if var binding, !faults.has(.ntlmBindingLeftOut) {
      binding = faults.alter(binding, .ntlmBindingWrong) { $0.reversed() }
      pairs.append(.init(id: 10, value: binding))
    }
    pairs.append(.init(id: 0, value: []))
    let own = NTLMAnswerer.little(time, 8)
    let time = faults.alter(challenge.timestamp ?? own, .ntlmTimestampIgnored) { _ in own }
    // RespType and HiRespType: "This field MUST be 0x01."
    let type: [UInt8] = faults.alter([1, 1], .ntlmResponseTypeOther) { _ in [2, 2] }
    // Reserved1 and Reserved2
    let reserved: [UInt8] = faults.alter([0, 0, 0, 0, 0, 0], .ntlmReservedFilled) { _ in
      [0, 0, 1, 0, 0, 0]
    }
    return type + reserved + time + clientNonce + [0, 0, 0, 0]
      + pairs.flatMap { pair in
        NTLMAnswerer.little(UInt64(pair.id), 2)
          + NTLMAnswerer.little(UInt64(pair.value.count), 2) + pair.value
      } + [0, 0, 0, 0]
  }

  // MARK: NTLMv1: faults

  private func authenticateV1(_ challenge: ReceivedNTLMChallenge, _ flags: NTLMFlags) -> [UInt8] {
    var flags = flags
    flags.remove(.extendedSecurity)
    let response = LegacyCryptography.desl(key: passwordHash, challenge.nonce)
    return NTLMAuthenticateMessage(
      flags: flags, lmResponse: response, ntResponse: response,
      domain: written(login.domain ?? "", flags), user: written(login.user, flags)
    ).octets
  }

  // MARK: Texts

  /// A name in the negotiated encoding (MS-NLMP 2.2.2.5).
  private func written(_ name: Octets, _ flags: NTLMFlags) -> [UInt8] {
    guard
      flags.contains(.unicode)
        ? !faults.has(.ntlmOEMForUnicode) : faults.has(.ntlmUnicodeForOEM)
    else { return name.array }
    return NTLMAnswerer.utf16(NTLMAnswerer.text(name))
  }

  private static func text(_ octets: Octets) -> String {
    String(decoding: octets.bytes, as: UTF8.self)
  }

  /// UNICODE(text): UTF-16, little-endian.
  private static func utf16(_ text: String) -> [UInt8] {
    text.utf16.flatMap { little(UInt64($0), 2) }
  }

  private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }
}
