// SPDX-License-Identifier: Apache-2.0

import Transcripts

/// The manual page of a program, made from the table of its commands.
enum ManualPage {
  /// The page in roff.
  static func text(_ table: CommandTable) -> String {
    let program = table.program.name
    var page = Roff(
      title: program.uppercased(), section: 1, source: "\(program) \(CommandLine.version)",
      manual: "User Commands",
      comment: "Printed by \(program) manual, from the table of its commands.")
    addIntroduction(table, to: &page)
    addCommands(table, to: &page)
    addStatuses(to: &page)
    addEnvironment(to: &page)
    addFiles(to: &page)
    addExamples(to: &page)
    addReferences(to: &page)
    return page.text
  }

  /// Name, synopsis, description and the options of the program itself.
  private static func addIntroduction(_ table: CommandTable, to page: inout Roff) {
    let program = table.program.name
    page.section("NAME")
    page.paragraph(.plain("\(program) - \(table.program.purpose)"))
    page.section("SYNOPSIS")
    page.paragraph(
      .bold(program), .plain(" "), .italic("COMMAND"), .plain(" ["), .italic("OPTIONS"),
      .plain("] ["), .italic("ARGUMENTS"), .plain("]"))
    page.paragraph(
      .bold("\(program) help"), .plain(" ["), .italic("COMMAND"), .plain("]"))
    page.paragraph(.bold("\(program) --version"))
    page.section("DESCRIPTION")
    page.paragraphs(
      """
      authspec plays 401 and 407 challenge sequences to an HTTP client from servers in its own \
      process, records every octet that the client sends, judges the recording by RFC 9110, 7616, \
      7617 and 6750 and by rules of safety, and writes a JUnit report. The servers listen on the \
      loopback interface only, except with serve --listen.

      The client under test is the embedded libcurl by default. It can also be a command that is \
      called once for each request, or a driver, a small program that speaks the driver protocol \
      on its standard input and output.
      """)
    page.section("OPTIONS")
    page.item([.bold("--help"), .plain(", "), .bold("-h")], "Print help and exit.")
    page.item([.bold("--version")], "Print the versions of \(program) and of libcurl and exit.")
  }

  /// A section for each command.
  private static func addCommands(_ table: CommandTable, to page: inout Roff) {
    page.section("COMMANDS")
    page.paragraphs(
      """
      A value follows its option after a space or an equals sign. Options and arguments may be \
      mixed; -- ends the options. The value in parentheses is the default.
      """)
    for command in table.commands { add(command, of: table.program.name, to: &page) }
  }

  /// What each exit status means.
  private static func addStatuses(to page: inout Roff) {
    page.section("EXIT STATUS")
    for status in ExitStatus.allCases {
      page.item([.bold(String(status.rawValue))], meaning(status))
    }
    page.paragraphs("Where a status means more to a command, its section says so.")
  }

  /// The variables of the environment.
  private static func addEnvironment(to page: inout Roff) {
    page.table(
      "ENVIRONMENT", Roff.Span.bold,
      [
        "AUTHSPEC_SCENARIOS":
          "The folder of scenarios, if the current folder has no folder Scenarios.",
        "AUTHSPEC_CLIENTS":
          "The folder of clients, if the current folder has no folder Clients; without it, Clients "
          + "beside AUTHSPEC_SCENARIOS.",
        "AUTHSPEC_INSTALLED_CLIENTS":
          "The folder in which clients are installed, by default .clients beside the folder "
          + "Clients.",
        "TMPDIR": "The folder for temporary files.",
        "NO_COLOR": "If this is set, output has no colours unless --color always asks for them.",
        "COLUMNS": "The width of the output, by default that of the terminal.",
      ])
  }

