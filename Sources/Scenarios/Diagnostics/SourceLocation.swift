// SPDX-License-Identifier: Apache-2.0

/// A place in a scenario file.
package struct SourceLocation: Hashable, Sendable {
  /// Counted from 1.
  package var line: Int
  /// Counted from 1, in characters.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
