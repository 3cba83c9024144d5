// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios

/// A command line that cannot be followed.
package enum UsageError: Error {
  /// What is wrong with the words, as a sentence without a full stop.
  case words(String)
  /// What is wrong with the files that they name, in full.
  case files([String])

  /// A name that nothing has; names like it are suggested.
  package static func unknown(
    _ message: String, _ name: String, among names: [String]
  ) -> UsageError {
    .words(message + Arguments.suggestion(NearestName.to(name, among: names)))
  }

  /// A report that can never be written.
  package static func unwritable(_ error: FileError) -> UsageError {
    .words("no report can be written to \(error.file): \(error.reason)")
  }

  /// Returns the result of `body`; throws the file that cannot be read or written.
  package static func files<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(UsageError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .files([error.description])
    }
  }

  /// Returns the octets of a file.
  package static func contents(of path: String) throws(UsageError) -> [UInt8] {
    try files { () throws(FileError) in try FileReading.read(path) }
  }
}
