public import Conformance

/// The file that a self-test's report for programs goes to. It is begun before anything is played, so that what cannot be
/// written is known at once, and has its name only when it is whole.
public final class SelftestFile {
  private let file: AtomicFile

  /// Begins the file.
  public init(path: String) throws(ReportError) { file = try AtomicFile(path: path) }

  /// Writes the report and ends the file.
  public func write(_ result: SelftestResult) throws(ReportError) {
    file.write(SelftestReport(result).json)
    try file.commit()
  }
}
