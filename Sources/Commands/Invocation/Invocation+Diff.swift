// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting
import Storage
import Transcripts

extension Invocation {
  /// `authspec diff`: what has changed from one run to another.
  func diff() throws(UsageError) -> ExitStatus {
    guard arguments.operands.count == 2 else {
      throw .words("expected two files")
    }
    if arguments.has("json"), arguments.has("markdown") {
      throw .words("--json and --markdown contradict each other")
    }
    var results: [ClientResults] = []
    try readFiles { path throws(FileError) in results.append(try ClientResults(file: path)) }
    let report = DifferenceReport(from: results[0], to: results[1])
    if arguments.has("json") {
      console.say(report.json)
    } else if arguments.has("markdown") {
      console.say(report.markdown())
    } else {
      console.say(report.text(console.options(color: arguments["color"])))
    }
    return report.difference.newlyFailing.isEmpty ? .good : .failures
  }
}
