/// A command line that cannot be followed.
enum UsageError: Error {
  /// What is wrong with the words, as a sentence without a full stop, and the command whose help tells more.
  case words(String, command: Command.Name?)
  /// What is wrong with the files that they name, told in full.
  case files([String])

  init(message: String, command: Command.Name? = nil) {
    self = .words(message, command: command)
  }
}
