// SPDX-License-Identifier: Apache-2.0

/// The flags by which client and server negotiate (MS-NLMP 2.2.2.5).
package struct NTLMFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Texts are UTF-16, little-endian.
  package static let unicode = NTLMFlags(rawValue: 0x0000_0001)
  /// Texts are in a code page of the machine.
  package static let oem = NTLMFlags(rawValue: 0x0000_0002)
  /// Message 2 names its target.
  package static let requestTarget = NTLMFlags(rawValue: 0x0000_0004)
  package static let ntlm = NTLMFlags(rawValue: 0x0000_0200)
  package static let anonymous = NTLMFlags(rawValue: 0x0000_0800)
  static let domainSupplied = NTLMFlags(rawValue: 0x0000_1000)
  static let workstationSupplied = NTLMFlags(rawValue: 0x0000_2000)
  package static let alwaysSign = NTLMFlags(rawValue: 0x0000_8000)
  /// The target of message 2 is a domain.
  static let targetIsDomain = NTLMFlags(rawValue: 0x0001_0000)
  /// NTLM2 session security.
  package static let extendedSecurity = NTLMFlags(rawValue: 0x0008_0000)
  /// Message 2 has target information.
  package static let targetInformation = NTLMFlags(rawValue: 0x0080_0000)
  /// A message has the version of its software.
  package static let version = NTLMFlags(rawValue: 0x0200_0000)
  package static let strength128 = NTLMFlags(rawValue: 0x2000_0000)
  /// Message 3 has a session key of the client's choice.
  package static let keyExchange = NTLMFlags(rawValue: 0x4000_0000)
  package static let strength56 = NTLMFlags(rawValue: 0x8000_0000)
}
