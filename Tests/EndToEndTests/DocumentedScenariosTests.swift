// SPDX-License-Identifier: Apache-2.0

import Foundation
import Scenarios
import TestThreads
import Testing

/// What the documentation shows must be what the program accepts.
@Suite("Documentation and program", .onOwnThreads)
struct DocumentedScenariosTests {
  /// The pages for users: README.md and those of docs/.
  static let pages: [String] = {
    let docs = CatalogueFixture.root.appending(path: "docs").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: docs)) ?? []
    return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  /// Pages that are generated: their ids are those of the catalogue they are made from.
  private static let generated: Set<String> = ["docs/published-leaks.md"]

  static func text(_ page: String) throws -> String {
    try String(contentsOf: CatalogueFixture.root.appending(path: page), encoding: .utf8)
  }

  /// A block of YAML, and the name that such a file has.
  struct Block: CustomTestStringConvertible, Sendable {
    var page: String
    var number: Int
    var name: String
    var text: String
    var testDescription: String { "\(page), block \(number): \(name)" }
  }

  static let blocks: [Block] = pages.flatMap { (page: String) -> [Block] in
    let parts = (try? text(page))?.components(separatedBy: "```yaml\n").dropFirst() ?? []
    return parts.enumerated().compactMap { (number, part) -> Block? in
      guard let text = part.components(separatedBy: "```").first, let name = name(of: text) else {
        return nil
      }
      return Block(page: page, number: number + 1, name: name, text: text)
    }
  }

  /// The name that a file with that text has; `nil` for a part of a file.
  private static func name(of text: String) -> String? {
    if text.contains("\nsteps:\n") { return "a-scenario.yaml" }
    if text.contains("kind: command\n") || text.contains("kind: driver\n") {
      return "client.yaml"
    }
    return text.hasPrefix("- case:") ? "expected.yaml" : nil
  }

  @Test("Files that are shown are valid beside the list of requirements", arguments: blocks)
  func valid(_ block: Block) throws {
    let requirements = try Self.text("Scenarios/requirements.yaml")
    let place = try Workplace([
      "Scenarios/requirements.yaml": requirements, "Scenarios/a/\(block.name)": block.text,
    ])
    let run = try place.run("check", "Scenarios/a/\(block.name)")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test("The pages show scenarios, a client's file and known failures")
  func kinds() {
    #expect(
      Set(Self.blocks.map(\.name)) == ["a-scenario.yaml", "client.yaml", "expected.yaml"])
    #expect(Self.blocks.contains { $0.page == "README.md" })
  }

  /// The words with a slash that begin with the name of a folder of scenarios.
  static func ids(in text: String, folders: Set<String>) -> Set<String> {
    let id = /(?:^|[\s`'"(,])([a-z0-9-]+)\/([a-z0-9][a-z0-9.-]*[a-z0-9])(?![\w*-])/
    let found = text.matches(of: id).filter { folders.contains(String($0.1)) }
    return Set(found.map { "\($0.1)/\($0.2)" })
  }

  @Test("A scenario that is named exists")
  func named() throws {
    let scenarios = Set(try CatalogueFixture.cases().map(\.scenario.id))
    let folders = Set(scenarios.compactMap { $0.split(separator: "/").first.map(String.init) })
    var count = 0
    for page in Self.pages where !Self.generated.contains(page) {
      let ids = Self.ids(in: try Self.text(page), folders: folders)
      count += ids.count
      #expect(ids.subtracting(scenarios) == [], "\(page)")
    }
    let place = try Workplace([:])
    for command in ["run", "serve", "explain", "list", "check", "fuzz", "judge", "baseline"] {
      let help = try place.run("help", command).output
      #expect(!help.isEmpty)
      #expect(Self.ids(in: help, folders: folders).subtracting(scenarios) == [], "\(command)")
    }
    #expect(count > 10)
    #expect(Self.ids(in: "see `digest/nowhere`.", folders: folders) == ["digest/nowhere"])
    #expect(Self.ids(in: "all of digest/now*", folders: folders) == [])
  }
}
