// SPDX-License-Identifier: Apache-2.0

/// The contents of a test server's message 2. The same message 1 always gets the same reply.
package struct NTLMOffer: Hashable, Sendable {
  /// A feature that message 2 can leave out.
  package enum Feature: String, Hashable, Sendable, CaseIterable {
    case unicode
    case extendedSecurity = "extended-security"
    case targetInformation = "target-information"
    case keyExchange = "key-exchange"
    case strength128 = "128"
  }

  /// A defect of message 2 (MS-NLMP 2.2.1.2).
  package enum Defect: String, Hashable, Sendable, CaseIterable {
    /// It does not begin with NTLMSSP and NUL.
    case signature
    /// Its type is 3.
    case type
    /// It ends before the nonce.
    case noNonce = "no-nonce"
    /// The target information is longer than the message.
    case lengthPastEnd = "length-past-end"
    /// The target information begins after the end of the message.
    case offsetPastEnd = "offset-past-end"
    /// The offset of the target information is so large that offset plus length overflow 32 bits.
    case offsetOverflow = "offset-overflow"
    /// Target name and target information overlap each other and the nonce.
    case overlap
    /// A name in UTF-16 has an odd number of octets.
    case oddLength = "odd-length"
    /// The target name contains NUL.
    case nul
    /// The target information has more than 64,000 octets: no message 3 can return it.
    case huge
    /// A pair of the target information is longer than the rest.
    case pairPastEnd = "pair-past-end"
    /// The target information has no end.
    case unterminated
    /// The token is not base 64.
    case notBase64 = "not-base64"
  }

  /// ServerChallenge: 8 octets.
  package var nonce: [UInt8]
  /// The domain that the server names.
  package var domain: Octets
  /// The name of the computer.
  package var host: Octets
  /// MsvAvTimestamp, in units of 100 nanoseconds since 1601; `nil` for none.
  package var timestamp: UInt64?
  package var without: Set<Feature> = []
  package var defect: Defect?

  package init(nonce: [UInt8], domain: Octets = "AUTHSPEC", host: Octets = "SERVER") {
    self.nonce = nonce
    self.domain = domain
    self.host = host
  }

  /// The token that replies to a message 1; `nil` if that cannot be read.
  package func reply(to opening: Octets) -> Octets? {
    guard let first = try? NTLMNegotiateMessage(parsing: opening.array) else { return nil }
    let message = message(answering: first)
    guard let defect else { return Octets(message.octets).base64 }
    // Three characters less are no multiple of four.
    if defect == .notBase64 { return Octets(Octets(message.octets).base64.array.dropLast(3)) }
    return Octets(octets(of: message, with: defect)).base64
  }

  private func message(answering first: NTLMNegotiateMessage) -> NTLMChallengeMessage {
    var flags: NTLMFlags = [.ntlm, .requestTarget, .targetIsDomain, .alwaysSign]
    func offer(_ feature: Feature, _ flag: NTLMFlags) {
      if !without.contains(feature) { flags.formUnion(first.flags.intersection(flag)) }
    }
    offer(.unicode, .unicode)
    offer(.extendedSecurity, .extendedSecurity)
    offer(.keyExchange, .keyExchange)
    offer(.strength128, .strength128)
    flags.formUnion(first.flags.intersection([.strength56]))
    if !flags.contains(.unicode) { flags.insert(.oem) }
    if !without.contains(.targetInformation) { flags.insert(.targetInformation) }
    return NTLMChallengeMessage(
      flags: flags, nonce: nonce,
      target: flags.contains(.unicode) ? NTLMText.utf16(domain) : domain.array,
      information: without.contains(.targetInformation) ? nil : information)
  }

  private var information: NTLMTargetInformation {
    var pairs: [NTLMTargetInformation.Pair] = [
      .init(.domainName, NTLMText.utf16(domain)), .init(.computerName, NTLMText.utf16(host)),
      .init(.dnsDomainName, NTLMText.utf16(domain.asciiLowercased)),
      .init(.dnsComputerName, NTLMText.utf16(host.asciiLowercased)),
    ]
    if let timestamp { pairs.append(.init(.timestamp, NTLMWriter.little(timestamp))) }
    return NTLMTargetInformation(pairs)
  }

  private func octets(of message: NTLMChallengeMessage, with defect: Defect) -> [UInt8] {
    var message = message
    switch defect {
    case .nul:
      message.target =
        message.flags.contains(.unicode) ? [0x41, 0, 0, 0, 0x42, 0] : [0x41, 0, 0x42]
    case .oddLength: message.target.append(0x41)
    case .huge:
      message.information?.pairs.append(
        .init(.dnsTreeName, [UInt8](repeating: 0x41, count: 64_000)))
    case .unterminated: message.information?.isTerminated = false
    case .signature, .type, .noNonce, .lengthPastEnd, .offsetPastEnd, .offsetOverflow, .overlap,
      .pairPastEnd, .notBase64:
      break
    }
    var octets = message.octets
    func put(_ value: some FixedWidthInteger, at place: Int) {
      let value = NTLMWriter.little(value)
      guard place + value.count <= octets.count else { return }
      octets.replaceSubrange(place..<place + value.count, with: value)
    }
    switch defect {
    case .signature: put(UInt8(ascii: "Q"), at: 6)
    case .type: put(UInt32(3), at: 8)
    case .noNonce: octets.removeSubrange(24...)
    case .lengthPastEnd:
      put(UInt16(0x7FFF), at: 40)
      put(UInt16(0x7FFF), at: 42)
    case .offsetPastEnd: put(UInt32(octets.count + 4096), at: 44)
    case .offsetOverflow: put(UInt32.max - 15, at: 44)
    case .overlap:
      put(UInt32(24), at: 16)
      put(UInt32(24), at: 44)
    case .pairPastEnd:
      if octets.count >= 56 { put(UInt16(0x0FFF), at: 48 + message.target.count + 2) }
    case .nul, .oddLength, .huge, .unterminated, .notBase64: break
    }
    return octets
  }
}
