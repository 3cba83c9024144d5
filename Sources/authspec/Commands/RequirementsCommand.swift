internal import Conformance
internal import ReferenceClient
internal import Reports
internal import ScenarioLanguage

/// `authspec requirements`: which scenarios show which requirement, and which faults break it.
struct RequirementsCommand {
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func perform() throws(UsageError) -> ExitStatus {
    let catalogue = try Catalogue(arguments)
    if catalogue.complain(console) { return .usage }
    let table = RequirementTable(
      Array(catalogue.requirements.values), cases: catalogue.cases, faults: Fault.planted)
    console.say(arguments.has("json") ? table.json : table.text)
    return table.missing.isEmpty ? .good : .failures
  }
}
