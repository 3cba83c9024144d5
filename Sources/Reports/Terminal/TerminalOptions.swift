/// What is known of the place a report is shown in.
public struct TerminalOptions: Sendable {
  /// Columns.
  public var width = 100
  /// Show colours.
  public var isColoured = false
  /// Show a line that tells how far the run is, and take it away again; only on a terminal.
  public var showsProgress = false
  /// The signs may be other than ASCII.
  public var isUnicode = true
  /// Say nothing of what is good, and no more than a line of what is not.
  public var isQuiet = false

  /// A plain place of 100 columns.
  public init() {}
}
