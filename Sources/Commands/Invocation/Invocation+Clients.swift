// SPDX-License-Identifier: Apache-2.0

import Playing
import Reporting
import Scenarios
import Transcripts

extension Invocation {
  /// `authspec clients`: which clients there are, and what it takes to install them.
  func clients() throws(UsageError) -> ExitStatus {
    let names = arguments.operands.isEmpty ? ClientFiles.names() : arguments.operands
    for name in names {
      let file = try ClientSelection.file(name, arguments.table)
      if arguments.has("steps") {
        for step in try InstallationStep.all(of: file, named: name) { console.say(step.line) }
      } else {
        let about = file.definition.about.map { "  \($0)" } ?? ""
        let width = names.map(\.count).max() ?? 0
        console.say(Wrapping.padded(name, to: width) + about + "\n")
      }
    }
    return .good
  }
}
