// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting
import Servers

/// What the machine must give before cases are played: what it lacks is no failure of a client.
enum MachineCheck {
  /// Reports what is missing; `false` if something is.
  static func suffice(
    for jobs: inout Int, areChosen: Bool, ofProcesses: Bool, _ console: Console
  ) -> Bool {
    guard let lack = complaint(jobs: &jobs, areChosen: areChosen, ofProcesses: ofProcesses) else {
      return true
    }
    console.complain("authspec: \(lack)")
    return false
  }

  /// What is missing and what to do about it; `nil` if all is there. `jobs` is how many workers
  /// there are to be; where nobody said how many, it becomes what the machine has files for.
  private static func complaint(jobs: inout Int, areChosen: Bool, ofProcesses: Bool) -> String? {
    let most = OpenFiles.mostWorkers(ofProcesses: ofProcesses)
    if !areChosen { jobs = min(jobs, max(1, most)) }
    if jobs > most {
      let fewer = most > 0 ? ", or give --jobs \(most)" : ""
      return
        "too few files may be open at once for \(Phrases.count(jobs, "worker")): "
        + "raise the limit (ulimit -n 4096)\(fewer)"
    }
    return LoopbackCheck.complaint() ?? PrivateFolder.complaint()
  }
}
