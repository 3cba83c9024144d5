internal import Conformance
internal import Reports
internal import ScenarioLanguage

extension Catalogue {
  /// The scenarios that a command line names and its filters keep.
  init(_ arguments: Arguments) throws(UsageError) {
    do throws(SelectionError) {
      try self.init(arguments.operands, in: ScenarioFiles.usualFolder())
    } catch {
      throw UsageError(message: error.description, command: arguments.command.name)
    }
  }

  /// Says what is wrong with the files on standard error; false where nothing is.
  func complain(_ console: Console) -> Bool {
    for error in unreadable { console.complain("\(error.file): \(error.reason)") }
    for diagnostic in diagnostics { console.complain(diagnostic.description) }
    return !isValid
  }

  /// The requirements as reports quote them.
  var requirementTexts: [String: RequirementText] {
    requirements.mapValues {
      RequirementText(
        id: $0.id, level: $0.level.rawValue, source: $0.source, sentence: $0.text)
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
