public import Conformance

/// A file that something of a self-test's result goes to. It is begun before anything is played, so that what cannot be
/// written is known at once, and has its name only when it is whole.
public final class SelftestFile {
  /// What is written.
  public enum Content: Sendable {
    /// The report for programs.
    case report
    /// The witnesses: a line for each, the fault's name and the case's id.
    case witnesses
    /// Which scenarios catch which faults.
    case caught
  }

  private let file: AtomicFile
  private let content: Content

  /// Begins the file.
  public init(path: String, _ content: Content) throws(ReportError) {
    file = try AtomicFile(path: path)
    self.content = content
  }

  /// Writes it and ends the file.
  public func write(_ result: SelftestResult) throws(ReportError) {
    switch content {
    case .report: file.write(SelftestReport(result).json)
    case .witnesses:
      for witness in result.witnesses { file.write("\(witness.fault) \(witness.played)\n") }
    case .caught: file.write(FaultCatches(result).text)
    }
    try file.commit()
  }
}
