// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Kerberos
import Scenarios

extension RunRealm {
  /// Tickets of people for the services on hosts, in a file of their own. The file is the first
  /// person's.
  func tickets(
    _ grants: [TicketGrant], for hosts: [String]
  ) throws(KerberosUnavailable) -> KeptTickets {
    var tickets: [Ticket] = []
    for grant in grants {
      if grant.isForKDC {
        var description = TicketDescription(
          client: RunRealm.person(grant), service: .ticketGranting)
        description.isForwardable = true
        tickets.append(try realm.ticket(description))
        continue
      }
      for host in hosts {
        tickets.append(try realm.ticket(RunRealm.description(grant, host)))
      }
    }
    let first = grants.first.map { RunRealm.person($0) }
    var cache = TicketCache(person: first ?? .person("nobody"), tickets: tickets)
    if grants.contains(where: { $0.flaw == .clockAhead }) { cache.clockOffset = 3_600 }
    return try keep(cache)
  }

  private static func person(_ grant: TicketGrant) -> KerberosPrincipal {
    .person(grant.principal.utf8 ?? grant.principal.latin1)
  }

  private static func description(_ grant: TicketGrant, _ host: String) -> TicketDescription {
    var description = TicketDescription(client: person(grant), service: .web(host))
    let usual = description.validity
    switch grant.flaw {
    case .expired: description.validity = TicketDescription.expired
    case .expiredUnseen:
      description.validity = TicketDescription.expired
      description.storedValidity = usual
    case .notYetValid:
      description.validity = TicketDescription.notYetValid
      description.storedValidity = usual
    case .foreignKey: description.hasForeignKey = true
    case .otherServers: description.service = .web("elsewhere.\(host).test")
    case .clockAhead, nil: break
    }
    return description
  }
}

extension CasePlan {
  /// The realm that the case needs, with its KDC if it needs one; `nil` if it needs none.
  func realm(
    _ current: () throws(KerberosUnavailable) -> RunRealm
  ) throws(KerberosUnavailable) -> RunRealm? {
    guard usesKerberos else { return nil }
    let realm = try current()
    if usesKDC { try realm.startKDC() }
    return realm
  }
}
