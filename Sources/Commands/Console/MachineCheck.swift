// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting
import Servers

/// Checks before a run that the machine can play cases, so that a lack is not blamed on a client.
package enum MachineCheck {
  /// Reports what is missing; `false` if something is.
  package static func passes(
    for jobs: inout Int, areChosen: Bool, ofProcesses: Bool, _ console: Console
  ) -> Bool {
    guard let lack = complaint(jobs: &jobs, areChosen: areChosen, ofProcesses: ofProcesses) else {
      return true
    }
    console.complain("authspec: \(lack)")
    return false
  }

  /// What is missing and what to do about it; `nil` if nothing is. `jobs` is the number of workers;
  /// unless the user chose it, it is lowered to what the limits of open files and of memory allow.
  private static func complaint(jobs: inout Int, areChosen: Bool, ofProcesses: Bool) -> String? {
    let most = OpenFiles.mostWorkers(ofProcesses: ofProcesses)
    if !areChosen { jobs = min(jobs, max(1, min(most, AddressSpace.mostWorkers))) }
    if jobs > most {
      let fewer = most > 0 ? ", or give --jobs \(most)" : ""
      return
        "too few files may be open at once for \(Phrases.count(jobs, "worker")): "
        + "raise the limit (ulimit -n 4096)\(fewer)"
    }
    return AddressSpace.complaint(workers: jobs) ?? LoopbackCheck.complaint()
      ?? PrivateFolder.complaint()
  }
}
