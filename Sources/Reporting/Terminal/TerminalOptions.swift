// SPDX-License-Identifier: Apache-2.0

/// How a report is shown: what the terminal can do, and what the user asked for.
package struct TerminalOptions: Sendable {
  /// The number of columns.
  package var width = 100
  /// Whether colours are shown.
  package var isColoured = false
  /// Whether a progress line is shown and removed again; only on a terminal.
  package var showsProgress = false
  /// Whether characters beyond ASCII can be shown.
  package var isUnicode = true
  /// Print nothing about good cases and one line about each other.
  package var isQuiet = false
  /// Print a block for each case that makes the run bad, and everything else, however long it is.
  package var showsAll = false

  package init() {}

  /// Returns lines, each with its end, as the terminal shows them.
  package func painted(_ lines: [StyledLine]) -> String {
    lines.map { $0.painted(isColoured: isColoured) }.joined()
  }
}
