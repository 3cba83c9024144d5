// SPDX-License-Identifier: Apache-2.0

import JSON
import Platform

/// The file of a report that is written while the run goes on.
package final class ReportFile {
  private let file: AtomicFile
  private var isFirst = true
  /// Why the file could not be written; `nil` as long as it can.
  package private(set) var failure: FileError?

  /// A file that appears at `path` once it is complete. Throws if it cannot be written there.
  package init(path: String) throws(FileError) { file = try AtomicFile(path: path) }

  package func write(_ text: String) { file.write(text) }

  /// Writes an element of a JSON array on a line of its own.
  func add(_ element: JSONValue) {
    file.write((isFirst ? "\n" : ",\n") + element.text)
    isFirst = false
  }

  /// Writes the last part, and completes the file.
  package func end(_ text: String = "") {
    file.write(text)
    do throws(FileError) { try file.commit() } catch { failure = error }
  }
}
