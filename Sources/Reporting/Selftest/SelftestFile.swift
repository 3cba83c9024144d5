import Platform
import Playing

/// A file that something of a self-test's result goes to. It is begun before anything is played, so that what cannot be
/// written is known at once, and has its name only when it is whole.
package final class SelftestFile {
  /// What is written.
  package enum Content: Sendable {
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
  package init(path: String, _ content: Content) throws(FileError) {
    file = try AtomicFile(path: path)
    self.content = content
  }

  /// Writes it and ends the file.
  package func write(_ result: SelftestResult) throws(FileError) {
    switch content {
    case .report: file.write(SelftestReport(result).json)
    case .witnesses:
      for witness in result.witnesses { file.write("\(witness.fault) \(witness.played)\n") }
    case .caught: file.write(FaultCatches(result).text)
    }
    try file.commit()
  }
}
