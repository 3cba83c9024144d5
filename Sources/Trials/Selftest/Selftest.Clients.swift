// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Playing

extension Selftest {
  /// Makes the clients of a self-test, each on a worker's loop.
  package struct Clients: Sendable {
    /// The client without a fault, and a function that returns the names of the faults that could
    /// have made a difference since its last call.
    package typealias Watched = (client: any ClientUnderTest, takeReached: () -> Set<String>)

    let makeFaultless: @Sendable (EventLoop) -> Watched
    let makeFaulty: @Sendable (PlantedFault, EventLoop) -> any ClientUnderTest

    package init(
      faultless: @escaping @Sendable (EventLoop) -> Watched,
      faulty: @escaping @Sendable (PlantedFault, EventLoop) -> any ClientUnderTest
    ) {
      makeFaultless = faultless
      makeFaulty = faulty
    }
  }
}
