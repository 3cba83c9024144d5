/// The file that a list of mutants goes to; it is begun before anything is played, and has its name only when it is whole.
public final class MutantListFile {
  private let file: AtomicFile

  /// Begins the file.
  public init(path: String) throws(ReportError) { file = try AtomicFile(path: path) }

  /// Writes it and ends the file.
  public func write(_ list: MutantList) throws(ReportError) {
    file.write(list.text)
    try file.commit()
  }
}
