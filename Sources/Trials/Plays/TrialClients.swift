// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Playing

/// Makes the clients of a series of trials, each on a worker's loop.
package struct TrialClients: Sendable {
  /// The unchanged client, and a function that returns the names of the changes that could have
  /// made a difference since its last call.
  package typealias Watched = (client: any ClientUnderTest, takeReached: () -> Set<String>)

  let makeUnchanged: @Sendable (EventLoop) -> Watched
  let makeChanged: @Sendable (ClientChange, EventLoop) -> any ClientUnderTest

  package init(
    unchanged: @escaping @Sendable (EventLoop) -> Watched,
    changed: @escaping @Sendable (ClientChange, EventLoop) -> any ClientUnderTest
  ) {
    makeUnchanged = unchanged
    makeChanged = changed
  }
}
