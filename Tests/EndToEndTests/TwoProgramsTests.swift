// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// `authspec` is for people who test a client, `authspec-maintain` for authspec itself.
@Suite("The two programs", .onOwnThreads)
struct TwoProgramsTests {
  private static let ofUsers = [
    "run", "serve", "merge", "list", "check", "explain", "judge", "baseline", "diff", "clients",
    "driver-check", "fuzz",
  ]
  private static let ofMaintenance = [
    "selftest", "variants", "mutants", "proof", "matrix", "catalogue", "requirements", "leaks",
    "audit",
  ]
  private static let aboutItself = ["completions", "manual", "help"]

  private let place: Workplace

  init() throws { place = try Workplace() }

  private func run(_ program: String, _ words: String...) throws -> ProgramRun {
    try place.run(words, program: program)
  }

  @Test(
    "Each has its commands",
    arguments: [
      ("authspec", ofUsers + aboutItself),
      ("authspec-maintain", ofUsers + ofMaintenance + aboutItself),
    ])
  func commands(_ program: String, _ commands: [String]) throws {
    let help = try run(program, "help").output
    let told = help.matches(of: /(?m)^  ([a-z][a-z-]*)\s/).map { String($0.output.1) }
    #expect(told == commands)
    #expect(help.contains("\nUsage: \(program) COMMAND [OPTIONS] [ARGUMENTS]\n"))
  }

  @Test("authspec says which program has the other commands", arguments: ofMaintenance)
  func elsewhere(_ command: String) throws {
    for words in [[command], ["help", command]] {
      let run = try place.run(words, program: "authspec")
      #expect(run.status == 2)
      #expect(
        run.errors.hasPrefix("authspec: '\(command)' is a command of authspec-maintain"),
        "\(run.errors)")
      #expect(run.output.isEmpty)
    }
  }

  @Test("A wrong command line names the help of its program")
  func help() throws {
    #expect(try run("authspec", "run", "--no").errors.hasSuffix("See 'authspec help run'.\n"))
    let other = try run("authspec-maintain", "selftest", "--no").errors
    #expect(other.hasSuffix("See 'authspec-maintain help selftest'.\n"))
  }

  @Test("authspec has no reference client")
  func reference() throws {
    let client = try run("authspec", "run", "--no-junit", "--client", "reference")
    #expect(client.status == 2)
    #expect(client.errors.hasPrefix("authspec: no client is named 'reference'"))
    for words in [
      ["run", "--variant", "neverReuses"], ["fuzz", "--fault", "splitAtQuotedCommas"],
    ] {
      let run = try place.run(words, program: "authspec")
      #expect(run.status == 2)
      #expect(run.errors.contains("unknown option '\(words[1])'"), "\(run.errors)")
    }
    let completions = try run("authspec", "completions", "bash").output
    #expect(completions.contains("libcurl"))
    #expect(!completions.contains("reference"))
  }

  @Test("The modules that only authspec-maintain needs are in no other program")
  func modules() throws {
    // As the names of modules stand in those of symbols.
    for module in ["15ReferenceClient", "6Trials", "10Publishing"] {
      func count(_ program: String) throws -> ProgramRun {
        try ProgramRun(
          ["grep", "-c", "-a", "-F", "$s\(module)", ProgramRun.program(program).path],
          in: place.path, program: URL(filePath: "/usr/bin/env"))
      }
      #expect(try count("authspec").output == "0\n", "\(module)")
      // The same look finds them where they are.
      #expect(try count("authspec-maintain").output != "0\n", "\(module)")
    }
  }
}
