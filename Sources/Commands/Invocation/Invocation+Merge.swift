// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting
import Storage
import Transcripts

extension Invocation {
  /// `authspec merge`: puts the reports of all parts of a run together.
  func merge() throws(UsageError) -> ExitStatus {
    let console = try console.besides([arguments["json"], arguments["junit"]])
    let (reports, documents) = try shardFiles()
    if arguments.has("junit"), documents.isEmpty {
      throw .words("--junit needs the JUnit reports of the shards as well")
    }
    if reports.isEmpty { throw .words("expected a report of run --json") }
    let run: MergedRun
    let junit: MergedJUnit?
    do throws(MergedRun.Refusal) {
      run = try MergedRun(reports)
      junit = documents.isEmpty ? nil : try MergedJUnit(documents, of: run)
    } catch {
      for sentence in error.sentences { console.complain("authspec: \(sentence)") }
      return .fault
    }
    let areWritten = console.writes { () throws(FileError) in
      if let path = arguments["json"] { try AtomicFile.write(run.json.utf8, to: path) }
      if let path = arguments["junit"], let junit {
        try AtomicFile.write(junit.text.utf8, to: path)
      }
    }
    guard areWritten else { return .fault }
    console.sayNow(run.text)
    let status = ExitStatus(run.summary, requiring: requiredTests)
    console.complain(status, of: run.summary, requiring: requiredTests)
    return status
  }

  /// The files that are named: JSON reports, and JUnit documents, told apart by what is in them.
  private func shardFiles() throws(UsageError) -> ([ShardReport], [ShardJUnit]) {
    var reports: [ShardReport] = []
    var documents: [ShardJUnit] = []
    try readFiles { path throws(FileError) in
      let octets = try FileReading.read(path)
      if ShardJUnit.isOne(octets) {
        documents.append(try ShardJUnit(octets, file: path))
      } else {
        reports.append(try ShardReport(octets, file: path))
      }
    }
    return (reports, documents)
  }
}
