// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A rule that was broken: one requirement, and how binding it is.
package struct BrokenRule: Hashable, Sendable {
  /// The id of the requirement.
  package var requirement: String
  /// How binding it is.
  package var level: Level

  package init(_ requirement: String, _ level: Level) {
    self.requirement = requirement
    self.level = level
  }
}
