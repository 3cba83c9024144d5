// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Transcripts

extension Invocation {
  /// `authspec list`: what there is to play.
  func list() throws(UsageError) -> ExitStatus {
    var catalogue = try Catalogue(arguments.operands)
    let isBad = catalogue.complain(console)
    let total = catalogue.cases.count
    try catalogue.keep(filteredBy: arguments)
    if catalogue.cases.isEmpty, total > 0 {
      console.complain("authspec: the filters leave none of \(total) cases")
    }
    let list = CaseList(catalogue.cases)
    if arguments.has("json") {
      console.say(list.json)
    } else if arguments.has("ids") {
      console.say(list.ids(ofCases: arguments.has("cases")))
    } else {
      let options = console.options(color: arguments["color"])
      console.say(list.text(ofCases: arguments.has("cases"), options))
    }
    if isBad { return .usage }
    return catalogue.cases.isEmpty ? .nothingRan : .good
  }
}
