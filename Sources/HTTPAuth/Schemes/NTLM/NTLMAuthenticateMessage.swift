// SPDX-License-Identifier: Apache-2.0

/// Message 3, with which a client proves that it has a password (MS-NLMP 2.2.1.3).
package struct NTLMAuthenticateMessage: Hashable, Sendable {
  package var flags: NTLMFlags
  /// LmChallengeResponse.
  package var lmResponse: [UInt8]
  /// NtChallengeResponse.
  package var ntResponse: [UInt8]
  /// DomainName, UserName and Workstation, in the encoding that was used.
  package var domain: [UInt8]
  package var user: [UInt8]
  package var workstation: [UInt8]
  /// EncryptedRandomSessionKey.
  package var sessionKey: [UInt8]
  /// Version: 8 octets.
  package var version: [UInt8]?
  /// MIC: 16 octets. Not set when a message is read: only the target information says whether it
  /// has one.
  package var mic: [UInt8]?

  package init(
    flags: NTLMFlags, lmResponse: [UInt8], ntResponse: [UInt8], domain: [UInt8], user: [UInt8],
    workstation: [UInt8] = [], sessionKey: [UInt8] = [], version: [UInt8]? = nil,
    mic: [UInt8]? = nil
  ) {
    self.flags = flags
    self.lmResponse = lmResponse
    self.ntResponse = ntResponse
    self.domain = domain
    self.user = user
    self.workstation = workstation
    self.sessionKey = sessionKey
    self.version = version
    self.mic = mic
  }

  /// The offsets of the lengths and offsets of the fields of variable length.
  private static let fieldPlaces = [12, 20, 28, 36, 44, 52]

  /// Parses a message. Messages of old clients end before session key and flags.
  package init(parsing octets: [UInt8]) throws(NTLMMessageError) {
    let reader = try NTLMMessageReader(octets, type: 3)
    lmResponse = try reader.field("LM response", at: 12)
    ntResponse = try reader.field("NT response", at: 20)
    domain = try reader.field("domain", at: 28)
    user = try reader.field("user name", at: 36)
    workstation = try reader.field("workstation", at: 44)
    sessionKey = []
    flags = [.unicode]
    let start = reader.payloadStart(fieldsAt: NTLMAuthenticateMessage.fieldPlaces)
    if start >= 64, octets.count >= 64 {
      sessionKey = try reader.field("session key", at: 52)
      flags = NTLMFlags(rawValue: try reader.uint32(at: 60))
    }
    if start >= 72, octets.count >= 72, flags.contains(.version) {
      version = try reader.octets(at: 64, count: 8)
    }
  }

  /// The possible offsets of a MIC: after the version, or in place of a version that is left out.
  static func micPlaces(in octets: [UInt8]) -> [Int] {
    guard let reader = try? NTLMMessageReader(octets, type: 3) else { return [] }
    let start = reader.payloadStart(fieldsAt: fieldPlaces)
    return [72, 64].filter { $0 + 16 <= start && $0 + 16 <= octets.count }
  }

  /// The octets of the message, with the fields in the order that most clients use: domain, user,
  /// workstation, LM, NT, session key.
  package var octets: [UInt8] {
    let hasVersion = version != nil || mic != nil
    var writer = NTLMWriter(type: 3, fixed: mic != nil ? 88 : hasVersion ? 72 : 64)
    writer.put(NTLMWriter.little(flags.rawValue), at: 60)
    if let version { writer.put(version, at: 64) }
    if let mic { writer.put(mic, at: 72) }
    return writer.message([
      .init(place: 28, value: domain), .init(place: 36, value: user),
      .init(place: 44, value: workstation), .init(place: 12, value: lmResponse),
      .init(place: 20, value: ntResponse), .init(place: 52, value: sessionKey),
    ])
  }
}

extension NTLMAuthenticateMessage {
  /// How texts are encoded.
  package enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// UTF-16, as the flags say.
    case unicode
    /// A code page, as the flags say.
    case oem
    /// A code page, although the flags say UTF-16.
    case oemForUnicode = "oem-for-unicode"
    /// UTF-16, although the flags say a code page.
    case unicodeForOEM = "unicode-for-oem"
  }

  /// The encoding of the texts, judged by the flags and by the octets: Latin letters in UTF-16
  /// contain NUL, and text in a code page never does.
  package var encoding: Encoding {
    // "If both are set, Unicode takes precedence" (MS-NLMP 2.2.2.5, of A and B).
    let isUnicode = flags.contains(.unicode)
    let text = user + domain
    guard !text.isEmpty else { return isUnicode ? .unicode : .oem }
    let hasNUL = text.contains(0)
    if isUnicode {
      let isASCII = text.allSatisfy { (0x20..<0x7F).contains($0) }
      return user.count % 2 == 1 || domain.count % 2 == 1 || (isASCII && !hasNUL)
        ? .oemForUnicode : .unicode
    }
    return hasNUL ? .unicodeForOEM : .oem
  }

  /// A text of the message as UTF-8, in the encoding that was used.
  package func text(_ octets: [UInt8]) -> Octets {
    switch encoding {
    case .unicode, .unicodeForOEM: NTLMText.decoded(utf16: octets)
    case .oem, .oemForUnicode:
      Octets(octets).utf8 == nil ? Octets(Octets(octets).latin1) : Octets(octets)
    }
  }
}
