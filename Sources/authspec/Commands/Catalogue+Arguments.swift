import Playing
import Scenarios

extension Catalogue {
  /// The scenarios that a command line names and its filters keep.
  init(_ arguments: Arguments) throws(UsageError) {
    do throws(SelectionError) {
      try self.init(arguments.operands, in: ScenarioFiles.usualFolder())
    } catch {
      throw UsageError(message: error.description, command: arguments.command.name)
    }
  }

  /// All scenarios, for a command that has no use for less; what is wrong with files is thrown.
  static func whole(for command: Command.Name) throws(UsageError) -> Catalogue {
    let catalogue: Catalogue
    do throws(SelectionError) {
      catalogue = try Catalogue([], in: ScenarioFiles.usualFolder())
    } catch {
      throw UsageError(message: error.description, command: command)
    }
    guard catalogue.isValid else { throw .files(catalogue.complaints) }
    return catalogue
  }

  /// Says what is wrong with the files on standard error; false where nothing is.
  func complain(_ console: Console) -> Bool {
    for text in complaints { console.complain(text) }
    return !isValid
  }
}

extension Fingerprint {
  /// The fingerprint of all scenarios.
  static func ofAllScenarios(for command: Command.Name) throws(UsageError) -> Fingerprint {
    do throws(SelectionError) {
      return try Fingerprint(
        scenarios: try ScenarioFiles.find([], in: ScenarioFiles.usualFolder()).files.files)
    } catch {
      throw UsageError(message: error.description, command: command)
    }
  }
}

extension CaseFilter {
  /// The filter that a command line asks for.
  init(_ arguments: Arguments) {
    self.init()
    levels = arguments.all("level").compactMap { Level(rawValue: $0) }
    tags = arguments.all("tag")
    specifications = arguments.all("spec")
    requirements = arguments.all("requirement")
  }
}
