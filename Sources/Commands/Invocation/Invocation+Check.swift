// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Scenarios
import Transcripts

extension Invocation {
  /// `authspec check`: reads scenarios and plans their cases, and plays none.
  func check() throws(UsageError) -> ExitStatus {
    let catalogue = try Catalogue(arguments.operands)
    let backEnd = arguments["server"].flatMap { BackEnd(rawValue: $0) }
    let isBad = catalogue.complain(console)
    let areBad = arguments.operands.isEmpty && complain(ofClientsAgainst: catalogue.cases)
    let problems =
      PlanCheck.complain(
        CasePlans(of: catalogue.cases, CasePlanning(on: backEnd)), console) || areBad
    let files = Phrases.count(catalogue.fileCount, "file")
    let cases = Phrases.count(catalogue.cases.count, "case")
    let warnings = ScenarioWarning.all(of: catalogue.cases)
    for warning in warnings { console.complain(warning.description) }
    let count = warnings.isEmpty ? "" : ", \(Phrases.count(warnings.count, "warning"))"
    console.say("\(files), \(cases): \(isBad || problems ? "not valid" : "valid")\(count)\n")
    let isRefused = isBad || problems || arguments.has("strict") && !warnings.isEmpty
    return isRefused ? .usage : .good
  }

  /// Reports what is wrong with the files of all clients; `true` if anything is.
  private func complain(ofClientsAgainst cases: [Case]) -> Bool {
    var isBad = false
    for name in ClientFiles.names() {
      do throws(UsageError) {
        try ClientSelection(named: name, arguments).checkSkips(among: cases)
      } catch {
        isBad = true
        console.complain(error, of: .check)
      }
    }
    return isBad
  }
}

/// Finds before a run what its servers cannot play.
package enum PlanCheck {
  /// Reports what cannot be played on standard error, once for each place; `true` if there is
  /// anything.
  package static func complain(_ plans: CasePlans, _ console: Console) -> Bool {
    var reported: Set<String> = []
    for (file, problem) in plans.problems {
      let text =
        "\(file):\(problem.location.line):\(problem.location.column): error: \(problem.message)"
      if reported.insert(text).inserted { console.complain(text) }
    }
    return !reported.isEmpty
  }
}
