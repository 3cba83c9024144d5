// SPDX-License-Identifier: Apache-2.0

import Scenarios

extension Command {
  /// All commands with all their options.
  static let table: [Command] = [
    Command(
      name: .run, operands: .scenarios, summary: "play scenarios to a client and judge it",
      details: """
        Scenarios are named by their ids (digest/stale-nonce), folders (digest/), files, and \
        patterns (digest/stale*, 'digest/x[algorithm=MD5,side=*]'). Without any, all are played.

        Exit status: 0 good, 1 unexpected failures or stale expectations, 2 wrong usage or an \
        invalid scenario, 3 a fault of the harness or driver, 4 nothing ran or the time was up, \
        130 interrupted. A shard without any of the selected cases is good.
        """,
      options: clients + [variant] + filters + shards + playing + [watch] + reports
        + [color, all, quiet]),
    Command(
      name: .serve, operands: .served,
      summary: "keep a case's servers up for a browser, a phone or a debugger",
      details: """
        Prints what to type into the client for each step, shows each exchange as it comes with \
        the verdict of each check, and judges the case at its end. Of a scenario with several \
        cases the first is served, and the others are listed: name one as \
        'digest/x[algorithm=MD5]'.

        Enter ends a step; a status (401), the word error, or the kind of an error before it also \
        reports what the client showed, which else is not judged. ? shows again what to type. The \
        page has a button for it, and curl -X POST URL/next does it from a script. After the last \
        step, or at the first Ctrl-C (SIGINT, SIGTERM), the case is judged. A second Ctrl-C ends \
        at once. Nobody but this machine reaches the servers without --listen.

        Exit status: 0 good, 1 the client failed, 2 wrong usage, an invalid scenario, or an address \
        or port that cannot be had, 3 a fault of the harness, 4 nothing has a verdict.
        """,
      options: [
        Option(
          "listen", .text("ADDRESS"),
          "an IPv4 address of this machine for all servers, which others may then reach"),
        Option(
          "port", .number(1...65_535),
          "the port of the first server; those of the others and of the page follow"),
        Option("no-page", .none, "open no page about the case"), server, tls, color,
      ]),
    Command(
      name: .merge, operands: .files, summary: "put the reports of shards together",
      details: """
        The files are the reports of run --shard: those of --json of all shards, and for --junit \
        their JUnit reports of the flavour rich, too. Nothing is written unless they are those of \
        all shards of one run: none is missing, there twice or cut off, and version, client, seed, \
        scenarios and options are the same.

        Exit status: that of a run of all cases, 2 wrong usage or a file that cannot be read, 3 \
        the reports do not belong together or one is missing, or a report could not be written.
        """,
      options: [
        json,
        Option("junit", .file, "write one JUnit report (- for standard output)"),
        requiredTests,
      ]),
    Command(
      name: .list, operands: .scenarios, summary: "list scenarios and their cases",
      details: "",
      options: filters + [
        Option("cases", .none, "list each case, not each scenario"),
        Option("ids", .none, "list nothing but ids"),
        Option("json", .none, "list as JSON"), color,
      ]),
    Command(
      name: .check, operands: .scenarios, summary: "check scenario files without playing them",
      details:
        """
        Every mistake is shown with its place. Warnings are about what is valid but probably not \
        intended: a rule after one that matches every request, a scenario that expects nothing, a \
        scheme or a parameter that differs in one letter from a known one. Without arguments the \
        files of all clients in Clients are checked as well.

        Exit status: 0 all are valid, 2 some are not, or with --strict there are warnings.
        """,
      options: [
        server, Option("strict", .none, "end with 2 if there are warnings"), color,
      ]),
    Command(
      name: .explain, operands: .scenario, summary: "print a scenario in prose",
      details: "",
      options: [color]),
    Command(
      name: .judge, operands: .files, summary: "judge recordings again",
      details: "Recordings are what run --record writes. Nothing is played.",
      options: reports.filter { $0.name != "record" } + [
        color, all, quiet,
      ]),
    Command(
      name: .baseline, operands: .scenarios,
      summary: "write the failures of a client into its expected.yaml",
      details: """
        The scenarios are played and each cause of failures becomes an entry, with patterns that \
        cover its cases and no others. Entries that are there are kept as they are written, with \
        their reasons and comments, but lose the cases that pass now; those that match \
        no failure any more are dropped. New entries have a reason to fill in, what was observed, \
        the client's version, and a day on which they expire.

        Exit status: 0 the file is written, 2 wrong usage or an invalid file, 3 a fault of the \
        harness or driver, 4 nothing ran or the run ended early, 130 interrupted.
        """,
      options: clients + [
        variant,
        Option("expected", .file, "the file (Clients/CLIENT/expected.yaml, or expected.yaml)"),
        Option(
          "expires", .text("DATE"),
          "the last day for new entries, or never (in half a year)"),
      ] + playing.filter { !["fail-fast", "require-tests"].contains($0.name) } + [color]),
    Command(
      name: .diff, operands: .files, summary: "compare two runs",
      details: """
        The two files are reports of run --json, or results that matrix keeps. A case fails newly \
        when it fails and did not, and passes newly when it failed and does not; any other new \
        verdict, and a failure by other checks, is a change.

        Exit status: 0 nothing fails newly, 1 something does, 2 wrong usage or a file that cannot \
        be read.
        """,
      options: [
        Option("json", .none, "print as JSON"),
        Option("markdown", .none, "print as Markdown for a pull request's comment, cut at 60 KB"),
        color,
      ]),
    Command(
      name: .clients, operands: .clients,
      summary: "list clients that are ready to be installed and run",
      details: """
        With --steps, one line for each thing that make clients does for a client: its name, a \
        word and what it is about, with tabs between. Another version of a client from Python's \
        package index is called NAME@VERSION.
        """,
      options: [Option("steps", .none, "list what it takes to install them")]),
    Command(
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
        timeout(2000), retries, color,
      ]),
    Command(
      name: .driverCheck, operands: .driver,
      summary: "test a driver against the driver protocol",
      details: """
        The driver is called by a command line in quotes, or named with --client. It receives \
        the messages of a run and some more; abilities that it does not claim are left out.

        Exit status: 0 all is good, 1 something is not, 2 wrong usage, 3 the driver does not say \
        hello.
        """,
      options: [Option("client", .client, "a driver of the folder Clients"), color]),
    Command(
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
        jobs, timeout(5000), color,
      ]),
    Command(
      name: .selftest, operands: .scenarios, summary: "show that scenarios notice faults",
      details: """
        The scenarios are played to the reference client, then to the same client with one of its \
        faults at a time. A fault is killed when a check that names its requirement breaks with it \
        and held without it; a check that no fault breaks is vacuous. A case is left out for a \
        fault that cannot change it: the client does not reach its place there. A timeout kills \
        only a fault that hangs.

        With --variants the client takes ways that the RFCs allow, one at a time and in 200 \
        combinations, 50 with --quick: no check may fail or be inconclusive because of one, and \
        none may warn except for a SHOULD that it breaks.

        Exit status: 0 every fault is killed and no check is vacuous, 1 otherwise, or where the \
        reference client fails, 2 wrong usage or an invalid scenario, 3 a fault of the harness, \
        4 nothing ran, 130 interrupted.
        """,
      options: [
        jobs, timeout(500),
        Option("fault", .text("NAME"), isList: true, "only this fault"),
        Option("variants", .none, "play legal variants instead of faults, alone and together"),
        Option("variant", .text("NAME"), isList: true, "only this variant, or NAME,NAME together"),
        Option(
          "quick", .none,
          "end with a fault once it is killed, and with a check once it is tripped"),
        Option(
          "first", .file, "with --quick: begin with the plays in this list, which --witnesses wrote"
        ),
        json,
        Option("witnesses", .file, "write a list of plays that show it all"),
        Option("caught", .file, "write a list of the scenarios that catch each fault"),
        Option(
          "mutants", .none,
          "instead of faults, changes made mechanically: of a build by make mutants"),
        Option("mutant", .text("NAME"), isList: true, "only this mutant; * stands for anything"),
        Option("list", .file, "write a list of the mutants with their results"),
      ]),
    Command(
      name: .fuzz, operands: .none, summary: "look for inputs that a client gets wrong",
      details: """
        All inputs are made from one seed, which is printed: the same seed, seeds and corpus give \
        the same inputs in the same order. Each finding is kept in Reports/findings, with a \
        scenario that run replays. A finding that is there already is not found again.

        With several clients (--client A --client B) each input is sent to all, and a finding is \
        one that they understand differently.

        Exit status: 0 nothing new was found, 1 something was, 2 wrong usage, 3 a fault of the \
        harness or driver, 4 nothing ran, 130 interrupted. With --replay: 0 all are fixed, 1 some \
        are not, 4 there are none.
        """,
      options: clients.map(\.asList) + [
        Option("corpus", .folder, "where inputs are kept, and taken from"),
        Option("seeds", .folder, "inputs to begin with (Fuzz/seeds)"),
        Option("no-seeds", .none, "begin with nothing"),
        Option(
          "merge", .folder, isList: true,
          "add the inputs of a folder to the corpus, keep what it needs, and end"),
        Option("replay", .folder, "check whether a finding, or each of a folder, is fixed"),
        Option("reports", .folder, "where findings and the report are kept (Reports)"),
        Option("junit", .file, "where the JUnit report goes (Reports/fuzz.xml)"),
        Option("no-junit", .none, "write no JUnit report"),
        Option(
          "seed", .number(0 ... .max), "the seed of all randomness (another in every campaign)"),
        jobs,
        Option("time", .number(1...31_536_000), "stop after N seconds"),
        Option("runs", .number(1 ... .max), "stop after N inputs"),
        Option("findings", .number(1...1_000_000), "stop after N findings"),
        timeout(1000),
        Option("fault", .text("NAME"), isList: true, "give the reference client that fault"),
        Option(
          "http", .choice(["2", "2-prior-knowledge"]),
          "send inputs by HTTP/2, agreed on in TLS, or in clear with prior knowledge; those that "
            + "HTTP/2 cannot carry are skipped and counted"),
        color,
      ] + redaction),
    Command(
      name: .requirements, operands: .none, summary: "list what is shown of each requirement",
      details: """
        Exit status: 0 each has a scenario, 1 some have none, 2 an invalid scenario.
        """,
      options: [Option("json", .none, "list as JSON")]),
    Command(
      name: .catalogue, operands: .none, summary: "print a page about all scenarios",
      details: "The page is Markdown; make docs writes it to docs/catalogue.md.",
      options: [
        Option("caught", .file, "which faults are caught, as selftest --caught writes it"),
        Option("mutants", .file, "the results of mutants, as selftest --list writes them"),
      ]),
    Command(
      name: .leaks, operands: .none, summary: "print a page about published leaks",
      details: """
        The page is Markdown; make docs writes it to docs/published-leaks.md.

        Exit status: 0 each leak has a scenario or a reason why it has none, 1 some do not, 2 an \
        invalid scenario.
        """,
      options: []),
    Command(
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
      ]),
    Command(
      name: .completions, operands: .choice(["bash", "zsh", "fish"]),
      summary: "print completions for a shell",
      details: """
        bash: source <(authspec completions bash)
        zsh: authspec completions zsh > ~/.zfunc/_authspec
        fish: authspec completions fish > ~/.config/fish/completions/authspec.fish
        """, options: []),
    Command(
      name: .manual, operands: .none, summary: "print the manual page",
      details: "The page is roff with the macros of man(7): authspec manual | man -l -", options: []
    ),
    Command(
      name: .help, operands: .command, summary: "describe a command", details: "", options: []),
  ]

  private static let jobs = Option("jobs", .number(1...1024), "workers (one for each core)")

  private static func timeout(_ usual: Int) -> Option {
    Option("timeout", .number(1...3_600_000), "milliseconds for one request (\(usual))")
  }

  private static let json = Option(
    "json", .file, "write a report for programs (- for standard output)")

  private static let clients = [
    Option(
      "client", .client, "the client under test: libcurl, reference, or one of Clients (libcurl)"),
    Option("driver", .text("CMD"), "a driver to play to, as in 'python3 my_driver.py'"),
    Option(
      "command", .text("CMD"),
      "a command to play to, as in 'curl --anyauth -u {user}:{password} {url}'"),
    Option("no-probe", .none, "do not try what the client claims before the run"),
  ]

  private static let variant = Option(
    "variant", .text("NAME"), isList: true,
    "let the reference client take that legal variant, or NAME,NAME")

  private static let filters = [
    Option(
      "level", .choice(Level.allCases.map(\.rawValue)), isList: true,
      "only scenarios of this level"),
    Option("tag", .text("TAG"), isList: true, "only scenarios with this tag"),
    Option(
      "spec", .text("SPEC"), isList: true, "only scenarios of this specification: 'RFC 7616 3.4'"),
    Option("requirement", .text("ID"), isList: true, "only scenarios that show this requirement"),
  ]

  private static let retries = Option(
    "retries", .number(0...1000),
    "confirm broken and inconclusive cases by N equal plays (2); those that vary are flaky")

  private static let flaky = Option(
    "flaky", .choice(["fail", "warn"]), "whether cases whose plays differ make the run bad (warn)")

  private static let server = Option(
    "server", .choice(BackEnd.allCases.map(\.rawValue)),
    "play every server from this back end")

  private static let tls = Option(
    "tls", .optional(["all"]),
    "play all origins over TLS, with =all proxies, too; cases that this would change are skipped")

  private static let http = Option(
    "http", .choice(["2", "2-prior-knowledge"]),
    "play all origins over HTTP/2, agreed on in TLS, or in clear with prior knowledge; "
      + "cases that this would change are skipped")

  private static let playing = [
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

  private static let requiredTests = Option(
    "require-tests", .number(0...1_000_000_000), "fail if fewer cases are conclusive (1)")

  private static let watch = Option(
    "watch", .none,
    "play again what failed, and what a change touches, whenever the client's files or the "
      + "scenarios change; reports are those of the last round")

  private static let shards = [
    Option("shard", .text("K/N"), "only part K of N, as in 3/8; each case is in one part"),
    Option(
      "times", .file,
      "a former report of --json: make the parts equally long by the times of its cases"),
  ]

  private static let reports =
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
      Option("record", .folder, "record each case in a file of its own"),
      Option(
        "trace", .optional(["failures"]),
        "show every octet of every case, with =failures of those that fail"),
    ] + redaction

  private static let redaction = [
    Option(
      "redact", .text("TEXT"), isList: true,
      "leave TEXT out of all reports, in addition to credentials in --command and --driver"),
    Option("no-redact", .none, "show credentials of your own in reports"),
  ]

  private static let color = Option(
    "color", .choice(["auto", "always", "never"]), "show colours (auto)")

  private static let all = Option(
    "all", .none, "show each bad case in a block, and each cause and reason, however long")

  private static let quiet = Option(
    "quiet", .none, "show a line for each bad case, and the summary")
}
