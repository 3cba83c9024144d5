// SPDX-License-Identifier: Apache-2.0

import Playing
import Transcripts

/// The action of a command.
protocol CommandAction {
  /// The arguments after the command's name.
  var arguments: Arguments { get }
  var console: Console { get }

  init(arguments: Arguments, console: Console)

  /// Performs the command and returns its exit status.
  func perform() throws(UsageError) -> ExitStatus
}

extension CommandAction {
  /// The scenarios that the command line names; what is wrong with files is thrown.
  func validCatalogue() throws(UsageError) -> Catalogue {
    try Catalogue(valid: arguments.operands, for: arguments.command.name)
  }
}
