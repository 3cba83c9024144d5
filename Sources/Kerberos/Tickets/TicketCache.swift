// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The tickets of a person, in version 4 of the "credential cache file format" of MIT Kerberos.
package struct TicketCache: Hashable, Sendable {
  package var person: KerberosPrincipal
  package var tickets: [Ticket]
  /// The seconds that the KDC's clock is ahead of the client's. The client adds them to the times
  /// in its requests.
  package var clockOffset: Int32 = 0

  package init(person: KerberosPrincipal, tickets: [Ticket]) {
    self.person = person
    self.tickets = tickets
  }

  /// The content of the file.
  package var file: Octets {
    var writer = OctetWriter()
    writer.add(UInt16(0x0504))
    // The header has one field, number 1, with seconds and microseconds.
    writer.add(UInt16(12))
    writer.add(UInt16(1))
    writer.add(UInt16(8))
    writer.add(clockOffset)
    writer.add(UInt32(0))
    writer.add(person)
    for ticket in tickets { writer.add(ticket) }
    return Octets(writer.octets)
  }
}

extension OctetWriter {
  fileprivate mutating func add(_ principal: KerberosPrincipal) {
    add(principal.kind.rawValue)
    add(UInt32(principal.parts.count))
    addLong(KerberosPrincipal.realm.utf8)
    for part in principal.parts { addLong(part.utf8) }
  }

  fileprivate mutating func add(_ ticket: Ticket) {
    add(ticket.client)
    add(ticket.service)
    add(UInt16(KerberosKey.encryptionType))
    addLong(ticket.sessionKey.octets)
    // The times of authentication, start, end, and the end of renewals.
    add(UInt32(clamping: ticket.validity.lowerBound))
    add(UInt32(clamping: ticket.validity.lowerBound))
    add(UInt32(clamping: ticket.validity.upperBound))
    add(UInt32(0))
    // It is not encrypted with the session key of another ticket.
    add(UInt8(0))
    add(ticket.flags)
    // Neither addresses nor authorization data.
    add(UInt32(0))
    add(UInt32(0))
    addLong(ticket.octets)
    // No second ticket.
    addLong([])
  }
}
