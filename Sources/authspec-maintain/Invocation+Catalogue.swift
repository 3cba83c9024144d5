// SPDX-License-Identifier: Apache-2.0

import Commands
import Platform
import Playing
import Publishing
import ReferenceClient
import Reporting
import Transcripts

extension Invocation {
  /// `authspec-maintain catalogue`: prints a page about all scenarios.
  func catalogue() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    let page = CataloguePage(
      CatalogueIndex(catalogue.cases), requirements: Array(catalogue.requirements.values),
      behaviours: catalogue.behaviours, faults: Fault.changes,
      catches: FaultCatches(text: try text("caught")),
      mutants: MutantList(text: try text("mutants")))
    console.say(page.markdown)
    return .good
  }

  /// The text of the file that an option names; empty if it is not given.
  private func text(_ option: String) throws(UsageError) -> String {
    guard let path = arguments[option] else { return "" }
    let octets = try UsageError.contents(of: path)
    return String(decoding: octets, as: UTF8.self)
  }
}
