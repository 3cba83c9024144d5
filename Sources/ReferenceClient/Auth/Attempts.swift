// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The attempts of one request to authenticate to one server.
struct Attempts {
  /// The reason for sending credentials.
  enum Occasion: Hashable {
    /// The server challenged in this request.
    case asked
    /// They were accepted before, in a protection space that contains the request.
    case remembered
    /// The session is set to send them without a challenge.
    case unbidden
  }

  /// Credentials in a request.
  struct Answer: Hashable {
    var login: Login
    /// The challenge that they answer, or a remembered one.
    var offer: Offer
    /// The reason for sending it.
    var origin = Occasion.asked
  }

  /// The credentials of the current request.
  var sent: Answer?
  /// The credentials for the next request.
  var next: Answer?
  /// The refused logins, by realm.
  var refused: [Octets?: Set<Login>] = [:]
  /// The number of refused logins, by realm.
  var failures: [Octets?: Int] = [:]
  /// The number of nonces that the server called stale.
  var staleCount = 0
  /// The number of proofs that the server rejected for their nonce.
  var nonceCount = 0
  /// The number of answers to the server's challenges.
  var rounds = 0
  /// `true` if a login was refused in a scheme that does not reveal the password.
  var refusedStrongly = false
}
