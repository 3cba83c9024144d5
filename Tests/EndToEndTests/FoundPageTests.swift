// SPDX-License-Identifier: Apache-2.0

import Foundation
import Scenarios
import TestThreads
import Testing

/// What docs/found.md has to have beside the judgement: what each entry consists of, and that it
/// fits the reproductions in Examples/found.
@Suite("The page of the defects found", .onOwnThreads)
struct FoundPageTests {
  /// What is wrong with a page. `reproductions` are the texts of the files by name.
  static func faults(_ page: String, _ reproductions: [String: String]) -> [String] {
    var faults: [String] = []
    var named: [String] = []
    let entries = page.components(separatedBy: "\n## ").dropFirst()
    for (position, entry) in entries.enumerated() {
      let number = "\(position + 1)"
      if !entry.hasPrefix("\(number). ") { faults.append("\(number): no such number") }
      let paragraphs = entry.components(separatedBy: "\n\n")
      func paragraph(_ name: String) -> String {
        (paragraphs.first { $0.hasPrefix("**\(name):**") } ?? "").replacing("\n", with: " ")
      }
      func demand(_ what: String, _ pattern: String, in text: String) {
        if text.range(of: pattern, options: .regularExpression) == nil {
          faults.append("\(number): \(what)")
        }
      }
      let client = paragraph("Client")
      demand("no version", #"[0-9]+\.[0-9]+"#, in: client)
      demand("no date", #"\(.*20[0-9]{2}-[0-9]{2}-[0-9]{2}"#, in: client)
      demand("no quotation", #"(?m)^> [^\n]+(\n> [^\n]+)*\n>\n> RFC [0-9]+ [0-9.]+"#, in: entry)
      demand("no octets", #"(?s)\n```\n.*→.*\n```\n"#, in: entry)
      demand("no case", #"`[a-z-]+/[a-z0-9-]+\["#, in: paragraph("Case"))
      demand(
        "no upstream",
        #"https://github\.com/[^/]+/[^/]+/(issues|pull)/[0-9]+|no report found on 20[0-9]{2}-"#,
        in: paragraph("Upstream"))
      demand("no reason", #"\*\* [A-Z]"#, in: paragraph("Why it matters"))
      let audit = entry.components(separatedBy: "**Audit:**\n\n").dropFirst().first ?? ""
      demand("no audit of the RFC", #"(?m)^- RFC: "#, in: audit)
      demand("no audit by a second client", #"(?m)^- Right: [A-Za-z0-9]+ [0-9.]+"#, in: audit)
      demand("no audit of the driver", #"(?s)\n- Driver:\s.*read\s+again"#, in: audit)
      let links = paragraph("Reproduction").components(separatedBy: "(../Examples/found/")
        .dropFirst()
      if links.isEmpty { faults.append("\(number): no reproduction") }
      named += links.map { String($0.prefix { $0 != ")" }) }
    }
    for name in named where reproductions[name] == nil { faults.append("\(name): no such file") }
    for (name, text) in reproductions.sorted(by: { $0.key < $1.key }) {
      if !named.contains(name) { faults.append("\(name): not named") }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if lines.count > 40 { faults.append("\(name): \(lines.count) lines") }
      for (index, beginning) in ["# SPDX-", "# shows: ", "# does not: "].enumerated()
      where !lines.dropFirst(index).prefix(1).allSatisfy({ $0.hasPrefix(beginning) }) {
        faults.append("\(name): no “\(beginning)”")
      }
    }
    return faults
  }

  private static let root = CatalogueFixture.root

  private static let folder = root.appending(path: "Examples/found")

  /// The texts of the reproductions by the names of their files.
  private static func reproductions() throws -> [String: String] {
    var reproductions: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !name.hasPrefix("_") {
      reproductions[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return reproductions
  }

  @Test("Each entry is whole, and each reproduction is named and has at most 40 lines")
  func pageIsWhole() throws {
    let page = try String(contentsOf: Self.root.appending(path: "docs/found.md"), encoding: .utf8)
    let reproductions = try Self.reproductions()
    #expect(Self.faults(page, reproductions) == [])
    #expect(reproductions.count >= 12)
  }

  @Test("Each case that the page names is one of the catalogue's")
  func casesExist() throws {
    let page = try String(contentsOf: Self.root.appending(path: "docs/found.md"), encoding: .utf8)
    let ids = Set(try CatalogueFixture.cases().map(\.id))
    let named = page.components(separatedBy: "**Case:**").dropFirst()
      .map { $0.split(separator: "`").dropFirst().first.map(String.init) ?? "" }
    #expect(named.count >= 12)
    #expect(named.filter { !ids.contains($0) } == [])
  }

  private static let python = "/usr/bin/python3"

  /// Runs Tools/scripts/found where no program is in PATH.
  private static func script(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(
      [root.appending(path: "Tools/scripts/found").path] + arguments, in: root.path,
      environment: ["PATH": "/nonexistent"], program: URL(filePath: python))
  }

  @Test(
    "Tools/scripts/found has a row for each client, also for one that is not installed",
    .enabled(if: FileManager.default.isExecutableFile(atPath: python)))
  func script() throws {
    let run = try Self.script("proxy-count")
    #expect(run.status == 0)
    let rows = run.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(
      rows == [
        ["name", "client", "version", "result"],
        ["proxy-count", "chromium", "-", "not", "installed"],
        ["proxy-count", "curl", "-", "not", "installed"],
      ])
    let unknown = try Self.script("no-such-thing")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("no reproduction is named no-such-thing"))
  }

  @Test(
    "A reproduction at whose server nothing arrives ends with 2",
    .enabled(
      if: [python, "/usr/bin/openssl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
      }))
  func nothingArrives() throws {
    let place = try Workplace()
    // Clients that send nothing: programs that only exit, and modules without content.
    for name in ["PyQt6", "aiohttp", "gi", "httplib2", "httpx", "httpx2", "pycurl", "requests"] {
      try place.write("", to: "modules/\(name).py")
    }
    try FileManager.default.createDirectory(
      atPath: "\(place.path)/bin", withIntermediateDirectories: true)
    var programs = ["openssl": "/usr/bin/openssl"]
    for name in ["chromium", "curl", "java", "node", "perl", "ruby", "wget", "wget2"] {
      programs[name] = "/bin/true"
    }
    for (name, destination) in programs {
      try FileManager.default.createSymbolicLink(
        atPath: "\(place.path)/bin/\(name)", withDestinationPath: destination)
    }
    let environment = ["PATH": "\(place.path)/bin", "PYTHONPATH": "\(place.path)/modules"]
    for (name, text) in try Self.reproductions() {
      // The first client that shows the defect and the first that does not, of the second and the
      // third line. urllib is part of Python, and cannot be replaced.
      let listed = text.split(separator: "\n").dropFirst().prefix(2)
        .compactMap { $0.split(separator: ": ").last?.split(separator: " ").first.map(String.init) }
        .filter { $0 != "urllib" }
      #expect(!listed.isEmpty, "\(name)")
      for client in listed + ["no-such-client"] {
        let run = try ProgramRun(
          [Self.folder.appending(path: name).path, client], in: place.path,
          environment: environment, program: URL(filePath: Self.python))
        #expect(run.status == 2, "\(name) \(client): \(run.output)\(run.errors)")
      }
    }
  }

  private static let whole = """
    # Page

    ## 1. A client does wrong

    **Client:** client 1.2.3 (2026-01-02, PyPI).

    > It MUST do right.
    >
    > RFC 9110 5.6.4

    ```
    → GET /report
    ```

    **Reproduction:** [a.py](../Examples/found/a.py)

    **Case:** `basic/a-case[side=origin]`

    **Upstream:** no report found on 2026-01-02.

    **Why it matters:** It fails.

    **Audit:**

    - RFC: The sentence is about the client.
    - Right: other 1.0 does right.
    - Driver: driver.py, read again.
    """
  private static let reproduction = "# SPDX-X\n# shows: client\n# does not: other\n"

  @Test("What is missing is seen")
  func missing() {
    let files = ["a.py": Self.reproduction]
    #expect(Self.faults(Self.whole, files) == [])
    func without(_ text: String) -> [String] {
      Self.faults(Self.whole.replacing(text, with: ""), files)
    }
    #expect(without("1.2.3 ") == ["1: no version"])
    #expect(without("2026-01-02, ") == ["1: no date"])
    #expect(without("> RFC 9110 5.6.4") == ["1: no quotation"])
    #expect(without("→") == ["1: no octets"])
    #expect(without("basic/") == ["1: no case"])
    #expect(without("no report found on ") == ["1: no upstream"])
    #expect(without("It fails.") == ["1: no reason"])
    #expect(without("- RFC: ") == ["1: no audit of the RFC"])
    #expect(without("other 1.0") == ["1: no audit by a second client"])
    #expect(without(", read again") == ["1: no audit of the driver"])
    #expect(without("(../Examples/found/a.py)") == ["1: no reproduction", "a.py: not named"])
    #expect(Self.faults(Self.whole, [:]) == ["a.py: no such file"])
    #expect(
      Self.faults(Self.whole, ["a.py": Self.reproduction + String(repeating: "#\n", count: 38)])
        == ["a.py: 41 lines"])
    #expect(
      Self.faults(Self.whole, ["a.py": Self.reproduction.replacing("# shows", with: "# show")])
        == ["a.py: no “# shows: ”"])
  }
}
