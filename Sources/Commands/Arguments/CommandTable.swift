// SPDX-License-Identifier: Apache-2.0

import Playing
import Scenarios

/// What a program can be told: the table that parsing, help and completions are made from.
package struct CommandTable: Sendable {
  /// The program.
  let program: ProgramTitle
  /// Its commands, in the order of the help.
  let commands: [Command]
  /// The clients that are part of it.
  package let clients: [BuiltInClient]

  /// The names of all clients: those that are part of the program, then those with a file.
  package var clientNames: [String] { clients.map(\.name) + ClientFiles.names() }

  /// Returns the command with that name.
  func command(named word: String) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name.word == word }) { return command }
    if Command.Name.ofMaintenance.contains(where: { $0.word == word }) {
      throw .words(
        "'\(word)' is a command of \(ProgramTitle.maintenance.name), with which authspec itself is "
          + "tested and published: CONTRIBUTING.md")
    }
    let kind = word.hasPrefix("-") ? "option" : "command"
    throw .unknown("unknown \(kind) '\(word)'", word, among: commands.map(\.name.word))
  }
}
