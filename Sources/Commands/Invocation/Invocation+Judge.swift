// SPDX-License-Identifier: Apache-2.0

import Judging
import Platform
import Playing
import Reporting
import Scenarios
import Storage
import Transcripts

extension Invocation {
  /// `authspec judge`: judges recordings again, and plays nothing.
  func judge() throws(UsageError) -> ExitStatus {
    var readings: [RecordedPlay] = []
    var scenarios = RecordedScenarios()
    try readFiles { path throws(FileError) in
      readings.append(try RecordedPlay(file: path, &scenarios))
    }
    guard let first = readings.first else { return .usage }
    var context = ReportContext(requirements: Catalogue.usualRequirements())
    context.recordings = arguments.operands
    context.program = CommandLine.program
    context.options = ExpectedFailures.options.compactMap(arguments.repeated).map(\.text)
    let expected = try ExpectedFailures.named(
      arguments, client: first.play.client.name, over: first.transports)
    let reporters = try ReporterSet(arguments, console, context: context)
    var tally = RunTally(planned: readings.count, expected: expected)
    reporters.record(
      .runStarted(
        RunHeader(
          version: CommandLine.version, client: first.play.client, cases: readings.count, seed: 0,
          jobs: 1, started: first.recorded)))
    var duration: Int64 = 0
    for (index, reading) in readings.enumerated() {
      duration = min(duration + reading.play.duration, 1 << 62)
      let judged = CaseJudge.judge(
        CasePlan(reading.played).expectations, reading.play, index: index)
      reporters.record(.caseFinished(tally.take(judged)))
    }
    tally.end(duration: duration)
    reporters.record(.runFinished(tally.summary))
    if reporters.complain(console) { return .fault }
    let status = ExitStatus(tally.summary, requiring: 1)
    console.complain(status, of: tally.summary, requiring: 1)
    return status
  }
}
