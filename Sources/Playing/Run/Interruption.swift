// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A flag that a signal handler sets and every worker reads.
package final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  /// `true` once the run is to end.
  package var isRaised: Bool { flag.load(ordering: .relaxed) }

  /// Ends the run as soon as the cases in play are over; safe to call from a signal handler.
  package func raise() { flag.store(true, ordering: .relaxed) }
}
