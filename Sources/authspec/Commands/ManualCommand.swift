// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// `authspec manual`: prints the manual page.
struct ManualCommand: CommandAction {
  let arguments: Arguments
  let console: Console

  func perform() throws(UsageError) -> ExitStatus {
    console.say(ManualPage.text())
    return .good
  }
}
