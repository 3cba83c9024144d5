// SPDX-License-Identifier: Apache-2.0

import Scenarios
import Transcripts

/// `authspec help`: describes a command, or all of them.
struct HelpCommand: CommandAction {
  let arguments: Arguments
  let console: Console

  func perform() throws(UsageError) -> ExitStatus {
    guard let word = arguments.operands.first else {
      console.say(Help.overview())
      return .good
    }
    guard let name = Command.Name(rawValue: word) else {
      throw .unknown(
        "unknown command '\(word)'", word, among: Command.Name.allCases.map(\.rawValue),
        command: .help)
    }
    console.say(Help.text(.named(name)))
    return .good
  }
}
