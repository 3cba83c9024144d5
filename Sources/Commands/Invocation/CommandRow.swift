// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// A row of a program's table: a command and what performs it.
package struct CommandRow: Sendable {
  /// Performs a command line and returns its exit status.
  package typealias Action = @Sendable (Invocation) -> () throws(UsageError) -> ExitStatus

  let command: Command
  let action: Action

  package init(_ command: Command, _ action: @escaping Action) {
    self.command = command
    self.action = action
  }
}

extension CommandRow {
  /// The commands for people who test a client, with the clients that are part of the program.
  static func forUsers(_ clients: [BuiltInClient]) -> [CommandRow] {
    [
      CommandRow(.run(clients), Invocation.run),
      CommandRow(.serve, Invocation.serve),
      CommandRow(.merge, Invocation.merge),
      CommandRow(.list, Invocation.list),
      CommandRow(.check, Invocation.check),
      CommandRow(.explain, Invocation.explain),
      CommandRow(.judge, Invocation.judge),
      CommandRow(.baseline(clients), Invocation.baseline),
      CommandRow(.diff, Invocation.diff),
      CommandRow(.clients, Invocation.clients),
      CommandRow(.driverCheck, Invocation.driverCheck),
      CommandRow(.fuzz(clients), Invocation.fuzz),
    ]
  }

  /// The commands that print texts about a program.
  static func about(_ program: ProgramTitle) -> [CommandRow] {
    [
      CommandRow(.completions(of: program.name), Invocation.completions),
      CommandRow(.manual(of: program.name), Invocation.manual),
      CommandRow(.help, Invocation.help),
    ]
  }
}
