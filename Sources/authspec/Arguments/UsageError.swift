// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios

/// A command line that cannot be followed.
enum UsageError: Error {
  /// What is wrong with the words, as a sentence without a full stop, and the command whose help
  /// says more.
  case words(String, command: Command.Name?)
  /// What is wrong with the files that they name, in full.
  case files([String])

  init(message: String, command: Command.Name? = nil) {
    self = .words(message, command: command)
  }

  /// A name that nothing has; names like it are suggested.
  static func unknown(
    _ message: String, _ name: String, among names: [String], command: Command.Name?
  ) -> UsageError {
    UsageError(
      message: message + Arguments.suggestion(NearestName.to(name, among: names)), command: command)
  }

  /// A report that can never be written.
  static func unwritable(_ error: FileError, command: Command.Name) -> UsageError {
    UsageError(
      message: "no report can be written to \(error.file): \(error.reason)", command: command)
  }

  /// Returns the result of `body`; throws the file that cannot be read or written.
  static func files<Value>(
    _ body: () throws(FileError) -> Value
  ) throws(UsageError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .files([error.description])
    }
  }
}
