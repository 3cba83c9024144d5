// SPDX-License-Identifier: Apache-2.0

import Reporting

/// The help texts, made from the table of commands.
enum Help {
  /// About all commands.
  static func overview(_ table: CommandTable) -> String {
    let name = table.program.name
    var text = """
      \(table.program.sentence)

      Usage: \(name) COMMAND [OPTIONS] [ARGUMENTS]

      Commands:

      """
    for command in table.commands {
      text += row(command.name.word, command.summary, column: 14)
    }
    return text + """

      Options:
      \(row("--help", "describe a command: \(name) run --help", column: 14))\
      \(row("--version", "print the versions of \(name) and of libcurl", column: 14))
      """
  }

  /// About one command.
  static func text(_ command: Command, of program: ProgramTitle) -> String {
    let usage = [
      "Usage: \(program.name)", command.name.word, command.options.isEmpty ? "" : "[OPTIONS]",
      command.operands.usage,
    ]
    var text = "\(program.name) \(command.name.word): \(command.summary)\n\n"
    text += usage.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
    if !command.options.isEmpty {
      text += "\nOptions:\n"
      for option in command.options {
        let summary = option.summary + (option.isList ? "; may be repeated" : "")
        text += row(option.usage, summary, column: 24)
      }
    }
    if !command.details.isEmpty {
      text += "\n" + wrapped(command.details, indent: 0)
    }
    return text
  }

  private static func row(_ name: String, _ summary: String, column: Int) -> String {
    guard name.count < column - 1 else {
      return "  \(name)\n" + wrapped(summary, indent: column + 2)
    }
    let body = wrapped(summary, indent: column + 2)
    return "  " + Wrapping.padded(name, to: column) + body.drop { $0 == " " }
  }

  private static func wrapped(_ text: String, indent: Int) -> String {
    Wrapping.lines(text, width: 80 - indent)
      .map { $0.isEmpty ? "\n" : String(repeating: " ", count: indent) + $0 + "\n" }.joined()
  }
}
