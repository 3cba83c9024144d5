// SPDX-License-Identifier: Apache-2.0

import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import Foundation
import Testing

@Suite("Finding scenarios")
struct CatalogueTests {
  let scratch: Scratch
  let root: String

  init() throws {
    scratch = try Scratch()
    root = scratch.path + "/Scenarios"
    for name in ["basic/plain", "digest/stale-a", "digest/stale-b", "digest/deep/er", "digest-x/y"]
    {
      try scratch.write(CatalogueTests.scenario, to: "Scenarios/\(name).yaml")
    }
    for name in [
      "_drafts/x.yaml", "digest/_x.yaml", "digest/.x.yaml", ".git/x.yaml", "digest/x.txt",
    ] {
      try scratch.write("not: a scenario", to: "Scenarios/\(name)")
    }
    try scratch.write(
      "- { id: R001, level: must, source: RFC 7616 3.4.2, text: A sentence. }\n",
      to: "Scenarios/requirements.yaml")
  }

  static let scenario = """
    title: A scenario
    level: must
    requirements: [R001]
    tags: [quick]
    matrix: { algorithm: [MD5, SHA-256], side: [origin, proxy] }
    challenges:
      first: { scheme: Digest, realm: x, nonce: n, algorithm: "${algorithm}" }
    steps:
      - title: only one
        request: { path: / }
        "${side}":
          - { reply: challenge, with: first }
    """

  private func ids(_ words: String...) throws -> [String] {
    try FoundScenarios.find(words.map { $0.replacing("ROOT", with: root) }, in: root).files.files
      .map(\.id)
  }

  @Test("Everything is found in the order of ids, but for names that begin with _ or .")
  func all() throws {
    #expect(
      try ids() == [
        "basic/plain", "digest-x/y", "digest/deep/er", "digest/stale-a", "digest/stale-b",
      ])
  }

  @Test(
    "Words name scenarios",
    arguments: [
      ("digest/stale-a", ["digest/stale-a"]),
      ("digest/", ["digest/deep/er", "digest/stale-a", "digest/stale-b"]),
      ("digest", ["digest/deep/er", "digest/stale-a", "digest/stale-b"]),
      ("digest/stale*", ["digest/stale-a", "digest/stale-b"]),
      ("*/stale-a", ["digest/stale-a"]), ("**/er", ["digest/deep/er"]),
      ("d*", ["digest-x/y", "digest/deep/er", "digest/stale-a", "digest/stale-b"]),
      ("digest/stale-?", ["digest/stale-a", "digest/stale-b"]),
      ("ROOT/digest/stale-a.yaml", ["digest/stale-a"]), ("ROOT/basic/", ["basic/plain"]),
      ("digest/stale-a.yaml", ["digest/stale-a"]),
      ("digest/stale-a[side=proxy]", ["digest/stale-a"]),
    ])
  func words(_ word: String, _ expected: [String]) throws {
    #expect(try ids(word) == expected)
  }

  @Test(
    "Words that name nothing are errors, with what is near",
    arguments: [
      ("digest/stale-c", "digest/stale-a"), ("digset/", "digest/"), ("stale-b", "digest/stale-b"),
      ("basic/plian", "basic/plain"),
    ])
  func unknown(_ word: String, _ near: String) throws {
    let error = #expect(throws: SelectionError.self) { try ids(word) }
    guard case .unknown(let said, let nearest) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(said == word)
    #expect(nearest.contains(near), "\(nearest)")
  }

  @Test("What is far from everything has no suggestion")
  func far() throws {
    let error = #expect(throws: SelectionError.self) { try ids("zzzzzzzzzz") }
    #expect(error?.description == "no scenario is named 'zzzzzzzzzz'")
  }

  @Test("Two files of one id are fatal")
  func duplicates() throws {
    try scratch.write(CatalogueTests.scenario, to: "elsewhere/basic/plain.yaml")
    try scratch.write("[]", to: "elsewhere/requirements.yaml")
    let error = #expect(throws: SelectionError.self) {
      try ids("basic/plain", "\(scratch.path)/elsewhere/basic/plain.yaml")
    }
    guard case .duplicate(let id, let files) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(id == "basic/plain")
    #expect(files.count == 2)
    #expect(try ids("basic/plain", "basic/") == ["basic/plain"], "named twice is not two files")
  }

  @Test("A file elsewhere has the id it would have beside its requirements")
  func elsewhere() throws {
    try scratch.write(CatalogueTests.scenario, to: "own/deep/mine.yaml")
    #expect(try ids("\(scratch.path)/own/deep/mine.yaml") == ["mine"])
    try scratch.write("[]", to: "own/requirements.yaml")
    #expect(try ids("\(scratch.path)/own/deep/mine.yaml") == ["deep/mine"])
    #expect(try ids("\(scratch.path)/own/") == ["deep/mine"])
  }

  @Test(
    "Coordinates choose cases",
    arguments: [
      ("digest/stale-a", 4), ("digest/stale-a[algorithm=MD5,side=proxy]", 1),
      ("digest/stale-a[side=proxy]", 2), ("digest/stale-a[algorithm=*,side=proxy]", 2),
      ("digest/stale*[algorithm=SHA*]", 4), ("digest/stale-a[*]", 4),
    ])
  func coordinates(_ word: String, _ count: Int) throws {
    let catalogue = try Catalogue([word], in: root)
    #expect(catalogue.diagnostics.map(\.description) == [])
    #expect(catalogue.cases.count == count)
  }

  @Test("Coordinates that fit no case are an error, with the cases that are near")
  func noCoordinates() throws {
    let error = #expect(throws: SelectionError.self) {
      try Catalogue(["digest/stale-a[algorithm=MD6,side=proxy]"], in: root)
    }
    #expect(error?.description.contains("digest/stale-a[algorithm=MD5,side=proxy]") == true)
  }

  @Test("Filters leave out what has nothing in common with them")
  func filters() throws {
    func count(_ change: (inout CaseFilter) -> Void) throws -> Int {
      var catalogue = try Catalogue(["basic/"], in: root)
      var filter = CaseFilter()
      change(&filter)
      catalogue.keep(filter)
      return catalogue.cases.count
    }
    #expect(try count { _ in } == 4)
    #expect(try count { $0.levels = [.must, .note] } == 4)
    #expect(try count { $0.levels = [.should] } == 0)
    #expect(try count { $0.tags = ["quick"] } == 4)
    #expect(try count { $0.tags = ["slow"] } == 0)
    #expect(try count { $0.requirements = ["R001"] } == 4)
    #expect(try count { $0.requirements = ["R002"] } == 0)
    #expect(try count { $0.specifications = ["RFC 7616"] } == 4)
    #expect(try count { $0.specifications = ["7616 3.4"] } == 4)
    #expect(try count { $0.specifications = ["RFC 7616 3.40"] } == 0)
    #expect(try count { $0.specifications = ["RFC 7617"] } == 0)
  }

  @Test("A requirement that nobody knows is a mistake")
  func requirement() throws {
    try scratch.write(
      CatalogueTests.scenario.replacing("R001", with: "R010"), to: "Scenarios/basic/plain.yaml")
    let catalogue = try Catalogue(["basic/"], in: root)
    #expect(!catalogue.isValid)
    #expect(catalogue.diagnostics.first?.message.contains("R010") == true)
  }
}
