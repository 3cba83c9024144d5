// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A broken rule: a requirement and its level.
///
/// Without a requirement no sentence of a specification is about what was observed.
package struct BrokenRule: Hashable, Sendable {
  /// The requirement's id.
  package var requirement: String?
  package var level: Level
  /// `true` if the requirement is what the scenario is about, and it is not known whether it is the
  /// one that is broken.
  package var isTopic: Bool

  package init(_ requirement: String?, _ level: Level, isTopic: Bool = false) {
    self.requirement = requirement
    self.level = level
    self.isTopic = isTopic
  }
}
