// SPDX-License-Identifier: Apache-2.0

/// The content of a ticket, valid or not.
package struct TicketDescription: Hashable, Sendable {
  package var client: KerberosPrincipal
  /// The service in the ticket.
  package var service: KerberosPrincipal
  /// The service of the ticket in the client's cache; `nil` for the same.
  package var storedFor: KerberosPrincipal?
  /// The validity, in seconds from now.
  package var validity: ClosedRange<Int64> = -60...28_800
  /// The validity in the client's cache; `nil` for the same. With another one, a client sends a
  /// ticket that the server refuses.
  package var storedValidity: ClosedRange<Int64>?
  /// `true` if it has the flag forwardable.
  package var isForwardable = false
  /// `true` if it has the flag ok-as-delegate.
  package var isOKAsDelegate = false
  /// `true` if it is encrypted with another key than the service's.
  package var hasForeignKey = false

  package init(client: KerberosPrincipal, service: KerberosPrincipal) {
    self.client = client
    self.service = service
  }
}

extension TicketDescription {
  /// The validity of a ticket that expired ten minutes ago. Clocks may differ by five minutes.
  package static let expired: ClosedRange<Int64> = -7_200 ... -600
  /// The validity of a ticket that becomes valid in ten minutes.
  package static let notYetValid: ClosedRange<Int64> = 600...28_800

  /// TicketFlags (RFC 4120 5.3): forwardable(1), initial(9), pre-authent(10), ok-as-delegate(13).
  var flags: UInt32 {
    (isForwardable ? 1 << 30 : 0) | (service == .ticketGranting ? 1 << 22 : 0) | 1 << 21
      | (isOKAsDelegate ? 1 << 18 : 0)
  }
}
