// SPDX-License-Identifier: Apache-2.0

/// What is to be in a ticket, right or wrong.
package struct TicketDescription: Hashable, Sendable {
  package var client: KerberosPrincipal
  /// The service in the ticket.
  package var service: KerberosPrincipal
  /// The service that the client is made to believe the ticket is for; `nil` for the same.
  package var storedFor: KerberosPrincipal?
  /// From when to when it is valid, in seconds from now.
  package var validity: ClosedRange<Int64> = -60...28_800
  /// From when to when the client is made to believe it is valid; `nil` for the same. A client
  /// whose clock is wrong sends a ticket that the server refuses.
  package var storedValidity: ClosedRange<Int64>?
  /// It can be forwarded to another machine.
  package var isForwardable = false
  /// The KDC's administrator allows the service to act for its clients.
  package var isOKAsDelegate = false
  /// It is encrypted with a key that is not the service's.
  package var hasForeignKey = false

  package init(client: KerberosPrincipal, service: KerberosPrincipal) {
    self.client = client
    self.service = service
  }
}

extension TicketDescription {
  /// A ticket that expired ten minutes ago: more than the five minutes that clocks may differ by.
  package static let expired: ClosedRange<Int64> = -7_200 ... -600
  /// A ticket that is valid in ten minutes.
  package static let notYetValid: ClosedRange<Int64> = 600...28_800

  /// RFC 4120 5.3: forwardable(1), initial(9), pre-authent(10), ok-as-delegate(13).
  var flags: UInt32 {
    (isForwardable ? 1 << 30 : 0) | (service == .ticketGranting ? 1 << 22 : 0) | 1 << 21
      | (isOKAsDelegate ? 1 << 18 : 0)
  }
}
