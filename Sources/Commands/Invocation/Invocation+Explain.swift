// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios
import Reporting
import Transcripts

extension Invocation {
  /// `authspec explain`: prints a scenario in prose.
  func explain() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    let context = ReportContext(requirements: catalogue.quotedRequirements)
    let options = console.options(color: arguments["color"])
    var rest = catalogue.cases[...]
    while let first = rest.first {
      let cases = rest.prefix { $0.scenario.id == first.scenario.id }
      rest = rest.dropFirst(cases.count)
      console.say(Explanation(Array(cases), context: context).text(options))
      if !rest.isEmpty { console.say("\n") }
    }
    return .good
  }
}
