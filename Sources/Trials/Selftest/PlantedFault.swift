// SPDX-License-Identifier: Apache-2.0

import Playing

/// A fault that can be planted in a client, to find out whether the scenarios notice it.
package struct PlantedFault: Hashable, Sendable {
  /// Its name, unique among the client's faults.
  package let name: String
  /// What the client does wrong, as a sentence.
  package let sentence: String
  /// The id of the requirement that this breaks: `R083`.
  package let requirement: String
  /// The fault makes the client wait without limit, so that a timeout can show it.
  package let hangs: Bool

  package init(name: String, sentence: String, requirement: String, hangs: Bool = false) {
    self.name = name
    self.sentence = sentence
    self.requirement = requirement
    self.hangs = hangs
  }
}
