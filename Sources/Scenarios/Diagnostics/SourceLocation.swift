// SPDX-License-Identifier: Apache-2.0

/// A location in a file.
package struct SourceLocation: Hashable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The column in characters (Unicode scalars), from 1.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
