// SPDX-License-Identifier: Apache-2.0

/// A mistake in a valid scenario file, found by comparing it with other files, with what its line
/// says.
package struct ScenarioMistake: Hashable, Sendable {
  /// The mistake as a sentence.
  package var message: String
  /// What to do about it.
  package var hint: String?
  /// The key that it is below, such as `requirements`.
  package var key: String
  /// The text that is wrong.
  package var value: String

  package init(_ message: String, hint: String? = nil, at value: String, below key: String) {
    (self.message, self.hint, self.key, self.value) = (message, hint, key, value)
  }
}
