// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// docs/architecture.md against the code: the stations of its walks, and the order of the folders.
@Suite(.onOwnThreads) struct ArchitectureTests {
  private static let root = CatalogueFixture.root

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  // MARK: Walks

  /// What a row of a walk names: a type, or a member of one, and the file that declares it.
  struct Station: CustomTestStringConvertible {
    var name: String
    var file: String

    var testDescription: String { "\(name) in \(file)" }

    /// Reads a name between backticks and a link to a file below Sources.
    init?(_ name: Substring, _ link: Substring) {
      let names = name.split(separator: "`", omittingEmptySubsequences: false)
      let paths = link.split(separator: "](../")
      guard names.count >= 3, paths.count == 2 else { return nil }
      self.name = String(names[1])
      file = String(paths[1].prefix { $0 != ")" })
    }

    /// Whether a source declares the name: the type, and the function, property or case of it.
    func isDeclared(in source: String) throws -> Bool {
      let parts = name.split(separator: ".")
      let type = try Regex(#"\b(struct|class|enum|protocol|extension) \[?"# + parts[0] + #"\b"#)
      guard source.contains(type) else { return false }
      guard parts.count > 1 else { return true }
      let member = try Regex(
        parts[1] == "init" ? #"\binit[?]?\("# : #"\b(func|var|let|case) "# + parts[1] + #"\b"#)
      return source.contains(member)
    }
  }

  /// The rows of the walks: what is made, and what makes it.
  static let walks: Result<[[Station]], any Error> = Result {
    try text("docs/architecture.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 7, Int(cells[1].trimmingCharacters(in: .whitespaces)) != nil else {
        return nil
      }
      return [Station(cells[2], cells[3]), Station(cells[4], cells[5])].compactMap(\.self)
    }
  }

  @Test func everyStationIsDeclaredWhereItIsSaid() throws {
    let walks = try Self.walks.get()
    #expect(walks.count >= 20)
    for row in walks {
      #expect(row.count == 2, "\(row)")
      for station in row {
        let source = try? Self.text(station.file)
        let isDeclared = try source.map(station.isDeclared) ?? false
        #expect(isDeclared, "\(station.testDescription)")
      }
    }
  }

  @Test func aWrongStationIsNoticed() throws {
    let source = "struct Case { func load() {} }"
    func station(_ name: String) throws -> Station {
      try #require(Station(" `\(name)` ", " [a](../Sources/a.swift) "))
    }
    #expect(try station("Case.load").isDeclared(in: source))
    #expect(try !station("Case.store").isDeclared(in: source))
    #expect(try !station("Cas").isDeclared(in: source))
  }

  // MARK: Folders

  /// The circles that are left, by module: the folders of each, sorted. A circle that is gone must
  /// be taken out, so that the list only becomes shorter.
  private static let knownCircles = [
    "ReferenceClient": [["HTTP2", "Transport"]]
  ]

  private static var modules: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
        .filter { $0 != "C" && !$0.hasPrefix(".") }.sorted()
    }
  }

  @Test func foldersOfAModuleFormNoCircleButTheKnownOnes() throws {
    for module in try Self.modules {
      let graph = FolderGraph(try Self.sources(of: module))
      let known = Self.knownCircles[module] ?? []
      for circle in graph.circles where !known.contains(circle) {
        Issue.record("folders of \(module) form a circle:\n\(graph.arrows(of: circle))")
      }
      for circle in known {
        #expect(graph.circles.contains(circle), "a circle of \(module) is gone: take it out")
      }
    }
  }

  /// The sources of a module by the path below it.
  private static func sources(of module: String) throws -> [String: String] {
    let folder = root.appending(path: "Sources/\(module)")
    var sources: [String: String] = [:]
    for case let file as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
    where file.hasSuffix(".swift") {
      sources[file] = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }
    return sources
  }

  @Test func aCircleOfFoldersIsNamedWithItsTypes() {
    let oneWay = ["A/One.swift": "struct One {}", "B/Two.swift": "struct Two { var one: One }"]
    #expect(FolderGraph(oneWay).circles == [])
    let graph = FolderGraph(
      oneWay.merging(["A/Three.swift": "struct Three { var two: Two }"]) { $1 })
    #expect(graph.circles == [["A", "B"]])
    #expect(graph.arrows(of: ["A", "B"]) == "  A -> B: Two\n  B -> A: One")
  }

  @Test(
    "Comments and strings are no references, but what stands in a string's interpolation is one",
    arguments: [
      ("struct Two {}  // One", false), ("/* One\n */ struct Two {}", false),
      ("let two = \"One\"", false), ("let two = #\"a \\ \" One\"#", false),
      ("let two = \"\"\"\n  a \" One\n  \"\"\"", false), ("let two = \"\\\" One\"", false),
      ("let two = \"a\" + One.text", true), ("let two = \"a \\(One.text)\"", true),
      ("let two = /a \" b/ \n let one: One", true),
    ])
  func words(_ source: String, _ isReference: Bool) {
    let sources = ["A/One.swift": "struct One { var two: Two }", "B/Two.swift": source]
    let graph = FolderGraph(sources.merging(["B/Base.swift": "struct Two {}"]) { $1 })
    #expect(graph.circles.isEmpty != isReference)
  }
}
