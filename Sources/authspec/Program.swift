// SPDX-License-Identifier: Apache-2.0

import Clients
import Platform
import Scenarios
import Transcripts

/// The program: performs a command line.
enum Program {
  /// Performs a command line and returns its exit status.
  static func run(_ words: [String]) -> ExitStatus {
    Signals.ignoreClosedPipes()
    OpenFiles.allowMany()
    let console = Console()
    let status: ExitStatus
    do throws(UsageError) {
      status = try run(Array(words.dropFirst()), console)
    } catch {
      console.complain(error)
      status = .usage
    }
    return console.finish() || status != .good ? status : .fault
  }

  private static func run(_ words: [String], _ console: Console) throws(UsageError) -> ExitStatus {
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
    let arguments = try Arguments(.named(first), words.dropFirst())
    if arguments.wantsHelp {
      console.say(Help.text(arguments.command))
      return .good
    }
    return try Invocation(arguments: arguments, console: console).perform()
  }
}
