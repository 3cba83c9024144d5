// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Transcripts

/// A program: performs a command line by the table of its commands.
package struct Program {
  private let table: CommandTable
  private let actions: [Command.Name: CommandRow.Action]

  /// The program of that title, with all commands for people who test a client and with these
  /// others. The clients are part of it.
  package init(_ title: ProgramTitle, clients: [BuiltInClient], more rows: [CommandRow] = []) {
    let all = CommandRow.forUsers(clients) + rows + CommandRow.about(title)
    table = CommandTable(program: title, commands: all.map(\.command), clients: clients)
    actions = Dictionary(all.map { ($0.command.name, $0.action) }) { first, _ in first }
  }

  /// Performs a command line and returns its exit status.
  package func run(_ words: [String]) -> ExitStatus {
    Descriptors.ignoreClosedPipes()
    Descriptors.ignoreSizeLimits()
    OpenFiles.allowMany()
    let console = Console(of: table.program)
    let status: ExitStatus
    var command: Command?
    do throws(UsageError) {
      status = try run(words.dropFirst(), console, &command)
    } catch {
      console.complain(error, of: command?.name)
      status = .usage
    }
    return console.finish() || status != .good ? status : .fault
  }

  /// Performs a command line; sets `command` as soon as it is known which one is called.
  private func run(
    _ words: ArraySlice<String>, _ console: Console, _ command: inout Command?
  ) throws(UsageError) -> ExitStatus {
    guard let first = words.first else {
      console.complain(Help.overview(table))
      return .usage
    }
    switch first {
    case "--help", "-h":
      console.say(Help.overview(table))
      return .good
    case "--version":
      let client = LibcurlClient(loop: EventLoop()).identity
      console.say("\(table.program.name) \(CommandLine.version)\n\(client.version)\n")
      return .good
    default: break
    }
    let called = try table.command(named: first)
    command = called
    let arguments = try Arguments(called, of: table, words.dropFirst())
    if arguments.wantsHelp {
      console.say(Help.text(called, of: table.program))
      return .good
    }
    if called.needsMemory, let lack = AddressSpace.complaint(workers: 1) {
      console.complain("authspec: \(lack)")
      return .fault
    }
    guard let action = actions[called.name] else { return .fault }
    return try action(Invocation(arguments: arguments, console: console))()
  }
}
