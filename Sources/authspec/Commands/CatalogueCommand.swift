internal import Conformance
internal import ReferenceClient
internal import Reports
internal import ScenarioLanguage

/// `authspec catalogue`: prints a page about all scenarios.
struct CatalogueCommand: CommandAction {
  let arguments: Arguments
  let console: Console

  func perform() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    let page = CataloguePage(
      CatalogueIndex(catalogue.cases), requirements: Array(catalogue.requirements.values),
      behaviours: catalogue.behaviours, faults: Fault.planted, catches: try catches)
    console.say(page.markdown)
    return .good
  }

  /// What a self-test has found out before.
  private var catches: FaultCatches {
    get throws(UsageError) {
      guard let path = arguments["caught"] else { return FaultCatches() }
      do throws(FileError) {
        return FaultCatches(text: String(decoding: try FileSystem.read(path), as: UTF8.self))
      } catch {
        throw .files(["\(error.file): \(error.reason)"])
      }
    }
  }
}
