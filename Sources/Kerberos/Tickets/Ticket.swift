// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// A ticket with the data that a client needs to use it.
package struct Ticket: Hashable, Sendable {
  let client: KerberosPrincipal
  let service: KerberosPrincipal
  let sessionKey: KerberosKey
  /// The validity in seconds since 1970.
  let validity: ClosedRange<Int64>
  let flags: UInt32
  /// The encoded ticket.
  let octets: Octets

  /// Makes a ticket like the KDC, with the service's key.
  ///
  /// - Parameter now: the present time in seconds since 1970.
  init(
    _ description: TicketDescription, key: KerberosKey, now: Int64
  ) throws(KerberosUnavailable) {
    client = description.client
    service = description.storedFor ?? description.service
    sessionKey = .random()
    flags = description.flags
    let stored = description.storedValidity ?? description.validity
    validity = now + stored.lowerBound...now + stored.upperBound
    let content = Ticket.content(description, sessionKey: sessionKey, now: now)
    // Tickets have key usage 2 (RFC 4120 7.5.1).
    guard let encrypted = try GSSLibrary.loaded.get().encrypt(content, key: key, usage: 2) else {
      throw .encryption
    }
    octets = Octets(Ticket.encoding(description.service, encrypted))
  }

  /// RFC 4120 5.3:
  ///
  ///     Ticket          ::= [APPLICATION 1] SEQUENCE {
  ///             tkt-vno         [0] INTEGER (5),
  ///             realm           [1] Realm,
  ///             sname           [2] PrincipalName,
  ///             enc-part        [3] EncryptedData -- EncTicketPart }
  private static func encoding(_ service: KerberosPrincipal, _ encrypted: Octets) -> [UInt8] {
    DER.application(
      1,
      DER.sequence([
        DER.field(0, DER.integer(5)), DER.field(1, DER.text(KerberosPrincipal.realm)),
        DER.field(2, service.encoding),
        DER.field(
          3,
          DER.sequence([
            DER.field(0, DER.integer(UInt32(KerberosKey.encryptionType))),
            DER.field(1, DER.integer(Keytab.keyVersion)), DER.field(2, DER.octets(encrypted)),
          ])),
      ]))
  }

  /// RFC 4120 5.3:
  ///
  ///     EncTicketPart   ::= [APPLICATION 3] SEQUENCE {
  ///             flags                   [0] TicketFlags,
  ///             key                     [1] EncryptionKey,
  ///             crealm                  [2] Realm,
  ///             cname                   [3] PrincipalName,
  ///             transited               [4] TransitedEncoding,
  ///             authtime                [5] KerberosTime,
  ///             starttime               [6] KerberosTime OPTIONAL,
  ///             endtime                 [7] KerberosTime,
  ///             … }
  private static func content(
    _ description: TicketDescription, sessionKey: KerberosKey, now: Int64
  ) -> [UInt8] {
    let start = DER.time(now + description.validity.lowerBound)
    return DER.application(
      3,
      DER.sequence([
        DER.field(0, DER.bits(description.flags)),
        DER.field(
          1,
          DER.sequence([
            DER.field(0, DER.integer(UInt32(KerberosKey.encryptionType))),
            DER.field(1, DER.octets(sessionKey.octets)),
          ])),
        DER.field(2, DER.text(KerberosPrincipal.realm)),
        DER.field(3, description.client.encoding),
        // RFC 4120 5.3: an empty list of realms, as DOMAIN-X500-COMPRESS (1).
        DER.field(
          4, DER.sequence([DER.field(0, DER.integer(1)), DER.field(1, DER.octets([]))])),
        DER.field(5, start), DER.field(6, start),
        DER.field(7, DER.time(now + description.validity.upperBound)),
      ]))
  }
}

extension KerberosPrincipal {
  /// RFC 4120 5.2.2: PrincipalName ::= SEQUENCE { name-type [0] Int32, name-string [1] SEQUENCE OF
  /// KerberosString }
  fileprivate var encoding: [UInt8] {
    DER.sequence([
      DER.field(0, DER.integer(kind.rawValue)), DER.field(1, DER.sequence(parts.map(DER.text))),
    ])
  }
}
