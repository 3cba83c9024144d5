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

  /// The modules in which some folders still depend on each other in a circle.
  private static let modulesWithCycles: Set<String> = [
    "ReferenceClient", "Servers",
  ]

  private static var modules: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
        .filter { $0 != "C" && !$0.hasPrefix(".") }.sorted()
    }
  }

  @Test func foldersOfAModuleFormNoCycle() throws {
    for module in try Self.modules where !Self.modulesWithCycles.contains(module) {
      let cycle = FolderGraph(try Self.sources(of: module)).cycle
      #expect(cycle.isEmpty, "folders of \(module) depend on each other in a circle: \(cycle)")
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

  @Test func aCycleOfFoldersIsNoticed() {
    let oneWay = ["A/One.swift": "struct One {}", "B/Two.swift": "struct Two { var one: One }"]
    #expect(FolderGraph(oneWay).cycle == [])
    let circle = oneWay.merging(["A/Three.swift": "struct Three { var two: Two }"]) { $1 }
    #expect(FolderGraph(circle).cycle == ["A", "B"])
  }
}

/// Which folder of a module names what another one declares at the top level of a file.
struct FolderGraph {
  private var needs: [String: Set<String>] = [:]

  init(_ sources: [String: String]) {
    let declaration =
      /^(?:@\w+ |public |package |private |fileprivate |indirect |final )*(?:struct|class|enum|protocol|actor|typealias|func) (\w+)/
      .anchorsMatchLineEndings()
    var folders: [Substring: Set<String>] = [:]
    for (file, source) in sources {
      for match in source.matches(of: declaration) {
        folders[match.1, default: []].insert(FolderGraph.folder(file))
      }
    }
    for (file, source) in sources {
      let folder = FolderGraph.folder(file)
      for word in FolderGraph.words(source) {
        guard let declaring = folders[word], declaring.count == 1, !declaring.contains(folder)
        else { continue }
        needs[folder, default: []].formUnion(declaring)
      }
    }
  }

  private static func folder(_ file: String) -> String {
    file.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The words of a source that is not a comment.
  private static func words(_ source: String) -> Set<Substring> {
    var words: Set<Substring> = []
    for line in source.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//")
    {
      words.formUnion(
        line.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "_" })
    }
    return words
  }

  /// The folders that need themselves by way of others, sorted; empty if there are none.
  var cycle: [String] {
    needs.keys.filter { start in
      var reached: Set<String> = []
      var open = Array(needs[start] ?? [])
      while let folder = open.popLast() {
        if folder == start { return true }
        if reached.insert(folder).inserted { open += needs[folder] ?? [] }
      }
      return false
    }.sorted()
  }
}
