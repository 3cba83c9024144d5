import Playing
import Transcripts

/// What a command does with its command line.
protocol CommandAction {
  /// What was written behind the command's name.
  var arguments: Arguments { get }
  /// Where it says things.
  var console: Console { get }

  init(arguments: Arguments, console: Console)

  /// Does it, and tells how it went.
  func perform() throws(UsageError) -> ExitStatus
}

extension CommandAction {
  /// The scenarios that the command line names; what is wrong with files is thrown.
  func validCatalogue() throws(UsageError) -> Catalogue {
    try Catalogue(valid: arguments.operands, for: arguments.command.name)
  }
}
