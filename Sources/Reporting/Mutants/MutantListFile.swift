import Platform

/// The file that a list of mutants goes to; it is begun before anything is played, and has its name only when it is whole.
package final class MutantListFile {
  private let file: AtomicFile

  /// Begins the file.
  package init(path: String) throws(FileError) { file = try AtomicFile(path: path) }

  /// Writes it and ends the file.
  package func write(_ list: MutantList) throws(FileError) {
    file.write(list.text)
    try file.commit()
  }
}
