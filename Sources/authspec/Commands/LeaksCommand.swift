// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Transcripts

/// `authspec leaks`: prints a page about published leaks and the scenarios that show them.
struct LeaksCommand: CommandAction {
  let arguments: Arguments
  let console: Console

  func perform() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    let page = LeakPage(catalogue.leaks, CatalogueIndex(catalogue.cases))
    console.say(page.markdown)
    return page.missing.isEmpty ? .good : .failures
  }
}
