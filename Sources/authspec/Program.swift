// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Scenarios
import Transcripts

/// The program: performs a command line.
enum Program {
  /// Performs a command line and returns its exit status.
  static func run(_ words: [String]) -> ExitStatus {
    Descriptors.ignoreClosedPipes()
    OpenFiles.allowMany()
    let console = Console()
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
  private static func run(
    _ words: ArraySlice<String>, _ console: Console, _ command: inout Command?
  ) throws(UsageError) -> ExitStatus {
    guard let first = words.first else {
      console.complain(Help.overview())
      return .usage
    }
    switch first {
    case "--help", "-h":
      console.say(Help.overview())
      return .good
    case "--version":
      let client = LibcurlClient(loop: EventLoop()).identity
      console.say("authspec \(CommandLine.version)\n\(client.version)\n")
      return .good
    default: break
    }
    let called = try Command.named(first)
    command = called
    let arguments = try Arguments(called, words.dropFirst())
    if arguments.wantsHelp {
      console.say(Help.text(called))
      return .good
    }
    if called.name.needsMemory, let lack = AddressSpace.complaint(workers: 1) {
      console.complain("authspec: \(lack)")
      return .fault
    }
    return try Invocation(arguments: arguments, console: console).perform()
  }
}
