// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// What `Tools/scripts/build-mutants` makes of sources.
@Suite(.onOwnThreads) struct MutantGeneratorTests {
  /// Generates from one file, and gives what became of it and the lines of the list.
  func generate(_ source: String) throws -> (text: String, list: [String]) {
    let place = try Workplace(["Sources/Place.swift": source])
    let script = CatalogueFixture.root.appending(path: "Tools/scripts/build-mutants").path
    let run = try ProgramRun(
      [script, "generate", "\(place.path)/Sources", "\(place.path)/out"], in: place.path,
      program: URL(filePath: "/bin/sh"))
    #expect(run.status == 0, "\(run.errors)")
    let list = try place.text("out/Mutants+List.swift").split(separator: "\n").map(String.init)
      .filter { $0.contains("\t") }
      .map { $0.split(separator: "\t").last.map(String.init) ?? "" }
    return (try place.text("out/Place.swift"), list)
  }

  @Test("Each kind of site is changed, and has a name of its own")
  func kinds() throws {
    let (text, list) = try generate(
      """
      struct Place {
        static let most = 8
        func next(_ a: Int?, _ b: Bool, _ name: String) -> Int {
          guard let a, a <= Place.most, !b || name == "GET" else { return 0 }
          close(a)
          return b ? a : 1
        }
      }
      """)
    #expect(text.contains("static var most: Int { Mutants.off(1, 8) }"))
    #expect(text.contains("guard let a, Mutants.passes(2), Mutants.clause(0, "))
    #expect(text.contains("Mutants.atMost("))
    #expect(text.contains("Mutants.or("))
    #expect(text.contains("{ close(a) }"))
    #expect(
      list == [
        "Place.most: static let most = 8 [8→+1]",
        "Place.next: let a [refused]",
        "Place.next: a <= Place.most [left out]",
        "Place.next: a <= Place.most [<= → <]",
        "Place.next: a <= Place.most [<= → >]",
        "Place.next: !b || name == \"GET\" [negated]",
        "Place.next: !b || name == \"GET\" [left out]",
        "Place.next: !b || name == \"GET\" [|| → &&]",
        "Place.next: !b || name == \"GET\" [left operand of || only]",
        "Place.next: !b || name == \"GET\" [right operand of || only]",
        "Place.next: !b [! removed]",
        "Place.next: name == \"GET\" [== → !=]",
        "Place.next: !b || name == \"GET\" [\"GET\"→\"x\"]",
        "Place.next: return 0 [0→+1]",
        "Place.next: close(a) [left out]",
        "Place.next: b [negated]",
        "Place.next: return b ? a : 1 [1→+1]",
      ])
  }

  @Test("What only a planted fault reaches stays as it is")
  func planted() throws {
    let (text, list) = try generate(
      """
      struct Place {
        func takes(_ a: Int) -> Int {
          if a > 1, faults.has(.one) { return 7 }
          if a == 2 || faults.has(.two) { return faults.alter(a, .three) { $0 + 1 } }
          if isWrong(a) { return 3 }
          guard a < 0, faults.has(.four) else { return a }
          return a + 5
        }
        func isWrong(_ a: Int) -> Bool {
          guard a == 9, faults.has(.five) else { return false }
          return true
        }
      }
      """)
    #expect(text.contains("if a > 1, faults.has(.one) { return 7 }"))
    #expect(
      list == [
        "Place.takes: a == 2 [== → !=]", "Place.takes: a == 2 || faults.has(.two) [2→+1]",
      ])
  }

  @Test("The same code in one place twice has two names")
  func twice() throws {
    let (_, list) = try generate("func f(_ a: Bool) { if a { g() }; if a { g() } }")
    #expect(
      list == [
        "Place.f: a [negated]", "Place.f: g() [left out]", "Place.f: a [negated] (2)",
        "Place.f: g() [left out] (2)",
      ])
  }
}
