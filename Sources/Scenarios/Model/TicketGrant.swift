// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The client's Kerberos tickets for all servers of the case, or its ticket for the KDC.
package struct TicketGrant: Hashable, Sendable {
  /// A defect of tickets.
  package enum Flaw: String, Hashable, Sendable, CaseIterable {
    /// They have expired.
    case expired
    /// They have expired, but the client's cache says that they are valid.
    case expiredUnseen = "expired-unseen"
    /// They are not yet valid, but the client's cache says that they are.
    case notYetValid = "not-yet-valid"
    /// They are not encrypted with the keys of the servers.
    case foreignKey = "foreign-key"
    /// They are for servers that are not in the case.
    case otherServers = "other-servers"
    /// They are valid, but the client's clock is an hour ahead.
    case clockAhead = "clock-ahead"
  }

  /// The name of the person, without the realm.
  package var principal: Octets
  /// The defect; `nil` for none.
  package var flaw: Flaw?
  /// `true` if the client has only a ticket for the KDC and requests those for servers there.
  package var isForKDC = false

  package init(principal: Octets, flaw: Flaw? = nil, isForKDC: Bool = false) {
    self.principal = principal
    self.flaw = flaw
    self.isForKDC = isForKDC
  }
}
