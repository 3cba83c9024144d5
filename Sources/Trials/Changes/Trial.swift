// SPDX-License-Identifier: Apache-2.0

/// A change of a client, and which of the cases that it can alter are played to the changed client.
package struct Trial: Sendable {
  /// A choice among the cases that the change can alter.
  package enum Share: Sendable {
    /// All of them.
    case all
    /// One of `count` cases if there are more than `most`, beginning with another one for each
    /// `number`.
    case oneOf(_ count: Int, number: Int, above: Int)
    /// One case of each scenario.
    case oneOfEachScenario
  }

  let change: ClientChange
  let share: Share

  package init(_ change: ClientChange, _ share: Share = .all) {
    self.change = change
    self.share = share
  }
}
