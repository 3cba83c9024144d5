// SPDX-License-Identifier: Apache-2.0

/// The pieces in which a reply is sent.
package struct Trickle: Hashable, Sendable {
  /// The number of octets of a piece, at least 1.
  package var octets: Int
  /// The time between two pieces, in milliseconds.
  package var milliseconds: Int
  /// The time before the first piece, in milliseconds.
  package var delay: Int

  package init(octets: Int, milliseconds: Int, delay: Int = 0) {
    self.octets = octets
    self.milliseconds = milliseconds
    self.delay = delay
  }
}
