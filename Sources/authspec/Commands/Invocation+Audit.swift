// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Reporting
import Storage
import Transcripts

extension Invocation {
  /// `authspec audit`: draws failures from kept results, and prints for each what it takes to judge
  /// it.
  func audit() throws(UsageError) -> ExitStatus {
    guard let seed = arguments.number("seed") else {
      throw .words("--seed is missing: a draw is reproduced by its seed")
    }
    let folder = "\(arguments["reports"] ?? "Reports")/clients"
    let (results, failures) = KeptResults(folder: folder).all()
    for failure in failures { console.complain(failure.description) }
    if !failures.isEmpty { return .fault }
    let count = arguments.count("count") ?? 100
    let sample = AuditSample(of: results, count: count, seed: seed)
    guard sample.population > 0 else {
      console.complain("authspec: no failure of level must is kept in \(folder)")
      return .nothingRan
    }
    let context = ReportContext(requirements: Catalogue.usualRequirements())
    console.say(AuditPage(sample, context: context).markdown)
    return .good
  }
}
