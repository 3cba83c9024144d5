/// What is known of the place a report is shown in.
package struct TerminalOptions: Sendable {
  /// Columns.
  package var width = 100
  /// Show colours.
  package var isColoured = false
  /// Show a line that tells how far the run is, and take it away again; only on a terminal.
  package var showsProgress = false
  /// The signs may be other than ASCII.
  package var isUnicode = true
  /// Say nothing of what is good, and no more than a line of what is not.
  package var isQuiet = false

  /// A plain place of 100 columns.
  package init() {}
}
