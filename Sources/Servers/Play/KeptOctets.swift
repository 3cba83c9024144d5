// SPDX-License-Identifier: Apache-2.0

import HTTPAuth

/// The octets of a client's requests that a case still has room for.
///
/// A recording keeps what a client sends, which may be endless. Bodies of the scenario, which the
/// program has anyway, take no room.
final class KeptOctets {
  /// The large bodies that the client is asked to send.
  let known: [ArraySlice<UInt8>]
  /// The number of octets that the case has room for.
  let limit: Int
  private var left: Int

  /// Room for `limit` octets, apart from the bodies of the scenario.
  init(limit: Int = .max, known: [Octets] = []) {
    self.known = known.map(\.bytes)
    self.limit = limit
    left = limit
  }

  /// Takes room for octets; `false` if there is not enough.
  func take(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }

  /// What is wrong with a client whose octets have no room, as a sentence.
  var complaint: String { "The requests of the case have more than \(limit) octets." }
}
