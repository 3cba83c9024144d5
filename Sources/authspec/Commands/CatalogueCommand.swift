import Playing
import Platform
import ReferenceClient
import Reporting
import Transcripts

/// `authspec catalogue`: prints a page about all scenarios.
struct CatalogueCommand: CommandAction {
  let arguments: Arguments
  let console: Console

  func perform() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    let page = CataloguePage(
      CatalogueIndex(catalogue.cases), requirements: Array(catalogue.requirements.values),
      behaviours: catalogue.behaviours, faults: Fault.planted, catches: try catches,
      mutants: try mutants)
    console.say(page.markdown)
    return .good
  }

  /// What a self-test has found out before.
  private var catches: FaultCatches {
    get throws(UsageError) {
      FaultCatches(text: try text("caught") ?? "")
    }
  }

  /// What playing mutants has found out before.
  private var mutants: MutantList {
    get throws(UsageError) {
      MutantList(text: try text("mutants") ?? "")
    }
  }

  /// The file that an option names.
  private func text(_ option: String) throws(UsageError) -> String? {
    guard let path = arguments[option] else { return nil }
    do throws(FileError) {
      return String(decoding: try FileSystem.read(path), as: UTF8.self)
    } catch {
      throw .files(["\(error.file): \(error.reason)"])
    }
  }
}
