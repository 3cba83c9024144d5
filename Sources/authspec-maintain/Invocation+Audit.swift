// SPDX-License-Identifier: Apache-2.0

import Commands
import Platform
import Playing
import Publishing
import Reporting
import Storage
import Transcripts

extension Invocation {
  /// `authspec-maintain audit`: draws failures and causes from kept results, and prints for each
  /// what it takes to judge it.
  func audit() throws(UsageError) -> ExitStatus {
    guard let seed = arguments.number("seed") else {
      throw .words("--seed is missing: a draw is reproduced by its seed")
    }
    let folder = "\(arguments["reports"] ?? "Reports")/clients"
    let (results, failures) = KeptResults(folder: folder).all()
    for failure in failures { console.complain(failure.description) }
    if !failures.isEmpty { return .fault }
    let sizes = AuditSample.Sizes(
      must: arguments.count("count") ?? 100, rest: arguments.count("others") ?? 50,
      causes: arguments.count("causes") ?? 30)
    let requirements = Catalogue.usualRequirements()
    let sample = AuditSample(
      of: results.map { $0.claiming(only: requirements) }, sizes: sizes, seed: seed)
    guard sample.population.must + sample.population.rest > 0 else {
      console.complain("authspec: no failure is kept in \(folder)")
      return .nothingRan
    }
    let context = ReportContext(requirements: requirements)
    let page = AuditPage(sample, context: context)
    console.say(arguments.has("table") ? page.table : page.markdown)
    return .good
  }
}
