// SPDX-License-Identifier: Apache-2.0

import Transcripts

extension Invocation {
  /// `authspec help`: describes a command, or all of them.
  func help() throws(UsageError) -> ExitStatus {
    guard let word = arguments.operands.first else {
      return say(Help.overview(arguments.table))
    }
    return say(Help.text(try arguments.table.command(named: word), of: arguments.table.program))
  }

  /// `authspec completions`: prints completions for a shell.
  func completions() -> ExitStatus {
    say(Completions(arguments.table).text(for: arguments.operands.first ?? ""))
  }

  /// `authspec manual`: prints the manual page.
  func manual() -> ExitStatus { say(ManualPage.text(arguments.table)) }

  private func say(_ text: String) -> ExitStatus {
    console.say(text)
    return .good
  }
}
