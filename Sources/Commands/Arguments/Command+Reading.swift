// SPDX-License-Identifier: Apache-2.0

/// The commands about scenarios, reports and clients that play no case.
extension Command {
  /// `authspec merge`.
  static let merge = Command(
    name: .merge, operands: .files, summary: "put the reports of shards together",
    details: """
      The files are those of run --shard --events of all shards. Nothing is written unless they \
      are those of all shards of one run: none is missing, there twice or cut off, and version, \
      client, seed, scenarios and options are the same. The reports are those of a run of all cases.

      Exit status: that of a run of all cases, 2 wrong usage or a file that cannot be read, 3 \
      the reports do not belong together or one is missing, or a report could not be written.
      """,
    options: [
      Option("junit", .file, "write one JUnit report (- for standard output)"), .requiredTests,
    ]
      + Option.reports(without: [
        "expected", "no-expected", "junit", "no-junit", "events", "record", "redact", "no-redact",
      ]))

  /// `authspec list`.
  static let list = Command(
    name: .list, operands: .scenarios, summary: "list scenarios and their cases",
    options: Option.filters + [
      Option("cases", .none, "list each case, not each scenario"),
      Option("ids", .none, "list nothing but ids"),
      Option("json", .none, "list as JSON"), .color,
    ])

  /// `authspec check`.
  static let check = Command(
    name: .check, operands: .scenarios, summary: "check scenario files without playing them",
    details:
      """
      Every mistake is shown with its place. Warnings are about what is valid but probably not \
      intended: a rule after one that matches every request, a scenario that expects nothing, a \
      scheme or a parameter that differs in one letter from a known one. Without arguments the \
      files of all clients in Clients are checked as well. Files that are called client.yaml, \
      expected.yaml, requirements.yaml, behaviours.yaml or leaks.yaml are checked as such.

      Exit status: 0 all are valid, 2 some are not, or with --strict there are warnings.
      """,
    options: [
      .server, Option("strict", .none, "end with 2 if there are warnings"), .color,
    ])

  /// `authspec explain`.
  static let explain = Command(
    name: .explain, operands: .scenario, summary: "print what a scenario tests and plays",
    details: """
      The RFC's sentences that it tests, then the lines of its file, with the values of the case, \
      or of the first case, in place of those of the matrix.
      """,
    options: [.color])

  /// `authspec judge`.
  static let judge = Command(
    name: .judge, operands: .files, summary: "judge recordings again",
    details: "Recordings are what run --record writes. Nothing is played.",
    options: Option.reports(without: ["events", "record"]))

  /// `authspec diff`.
  static let diff = Command(
    name: .diff, operands: .files, summary: "compare two runs",
    details: """
      The two files are reports of run --json, or results that authspec-maintain matrix keeps. A \
      case fails newly when it fails and did not, and passes newly when it failed and does not; \
      any other new verdict, and a failure by other checks, is a change.

      Exit status: 0 nothing fails newly, 1 something does, 2 wrong usage or a file that cannot \
      be read.
      """,
    options: [
      Option("json", .none, "print as JSON"),
      Option("markdown", .none, "print as Markdown for a pull request's comment, cut at 60 KB"),
      .color,
    ])

  /// `authspec clients`.
  static let clients = Command(
    name: .clients, operands: .clients,
    summary: "list clients that are ready to be installed and run",
    details: """
      With --steps, one line for each thing that make clients does for a client: its name, a \
      word and what it is about, with tabs between. Another version of a client from Python's \
      package index is called NAME@VERSION.
      """,
    options: [Option("steps", .none, "list what it takes to install them")])

  /// `authspec driver-check`.
  static let driverCheck = Command(
    name: .driverCheck, operands: .driver,
    summary: "test a driver against the driver protocol",
    details: """
      The driver is called by a command line in quotes, or named with --client. It receives \
      the messages of a run and some more; abilities that it does not claim are left out.

      Exit status: 0 all is good, 1 something is not, 2 wrong usage, 3 the driver does not say \
      hello.
      """,
    options: [Option("client", .client, "a driver of the folder Clients"), .color])
}
