import Clients
import Platform

extension Selftest {
  /// How a self-test makes its clients, each on a worker's loop.
  package struct Clients: Sendable {
    /// The client without a fault, and what tells the names of the faults that could have made a
    /// difference since that was asked last.
    package typealias Watched = (client: any ClientUnderTest, takeReached: () -> Set<String>)

    let makeFaultless: @Sendable (EventLoop) -> Watched
    let makeFaulty: @Sendable (PlantedFault, EventLoop) -> any ClientUnderTest

    /// Clients made like this.
    package init(
      faultless: @escaping @Sendable (EventLoop) -> Watched,
      faulty: @escaping @Sendable (PlantedFault, EventLoop) -> any ClientUnderTest
    ) {
      makeFaultless = faultless
      makeFaulty = faulty
    }
  }
}
