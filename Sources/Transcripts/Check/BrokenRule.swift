// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A broken rule: a requirement and its level.
package struct BrokenRule: Hashable, Sendable {
  /// The requirement's id.
  package var requirement: String
  package var level: Level

  package init(_ requirement: String, _ level: Level) {
    self.requirement = requirement
    self.level = level
  }
}
