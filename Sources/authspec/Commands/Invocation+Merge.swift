// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting
import Storage
import Transcripts

extension Invocation {
  /// `authspec merge`: puts the reports of all parts of a run together.
  func merge() throws(UsageError) -> ExitStatus {
    let console = try console.besides([arguments["json"], arguments["junit"]], of: .merge)
    let (reports, documents) = try shardFiles()
    if arguments.has("junit"), documents.isEmpty {
      throw UsageError(
        message: "--junit needs the JUnit reports of the shards beside the others", command: .merge)
    }
    if reports.isEmpty {
      throw UsageError(message: "a report of run --json is wanted", command: .merge)
    }
    let run: MergedRun
    let junit: MergedJUnit?
    do throws(MergedRun.Refusal) {
      run = try MergedRun(reports)
      junit = documents.isEmpty ? nil : try MergedJUnit(documents, of: run)
    } catch {
      for sentence in error.sentences { console.complain("authspec: \(sentence)") }
      return .fault
    }
    do throws(FileError) {
      if let path = arguments["json"] { try AtomicFile.write(run.json.utf8, to: path) }
      if let path = arguments["junit"], let junit {
        try AtomicFile.write(junit.text.utf8, to: path)
      }
    } catch {
      console.complain(unwritten: error)
      return .fault
    }
    console.say(run.text)
    let minimum = max(1, arguments.count("require-tests") ?? 1)
    let status = ExitStatus(run.summary, requiring: minimum)
    if status == .nothingRan, let shortfall = Shortfall.text(run.summary, requiring: minimum) {
      console.complain("authspec: \(shortfall)")
    }
    console.output.flush()
    return status
  }

  /// The files that are named: JSON reports, and JUnit documents, told apart by what is in them.
  private func shardFiles() throws(UsageError) -> ([ShardReport], [ShardJUnit]) {
    var reports: [ShardReport] = []
    var documents: [ShardJUnit] = []
    var complaints: [String] = []
    for path in arguments.operands {
      do throws(FileError) {
        let octets = try FileReading.read(path)
        if ShardJUnit.isOne(octets) {
          documents.append(try ShardJUnit(octets, file: path))
        } else {
          reports.append(try ShardReport(octets, file: path))
        }
      } catch {
        complaints.append(error.description)
      }
    }
    guard complaints.isEmpty else { throw .files(complaints) }
    return (reports, documents)
  }
}
