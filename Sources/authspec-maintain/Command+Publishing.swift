// SPDX-License-Identifier: Apache-2.0

import Commands

/// The commands that make this project's pages.
extension Command {
  /// `authspec-maintain matrix`.
  static let matrix = Command(
    name: .matrix, operands: .clients,
    summary: "play all scenarios to clients and publish what they pass",
    details: """
      Each client's results are kept in Reports/clients; Reports/index.html and \
      Reports/README.md show all of them. A client is not played again while its version, its \
      own files, the scenarios and authspec are those of its results.

      Exit status: 0 the matrix is written, whatever the results; 2 wrong usage or an invalid \
      scenario, 3 a fault of the harness or a driver, 130 interrupted.
      """,
    options: [
      Option("again", .none, "play also what is finished"),
      Option(
        "scenario", .text("ID"), isList: true,
        "play only this scenario again, and keep the results of all others as they are"),
      Option("no-play", .none, "play nothing, publish what is kept"),
      Option(
        "baseline", .none,
        "bring the known failures of the clients that are played up to date, as baseline does"),
      Option("reports", .folder, "where results and pages are kept (Reports)"),
      Option("jobs", .number(1...1024), "workers for all clients together (one for each core)"),
      .timeout(2000), .retries, .color,
    ])

  /// `authspec-maintain proof`.
  static let proof = Command(
    name: .proof, operands: .leaks, summary: "show published leaks on versions that have them",
    details: """
      For each leak of Clients/proof.yaml the scenarios with its tag are played to a version of \
      a client that has it and to one that has it no more. Both have to be installed: make proof \
      does that.

      Exit status: 0 each leak is shown or explained, 1 one is neither, or is shown although it \
      has a reason, 2 wrong usage or an invalid file, 3 a fault of the harness or a client that \
      cannot be played to, 130 interrupted.
      """,
    options: [
      Option("clients", .none, "list the clients and versions that it takes, and play nothing"),
      Option("report", .file, "where the page goes, when all leaks are tried (Reports/proof.md)"),
      .jobs, .timeout(5000), .color,
    ])

  /// `authspec-maintain requirements`.
  static let requirements = Command(
    name: .requirements, operands: .none, summary: "list what is shown of each requirement",
    details: """
      Exit status: 0 each has a scenario, 1 some have none, 2 an invalid scenario.
      """,
    options: [Option("json", .none, "list as JSON")])

  /// `authspec-maintain catalogue`.
  static let catalogue = Command(
    name: .catalogue, operands: .none, summary: "print a page about all scenarios",
    details: "The page is Markdown; make catalogue writes it to Reports/catalogue.md.",
    options: [
      Option("caught", .file, "which faults are caught, as selftest --caught writes it"),
      Option("mutants", .file, "the results of mutants, as mutants --list writes them"),
    ])

  /// `authspec-maintain leaks`.
  static let leaks = Command(
    name: .leaks, operands: .none, summary: "print a page about published leaks",
    details: """
      The page is Markdown; make docs writes it to docs/published-leaks.md.

      Exit status: 0 each leak has a scenario or a reason why it has none, 1 some do not, 2 an \
      invalid scenario.
      """)

  /// `authspec-maintain audit`.
  static let audit = Command(
    name: .audit, operands: .none, summary: "draw failures of clients to be judged by a person",
    details: """
      Failures, and causes of failures, are drawn at random from the results that matrix keeps, \
      the same ones with the same seed; each client and each topic comes as early as possible. \
      The page is Markdown: the sentence of the RFC, what was expected and observed, the octets \
      and clients that pass the same case. docs/audit.md describes how they are graded.

      Exit status: 0 a page, 2 wrong usage, 3 results that cannot be read, 4 there are no \
      failures.
      """,
    options: [
      Option("count", .number(0...1_000_000), "how many failures of level must (100)"),
      Option("others", .number(0...1_000_000), "how many failures of other levels (50)"),
      Option("causes", .number(0...1_000_000), "how many causes (30)"),
      Option("seed", .number(0 ... .max), "the seed of the draw"),
      Option("table", .none, "print a table to write the grades in, in place of the page"),
      Option("reports", .folder, "where results are kept (Reports)"),
    ])
}
