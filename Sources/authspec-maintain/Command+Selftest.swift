// SPDX-License-Identifier: Apache-2.0

import Commands

/// The commands that play to the reference client.
extension Command {
  /// `authspec-maintain selftest`.
  static let selftest = Command(
    name: .selftest, operands: .scenarios, summary: "show that scenarios notice faults",
    details: """
      The scenarios are played to the reference client, then to the same client with one of its \
      faults at a time. A fault is killed when a check that names its requirement breaks with it \
      and held without it; a check that no fault breaks is vacuous. A case is left out for a \
      fault that cannot change it: the client does not reach its place there. A timeout kills \
      only a fault that hangs.

      Exit status: 0 every fault is killed and no check is vacuous, 1 otherwise, or where the \
      reference client fails, 2 wrong usage or an invalid scenario, 3 a fault of the harness, \
      4 nothing ran, 130 interrupted.
      """,
    options: [
      .jobs, .timeout(500),
      Option("fault", .text("NAME"), isList: true, "only this fault"),
      Option(
        "quick", .none,
        "end with a fault once it is killed, and with a check once it is tripped"),
      Option(
        "first", .file, "with --quick: begin with the plays in this list, which --witnesses wrote"
      ),
      .json,
      Option("witnesses", .file, "write a list of plays that show it all"),
      Option("caught", .file, "write a list of the scenarios that catch each fault"),
      Option(
        "own", .file, "write that of the faults that only scenarios of their requirement notice"),
    ])

  /// `authspec-maintain variants`.
  static let variants = Command(
    name: .variants, operands: .scenarios, summary: "show that scenarios fail no legal behaviour",
    details: """
      The scenarios are played to the reference client while it takes ways that the RFCs allow, \
      one at a time and in 200 combinations, 50 with --quick: no check may fail or be inconclusive \
      because of one, and none may warn except for a SHOULD that it breaks.

      Exit status: 0 no variant is accused and each is played, 1 otherwise, or where the reference \
      client fails, 2 wrong usage or an invalid scenario, 3 a fault of the harness, 4 nothing ran, \
      130 interrupted.
      """,
    options: [
      .jobs, .timeout(500),
      Option("variant", .text("NAME"), isList: true, "only this variant, or NAME,NAME together"),
      Option("quick", .none, "play fewer cases and combinations"),
      .json,
    ])

  /// `authspec-maintain mutants`.
  static let mutants = Command(
    name: .mutants, operands: .scenarios,
    summary: "show that scenarios notice mechanical changes",
    details: """
      The scenarios are played to the reference client with one small change of its code at a \
      time. Only a build by make mutants can do this: it has a switch at each place.

      Exit status: 0 each change is noticed or has a reason, 1 otherwise, 2 wrong usage or an \
      invalid file, 3 a fault of the harness, 4 nothing ran, 130 interrupted.
      """,
    options: [
      Option("jobs", .number(1...1024), "workers (two for each core)"), .timeout(500),
      Option("mutant", .text("NAME"), isList: true, "only this mutant; * stands for anything"),
      Option(
        "quick", .none, "play one case of each scenario to mutants that are known to survive"),
      Option("list", .file, "write a list of the mutants with their results"),
    ])
}
