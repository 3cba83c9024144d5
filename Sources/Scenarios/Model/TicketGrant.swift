// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// Tickets of Kerberos that the client is given: those of a person, for all servers of the case, or
/// one for the KDC.
package struct TicketGrant: Hashable, Sendable {
  /// What is wrong with tickets.
  package enum Flaw: String, Hashable, Sendable, CaseIterable {
    /// They have expired, and the client can see it.
    case expired
    /// They have expired, and the client believes that they have not.
    case expiredUnseen = "expired-unseen"
    /// They are valid later, and the client believes that they are valid now.
    case notYetValid = "not-yet-valid"
    /// They are not encrypted with the keys of the servers.
    case foreignKey = "foreign-key"
    /// They are for servers that the case does not have.
    case otherServers = "other-servers"
    /// They are right, and the client's clock is an hour ahead.
    case clockAhead = "clock-ahead"
  }

  /// The name of the person, without the realm.
  package var principal: Octets
  /// What is wrong; `nil` for nothing.
  package var flaw: Flaw?
  /// The client has only a ticket for the KDC, and gets those for servers there.
  package var isForKDC = false

  package init(principal: Octets, flaw: Flaw? = nil, isForKDC: Bool = false) {
    self.principal = principal
    self.flaw = flaw
    self.isForKDC = isForKDC
  }
}
