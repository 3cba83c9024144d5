// SPDX-License-Identifier: Apache-2.0

/// Message 2, with which a server challenges (MS-NLMP 2.2.1.2).
package struct NTLMChallengeMessage: Hashable, Sendable {
  package var flags: NTLMFlags
  /// ServerChallenge: 8 octets.
  package var nonce: [UInt8]
  /// TargetName, in the encoding that the flags say.
  package var target: [UInt8]
  package var information: NTLMTargetInformation?
  /// Version: 8 octets.
  package var version: [UInt8]?

  package init(
    flags: NTLMFlags, nonce: [UInt8], target: [UInt8] = [],
    information: NTLMTargetInformation? = nil, version: [UInt8]? = nil
  ) {
    self.flags = flags
    self.nonce = nonce
    self.target = target
    self.information = information
    self.version = version
  }

  package init(parsing octets: [UInt8]) throws(NTLMMessageError) {
    let reader = try NTLMMessageReader(octets, type: 2)
    flags = NTLMFlags(rawValue: try reader.uint32(at: 20))
    nonce = try reader.octets(at: 24, count: 8)
    do throws(NTLMMessageError) {
      target = try reader.field("target name", at: 12)
    } catch {
      // Clients ignore this field if the flags say that there is no name (MS-NLMP 2.2.1.2).
      if flags.contains(.requestTarget) { throw error }
      target = []
    }
    guard octets.count >= 48 else { return }
    if flags.contains(.targetInformation) {
      information = NTLMTargetInformation(parsing: try reader.field("target information", at: 40))
    }
    if flags.contains(.version), octets.count >= 56 {
      version = try reader.octets(at: 48, count: 8)
    }
  }

  package var octets: [UInt8] {
    var writer = NTLMWriter(type: 2, fixed: version == nil ? 48 : 56)
    writer.put(NTLMWriter.little(flags.rawValue), at: 20)
    writer.put(nonce, at: 24)
    if let version { writer.put(version, at: 48) }
    var fields = [NTLMWriter.Field(place: 12, value: target)]
    if let information { fields.append(.init(place: 40, value: information.octets)) }
    return writer.message(fields)
  }
}
