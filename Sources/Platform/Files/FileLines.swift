// SPDX-License-Identifier: Apache-2.0

/// The lines of a regular file, of which only one at a time is in memory.
package final class FileLines {
  private let file: OpenedFile
  private var reader = LineReader()
  /// The number of the line that was read last, from 1.
  private var number = 0
  /// The most octets of a line.
  private static let longest = 1 << 28

  /// Opens a file.
  package init(_ path: String) throws(FileError) { file = try OpenedFile(path) }

  /// The path of the file, with the number of the line that was read last.
  package var place: String { "\(file.path):\(number)" }

  /// Returns the next line, without its end; `nil` at the end of the file. Throws if the last line
  /// has no end: then the file is not whole.
  package func next() throws(FileError) -> [UInt8]? {
    while true {
      if let line = reader.next() {
        number += 1
        return Array(line)
      }
      guard reader.rest.count <= FileLines.longest, let block = try file.block() else { break }
      reader.append(block)
    }
    guard !reader.rest.isEmpty else { return nil }
    number += 1
    throw FileError(file: place, reason: "the line has no end: the file is cut off, or no text")
  }
}
