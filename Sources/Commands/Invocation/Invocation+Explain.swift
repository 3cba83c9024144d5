// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Scenarios
import Reporting
import Transcripts

extension Invocation {
  /// `authspec explain`: prints the rules that a scenario tests, and its file as a case plays it.
  func explain() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    let context = ReportContext(requirements: catalogue.quotedRequirements)
    let options = console.options(color: arguments["color"])
    var rest = catalogue.cases[...]
    while let first = rest.first {
      let cases = rest.prefix { $0.scenario.id == first.scenario.id }
      rest = rest.dropFirst(cases.count)
      let file = try lines(fileOf: first)
      console.say(Explanation(Array(cases), file: file, context: context).text(options))
      if !rest.isEmpty { console.say("\n") }
    }
    return .good
  }

  private func lines(fileOf played: Case) throws(UsageError) -> CaseLines {
    do throws(FileError) {
      return try CaseLines(fileOf: played)
    } catch {
      throw .files([error.description])
    }
  }
}
