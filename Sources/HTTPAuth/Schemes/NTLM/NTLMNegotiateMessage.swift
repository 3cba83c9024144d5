// SPDX-License-Identifier: Apache-2.0

/// Message 1, with which a client begins (MS-NLMP 2.2.1.1).
package struct NTLMNegotiateMessage: Hashable, Sendable {
  package var flags: NTLMFlags

  package init(flags: NTLMFlags) { self.flags = flags }

  /// Parses a message. Messages of old clients end after the flags.
  package init(parsing octets: [UInt8]) throws(NTLMMessageError) {
    let reader = try NTLMMessageReader(octets, type: 1)
    flags = NTLMFlags(rawValue: try reader.uint32(at: 12))
    if octets.count >= 24, flags.contains(.domainSupplied) {
      _ = try reader.field("domain", at: 16)
    }
    if octets.count >= 32, flags.contains(.workstationSupplied) {
      _ = try reader.field("workstation", at: 24)
    }
  }

  /// The message without domain and workstation.
  package var octets: [UInt8] {
    var writer = NTLMWriter(type: 1, fixed: 32)
    writer.put(NTLMWriter.little(flags.rawValue), at: 12)
    return writer.message([])
  }
}
