// SPDX-License-Identifier: Apache-2.0

import Playing

/// A client with one small mechanical change in its code.
package struct CodeMutant: Hashable, Sendable {
  /// The number that selects it, from 1.
  package let number: Int
  /// The file, the declaration, the code and what is changed in it: `Paths.isInside: path.count ==
  /// prefix.count [== → !=]`.
  package let name: String
  /// Where the code is.
  package let place: String
  /// The kind of change, in a word.
  package let kind: String

  package init(number: Int, name: String, place: String, kind: String) {
    self.number = number
    self.name = name
    self.place = place
    self.kind = kind
  }
}
