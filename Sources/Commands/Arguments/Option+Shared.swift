// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// Options that several commands have.
extension Option {
  /// How many workers play.
  package static let jobs = Option("jobs", .number(1...1024), "workers (one for each core)")

  /// How long one request may take; `usual` is the number of milliseconds without the option.
  package static func timeout(_ usual: Int) -> Option {
    Option("timeout", .number(1...3_600_000), "milliseconds for one request (\(usual))")
  }

  /// A report for programs.
  package static let json = Option(
    "json", .file, "write a report for programs (- for standard output)")

  /// The client to play to; `builtIn` are those that need no file.
  static func clients(_ builtIn: [BuiltInClient]) -> [Option] {
    let names = builtIn.map(\.name).joined(separator: ", ")
    return [
      Option("client", .client, "the client under test: \(names), or one of Clients (libcurl)"),
      Option("driver", .text("CMD"), "a driver to play to, as in 'python3 my_driver.py'"),
      Option(
        "command", .text("CMD"),
        "a command to play to, as in 'curl --anyauth -u {user}:{password} {url}'"),
      Option("no-probe", .none, "do not try what the client claims before the run"),
    ]
  }

  /// Which of the scenarios are chosen.
  static let filters = [
    Option(
      "level", .choice(Level.allCases.map(\.rawValue)), isList: true,
      "only scenarios of this level"),
    Option("tag", .text("TAG"), isList: true, "only scenarios with this tag"),
    Option(
      "spec", .text("SPEC"), isList: true, "only scenarios of this specification: 'RFC 7616 3.4'"),
    Option("requirement", .text("ID"), isList: true, "only scenarios that show this requirement"),
  ]

  /// How often what is broken is played again.
  package static let retries = Option(
    "retries", .number(0...1000),
    "confirm broken and inconclusive cases by N equal plays (2); those that vary are flaky")

  /// What comes of a case whose plays differ.
  static let flaky = Option(
    "flaky", .choice(["fail", "warn"]), "whether cases whose plays differ make the run bad (warn)")

  /// The back end of all servers.
  static let server = Option(
    "server", .choice(BackEnd.allCases.map(\.rawValue)),
    "play every server from this back end")

  /// Play over TLS.
  static let tls = Option(
    "tls", .optional(["all"]),
    "play all origins over TLS, with =all proxies, too; cases that this would change are skipped")

  /// Play over HTTP/2.
  static let http = Option(
    "http", .choice(["2", "2-prior-knowledge"]),
    "play all origins over HTTP/2, agreed on in TLS, or in clear with prior knowledge; "
      + "cases that this would change are skipped")

  /// How cases are played.
  static let playing = [
    jobs, timeout(2000),
    Option(
      "case-timeout", .number(1...36_000_000),
      "milliseconds for one case (60000, or ten times --timeout)"),
    Option(
      "time", .number(1...31_536_000),
      "end after N seconds, including the tests of the client's abilities"),
    retries, flaky,
    Option("seed", .number(0 ... .max), "the seed of all randomness (0)"),
    server, tls, http,
    Option("fail-fast", .none, "stop at the first case that makes the run bad"),
    requiredTests,
  ]

  /// How many cases must be conclusive.
  static let requiredTests = Option(
    "require-tests", .number(0...1_000_000_000), "fail if fewer cases are conclusive (1)")

  /// Play again after each change.
  static let watch = Option(
    "watch", .none,
    "play again what failed, and what a change touches, whenever the client's files or the "
      + "scenarios change; reports are those of the last round")

  /// Which part of the cases is played.
  static let shards = [
    Option("shard", .text("K/N"), "only part K of N, as in 3/8; each case is in one part"),
    Option(
      "times", .file,
      "a former report of --json: make the parts equally long by the times of its cases"),
  ]

  /// The reports of a run.
  static let reports =
    [
      Option("expected", .file, "expected failures (Clients/CLIENT/expected.yaml)"),
      Option("no-expected", .none, "expect no failures"),
      Option(
        "junit", .file,
        "where the JUnit report goes (Reports/junit.xml; surefire: Reports/surefire; -)"),
      Option(
        "junit-flavor", .choice(["rich", "ant", "surefire"]), "who reads the JUnit report (rich)"),
      Option("no-junit", .none, "write no JUnit report"),
      json,
      Option("sarif", .file, "write the failures as SARIF 2.1.0, for code scanning"),
      Option("tap", .file, "write the results in the Test Anything Protocol 14"),
      Option("code-quality", .file, "write the failures for GitLab's code quality"),
      Option("html", .file, "write a report for people: one page, causes first"),
      Option(
        "har", .file,
        "write the messages of the cases that fail, or of all of up to ten, as HAR 1.2"),
      Option(
        "events", .file, "write the events of the run for merge, a line of JSON for each case"),
      Option("record", .folder, "record each case in a file of its own"),
      Option(
        "trace", .optional(["failures"]),
        "show every octet of every case, with =failures of those that fail"),
    ] + redaction

  /// The reports of a command that plays nothing.
  static func reports(without names: Set<String>) -> [Option] {
    reports.filter { !names.contains($0.name) } + [.color, .all, .quiet]
  }

  /// What is left out of reports.
  static let redaction = [
    Option(
      "redact", .text("TEXT"), isList: true,
      "leave TEXT out of all reports, in addition to credentials in --command and --driver"),
    Option("no-redact", .none, "show credentials of your own in reports"),
  ]

  /// Whether the output has colours.
  package static let color = Option(
    "color", .choice(["auto", "always", "never"]), "show colours (auto)")

  /// Show everything.
  static let all = Option(
    "all", .none, "show each bad case in a block, and each cause and reason, however long")

  /// Show little.
  static let quiet = Option(
    "quiet", .none, "show a line for each bad case, and the summary")
}
