// SPDX-License-Identifier: Apache-2.0

/// The ASN.1 object identifier of a mechanism (X.690 8.19).
package struct MechanismIdentifier: Hashable, Sendable {
  /// The content octets of its encoding.
  package let content: Octets

  /// `nil` if the octets are not the content of an identifier: there are none, the last does not
  /// end an arc, or an arc begins with a zero digit.
  package init?(_ content: Octets) {
    guard let last = content.last, last & 0x80 == 0 else { return nil }
    var isFirst = true
    for octet in content {
      if isFirst, octet == 0x80 { return nil }
      isFirst = octet & 0x80 == 0
    }
    self.content = content
  }

  fileprivate init(known content: [UInt8]) { self.content = Octets(content) }
}

extension MechanismIdentifier {
  /// Kerberos V5: 1.2.840.113554.1.2.2 (RFC 4121 1).
  package static let kerberos = MechanismIdentifier(
    known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x12, 0x01, 0x02, 0x02])
  /// Kerberos V5 as Windows 2000 wrote it: 1.2.840.48018.1.2.2 (RFC 4178 A).
  package static let microsoftKerberos = MechanismIdentifier(
    known: [0x2A, 0x86, 0x48, 0x82, 0xF7, 0x12, 0x01, 0x02, 0x02])
  /// NTLMSSP: 1.3.6.1.4.1.311.2.2.10 (MS-NLMP 1.9).
  package static let ntlm = MechanismIdentifier(
    known: [0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x02, 0x02, 0x0A])
  /// SPNEGO: 1.3.6.1.5.5.2 (RFC 4178 3.2).
  package static let spnego = MechanismIdentifier(known: [0x2B, 0x06, 0x01, 0x05, 0x05, 0x02])
}

extension MechanismIdentifier: CustomStringConvertible {
  /// `1.3.6.1.5.5.2`; an arc of more than 63 bits is `?`.
  package var description: String {
    var arcs: [String] = []
    var arc: UInt64? = 0
    for octet in content {
      arc = arc.flatMap { $0 < 1 << 56 ? $0 << 7 | UInt64(octet & 0x7F) : nil }
      guard octet & 0x80 == 0 else { continue }
      if arcs.isEmpty, let first = arc {
        // X.690 8.19.4: the first two arcs X and Y are one number, X * 40 + Y.
        let top = min(first / 40, 2)
        arcs = [String(top), String(first - top * 40)]
      } else {
        arcs += arcs.isEmpty ? ["2", "?"] : [arc.map { String($0) } ?? "?"]
      }
      arc = 0
    }
    return arcs.joined(separator: ".")
  }
}
