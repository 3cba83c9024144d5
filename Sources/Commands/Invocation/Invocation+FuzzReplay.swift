// SPDX-License-Identifier: Apache-2.0

import FuzzReporting
import Fuzzing
import Platform
import Reporting
import Storage
import Transcripts

extension Invocation {
  /// `authspec fuzz --replay`: checks whether findings can still be reproduced.
  ///
  /// Sends each finding of the folder to the client that the command line names, or else to the one
  /// that it was found with.
  func fuzzReplay(_ folder: String) throws(UsageError) -> ExitStatus {
    var status = ExitStatus.good
    let text = CampaignText(console.options(color: arguments["color"]))
    let kept = try findings(folder)
    for finding in kept {
      guard let client = try FuzzedClients(try clientArguments(finding), console) else {
        return .fault
      }
      let target = client.makeTarget()
      let replay = FindingReplay(finding.finding, target)
      target.stop()
      console.sayNow(text.replayed(replay, of: finding.finding))
      if replay != .isFixed { status = .failures }
    }
    if kept.isEmpty {
      console.complain("authspec: no findings are in \(folder)")
      return .nothingRan
    }
    return status
  }

  private func findings(_ folder: String) throws(UsageError) -> [KeptFinding] {
    try UsageError.files { () throws(FileError) in
      if FindingsFolder.isFinding(folder) { return [try FindingsFolder.finding(folder)] }
      guard FileReading.kind(of: folder) == .folder else {
        throw FileError(file: folder, reason: "there is no such folder")
      }
      let program = arguments.table.program.name
      let all = try FindingsFolder(path: folder, program: program).findings()
      if let failure = all.failures.first { throw failure }
      return all.kept
    }
  }

  private func clientArguments(_ kept: KeptFinding) throws(UsageError) -> Arguments {
    if ClientSelection.options.contains(where: arguments.has) { return arguments }
    var words = kept.options
    if UserSecrets.areRedacted(words) {
      throw .words(
        "finding \(kept.finding.id) was found with credentials of your own, which were not kept: "
          + "name the client again with --command or --driver")
    }
    if let timeout = arguments["timeout"] { words += ["--timeout", timeout] }
    return try arguments.replaced(by: words)
  }
}
