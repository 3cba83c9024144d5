// SPDX-License-Identifier: Apache-2.0

/// A reply that is sent piece by piece.
package struct Trickle: Hashable, Sendable {
  /// Octets in a piece, at least 1.
  package var octets: Int
  /// Milliseconds between two pieces.
  package var milliseconds: Int
  /// Milliseconds before the first piece.
  package var delay: Int

  package init(octets: Int, milliseconds: Int, delay: Int = 0) {
    self.octets = octets
    self.milliseconds = milliseconds
    self.delay = delay
  }
}
