// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// `authspec completions`: prints completions for a shell.
struct CompletionsCommand: CommandAction {
  let arguments: Arguments
  let console: Console

  func perform() throws(UsageError) -> ExitStatus {
    console.say(Completions.text(for: arguments.operands.first ?? ""))
    return .good
  }
}
