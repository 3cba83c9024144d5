// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Transcripts

/// A command line to perform. Each command is a method of its own.
package struct Invocation {
  /// The arguments after the command's name.
  package let arguments: Arguments
  package let console: Console

  /// Reads each file that the command line names; throws what is wrong with any of them.
  func readFiles(_ read: (String) throws(FileError) -> Void) throws(UsageError) {
    var complaints: [String] = []
    for path in arguments.operands {
      do throws(FileError) { try read(path) } catch { complaints.append(error.description) }
    }
    guard complaints.isEmpty else { throw .files(complaints) }
  }

  /// Returns the scenarios that the command line names; throws what is wrong with their files.
  package func validCatalogue() throws(UsageError) -> Catalogue {
    try Catalogue(valid: arguments.operands)
  }
}
