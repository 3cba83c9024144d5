// SPDX-License-Identifier: Apache-2.0

import Commands
import Playing
import Publishing
import Transcripts

extension Invocation {
  /// `authspec-maintain leaks`: prints a page about published leaks and the scenarios that show
  /// them.
  func leaks() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    let page = LeakPage(catalogue.leaks, CatalogueIndex(catalogue.cases))
    console.say(page.markdown)
    return page.missing.isEmpty ? .good : .failures
  }
}
