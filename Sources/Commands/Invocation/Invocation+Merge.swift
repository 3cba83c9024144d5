// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting
import Storage
import Transcripts

extension Invocation {
  /// `authspec merge`: makes the reports of a run from the events of all its parts.
  func merge() throws(UsageError) -> ExitStatus {
    var parts: [ShardEvents] = []
    try readFiles { path throws(FileError) in parts.append(try ShardEvents(file: path)) }
    let run: MergedRun
    do throws(MergedRun.Refusal) {
      run = try MergedRun(parts)
    } catch {
      for sentence in error.sentences { console.complain("authspec: \(sentence)") }
      return .fault
    }
    let reporters = try ReporterSet(arguments, console, context: run.context)
    let summary = try UsageError.files { () throws(FileError) in
      try run.replay { reporters.record($0) }
    }
    let status = ExitStatus(summary, requiring: requiredTests)
    console.complain(status, of: summary, requiring: requiredTests)
    return reporters.complain(console) ? .fault : status
  }
}
