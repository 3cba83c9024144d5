// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The logins of an exchange that take several messages, or whose responses are checked.
struct Handshakes {
  /// The Digest credentials sent to each server, for checking rspauth.
  var answerers: [Peer: DigestAnswerer] = [:]
  /// The logins by SCRAM.
  var scrams: [Peer: SCRAMAnswerer] = [:]
  /// The handshakes of Negotiate.
  var negotiations: [Peer: Negotiation] = [:]
  /// The servers that have refused a token of Negotiate.
  var refusedNegotiations: Set<Peer> = []
  /// The servers that offer Negotiate and for which there is no ticket.
  var ticketless: Set<Peer> = []
  /// The connection on which a login was opened that is not finished.
  var openedConnection: Connection?
  /// The connection of the last request.
  weak var usedConnection: Connection?
  /// The number of times that a login was opened again.
  var restarts = 0
}
