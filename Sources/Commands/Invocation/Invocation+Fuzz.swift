// SPDX-License-Identifier: Apache-2.0

import Transcripts

extension Invocation {
  /// `authspec fuzz`: looks for inputs that a client gets wrong.
  func fuzz() throws(UsageError) -> ExitStatus {
    if arguments.has("replay"), arguments.has("merge") {
      throw .words("--replay and --merge contradict each other")
    }
    if let folder = arguments["replay"] { return try fuzzReplay(folder) }
    if arguments.has("merge") { return try fuzzMerge(arguments.all("merge")) }
    var jobs = 1
    guard MachineCheck.passes(for: &jobs, areChosen: true, ofProcesses: false, console)
    else { return .fault }
    guard let client = try FuzzedClients(arguments, console) else { return .fault }
    return try FuzzCampaign(arguments, console, client).perform()
  }
}
