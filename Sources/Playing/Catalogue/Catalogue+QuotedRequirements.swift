// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Catalogue {
  /// The requirements that reports quote. Invariants have some, whatever scenarios are played: the
  /// usual ones are quoted if the scenarios come without any.
  package var quotedRequirements: [String: Requirement] {
    requirements.isEmpty ? Catalogue.usualRequirements() : requirements
  }
}
