// SPDX-License-Identifier: Apache-2.0

/// The commands that play to a client.
extension Command {
  /// `authspec run` with the clients that are part of the program.
  static func run(_ clients: [BuiltInClient]) -> Command {
    Command(
      name: .run, operands: .scenarios, summary: "play scenarios to a client and judge it",
      details: """
        Scenarios are named by their ids (digest/nonce-count-rises), folders (digest/), files, and \
        patterns (digest/stale*, 'digest/x[algorithm=MD5,side=*]'). Without any, all are played.

        Exit status: 0 good, 1 unexpected failures or stale expectations, 2 wrong usage or an \
        invalid scenario, 3 a fault of the harness or driver, 4 nothing ran or the time was up, \
        130 interrupted. A shard without any of the selected cases is good.
        """,
      options: Option.clients(clients) + clients.flatMap(\.playOptions) + Option.filters
        + Option.shards + Option.playing + [.watch] + Option.reports + [.color, .all, .quiet])
  }

  /// `authspec serve`.
  static let serve = Command(
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
      Option("no-page", .none, "open no page about the case"), .server, .tls, .color,
    ])

  /// `authspec baseline` with the clients that are part of the program.
  static func baseline(_ clients: [BuiltInClient]) -> Command {
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
      options: Option.clients(clients) + clients.flatMap(\.playOptions) + [
        Option("expected", .file, "the file (Clients/CLIENT/expected.yaml, or expected.yaml)"),
        Option(
          "expires", .text("DATE"),
          "the last day for new entries, or never (in half a year)"),
      ] + Option.playing.filter { !["fail-fast", "require-tests"].contains($0.name) } + [.color])
  }

  /// `authspec fuzz` with the clients that are part of the program.
  static func fuzz(_ clients: [BuiltInClient]) -> Command {
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
      options: Option.clients(clients).map(\.asList) + [
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
        .jobs,
        Option("time", .number(1...31_536_000), "stop after N seconds"),
        Option("runs", .number(1 ... .max), "stop after N inputs"),
        Option("findings", .number(1...1_000_000), "stop after N findings"),
        .timeout(1000),
      ] + clients.flatMap(\.fuzzOptions) + [
        Option(
          "http", .choice(["2", "2-prior-knowledge"]),
          "send inputs by HTTP/2, agreed on in TLS, or in clear with prior knowledge; those that "
            + "HTTP/2 cannot carry are skipped and counted"),
        .color,
      ] + Option.redaction)
  }
}