  /// The files that are read and written.
  private static func addFiles(to page: inout Roff) {
    page.table(
      "FILES", Roff.Span.italic,
      [
        "Scenarios": """
        The scenarios and requirements.yaml: in the current folder, else where \
        AUTHSPEC_SCENARIOS says, else share/authspec/Scenarios of the installation.
        """,
        "Clients/CLIENT/client.yaml": "How a client is installed and run. Found like Scenarios.",
        "Clients/CLIENT/expected.yaml": "The failures that are known of a client.",
        "Reports/junit.xml": "The JUnit report of run.",
        "Reports/fuzz.xml": "The JUnit report of fuzz.",
        "Reports/findings": "The findings of fuzz, each with a scenario that run plays.",
      ])
  }

  /// Command lines, with what they do.
  private static func addExamples(to page: inout Roff) {
    page.table(
      "EXAMPLES", Roff.Span.bold,
      [
        "authspec run":
          "Play all scenarios to the embedded libcurl and write Reports/junit.xml.",
        "authspec run digest/ 'redirect/*cookie*'":
          "Play the scenarios of a folder, and those whose ids match a pattern.",
        "authspec run --client curl --tag leak --trace":
          "Play the scenarios about leaks to the command curl and show every octet.",
        "authspec run --driver 'python3 my_driver.py' basic/":
          "Play to a client through a driver.",
        "authspec explain stale/renewed-within-one-request":
          "Print the sentences of the RFC that a scenario tests, and what it plays.",
        "authspec run --driver ./my-driver --watch":
          "Play again what failed whenever the driver or a scenario changes.",
        "authspec serve digest/stale-nonce-is-renewed":
          "Keep the servers of a case up for a browser, and judge what it does.",
        "authspec run --record recordings; authspec judge recordings/*":
          "Record each case, and judge the recordings again without a client.",
        "authspec fuzz --client libcurl --time 60":
          "Look for a minute for challenges that the client gets wrong.",
      ])
  }

  /// Where more is described.
  private static func addReferences(to page: inout Roff) {
    page.section("SEE ALSO")
    page.paragraph(.bold("curl"), .plain("(1), "), .bold("libcurl"), .plain("(3)"))
    page.paragraphs(
      """
      The scenario language, the driver protocol, the reports and the fuzzer are described in \
      share/doc/authspec/docs of the installation.

      RFC 9110 (HTTP Semantics), RFC 7616 (Digest), RFC 7617 (Basic), RFC 6750 (Bearer).
      """)
  }

  private static func add(
    _ command: Command, of program: String, to page: inout Roff
  ) {
    page.subsection(command.name.word)
    let options = command.options.isEmpty ? "" : " [OPTIONS]"
    let operands = command.operands.usage.isEmpty ? "" : " " + command.operands.usage
    page.paragraph(.bold("\(program) \(command.name.word)"), .plain(options + operands))
    page.paragraph(.plain(sentence(command.summary)))
    page.paragraphs(command.details)
    for option in command.options {
      page.item(tag(option), sentence(option.summary + (option.isList ? "; may be repeated" : "")))
    }
  }

  private static func tag(_ option: Option) -> [Roff.Span] {
    let name = Roff.Span.bold("--\(option.name)")
    return switch option.value {
    case .none: [name]
    case .optional(let words):
      [name, .plain("[="), .bold(words.joined(separator: "|")), .plain("]")]
    case .choice(let words): [name, .plain(" "), .bold(words.joined(separator: "|"))]
    case .text, .client, .number, .file, .folder:
      [name, .plain(" "), .italic(option.placeholder ?? "")]
    }
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  private static func meaning(_ status: ExitStatus) -> String {
    switch status {
    case .good: "Good: nothing failed that was not expected to fail."
    case .failures: "Unexpected failures, unexpected passes or stale expectations."
    case .usage: "Wrong usage, or a scenario that is not valid."
    case .fault: "A fault of the harness or of a driver, not of the client."
    case .nothingRan: "Fewer cases than required have a verdict, or the time was up."
    case .interrupted: "A signal ended the run."
    }
  }
}
