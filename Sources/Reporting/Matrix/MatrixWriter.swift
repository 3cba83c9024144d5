import Platform

/// Writes what is published of a matrix.
package struct MatrixWriter {
  private let folder: String

  /// Into a folder, beside the one with the results.
  package init(folder: String) { self.folder = folder }

  /// Writes the page and its summary.
  package func write(_ matrix: Matrix) throws(FileError) {
    try write(MatrixPage(matrix).html, to: "index.html")
    try write(MatrixReadme(matrix).markdown, to: "README.md")
  }

  private func write(_ text: String, to name: String) throws(FileError) {
    let file = try AtomicFile(path: "\(folder)/\(name)")
    file.write(text)
    try file.commit()
  }
}
