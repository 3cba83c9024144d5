// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// The grades of the readers in Reports/audit.tsv, and what docs/audit.md says of them.
@Suite("The audit", .onOwnThreads)
struct AuditPageTests {
  /// A failure or a cause that two readers have graded.
  struct Row: Equatable {
    var draw: String
    var number: String
    var level: String
    var grades: [String]
    var reason: String

    var isCause: Bool { number.hasPrefix("cause ") }
    /// A reader says that the client is not at fault.
    var isFalse: Bool { grades.contains("false") }
    /// A reader finds fault with authspec.
    var isRefused: Bool { isFalse || grades.contains("loud") }
  }

  static let heads = [
    "draw", "number", "client", "case", "check", "level", "requirements", "first", "second",
    "reason",
  ]

  /// The rows of a table, and what is wrong with it.
  static func read(_ table: String) -> (rows: [Row], faults: [String]) {
    let lines = table.split(separator: "\n").map { $0.components(separatedBy: "\t") }
    var faults = lines.first == heads ? [] : ["other heads"]
    let rows = lines.dropFirst().enumerated().compactMap { index, cells -> Row? in
      guard cells.count == heads.count else {
        faults.append("line \(index + 2): \(cells.count) cells")
        return nil
      }
      return Row(
        draw: cells[0], number: cells[1], level: cells[5], grades: Array(cells[7...8]),
        reason: cells[9])
    }
    for row in rows {
      let name = "\(row.draw), \(row.number)"
      if !row.grades.allSatisfy(grades.contains) { faults.append("\(name): not graded by two") }
      if row.reason.isEmpty { faults.append("\(name): no reason") }
      if row.isRefused, !row.reason.hasPrefix("mended: "),
        row.isFalse || !row.reason.hasPrefix("left: ")
      {
        faults.append("\(name): not mended")
      }
    }
    return (rows, faults + lastDraw(of: rows))
  }

  /// What is wrong with the size of the last draw.
  private static func lastDraw(of rows: [Row]) -> [String] {
    let last = rows.filter { $0.draw == rows.last?.draw }
    let failures = last.filter { !$0.isCause }
    let sizes = (
      failures.count { $0.level == "must" }, failures.count { $0.level != "must" },
      last.count(where: \.isCause)
    )
    let isLarge = sizes.0 >= 100 && sizes.1 >= 50 && sizes.2 >= 30
    return isLarge ? [] : ["the last draw is too small: \(sizes)"]
  }

  private static let grades = ["true", "letter", "loud", "false"]

  /// The row of a draw on the page: how many were drawn, and how many of them each reader calls
  /// what.
  static func line(of draw: String, _ rows: [Row]) -> String {
    let cells = (0...1).flatMap { reader in
      grades.map { grade in "\(rows.count { $0.grades[reader] == grade })" }
    }
    return "| \(draw) | \(rows.count) | \(cells.joined(separator: " | ")) |"
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: CatalogueFixture.root.appending(path: path), encoding: .utf8)
  }

  @Test("Every draw is graded by two, and what a reader calls false is mended")
  func table() throws {
    #expect(try Self.read(Self.text("Reports/audit.tsv")).faults == [])
  }

  @Test("The page has the numbers of the table, and is one screen")
  func page() throws {
    let rows = try Self.read(Self.text("Reports/audit.tsv")).rows
    let page = try Self.text("docs/audit.md")
    for draw in Set(rows.map(\.draw)) {
      let line = Self.line(of: draw, rows.filter { $0.draw == draw })
      #expect(page.contains("\n\(line)\n"), "\(line)")
    }
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
  }

  @Test("What is wrong with a table is seen")
  func faults() {
    func row(_ number: String, _ level: String, _ grades: String, _ reason: String) -> String {
      "7\t\(number)\tcurl\ta/b\t1.order\t\(level)\tR001\t\(grades)\t\(reason)"
    }
    let musts = (1...100).map { row("\($0)", "must", "true\tletter", "so") }
    let others = (101...150).map { row("\($0)", "robust", "true\ttrue", "so") }
    let causes = (1...30).map { row("cause \($0)", "", "true\ttrue", "so") }
    func faults(_ more: [String] = [], _ rows: [String]? = nil) -> [String] {
      let lines = [Self.heads.joined(separator: "\t")] + more + (rows ?? musts + others + causes)
      return Self.read(lines.joined(separator: "\n")).faults
    }
    #expect(faults() == [])
    #expect(faults(["a\tb"]) == ["line 2: 2 cells"])
    #expect(faults([row("9", "must", "true\t", "so")]) == ["7, 9: not graded by two"])
    #expect(faults([row("9", "must", "true\ttrue", "")]) == ["7, 9: no reason"])
    #expect(faults([row("9", "must", "loud\ttrue", "so")]) == ["7, 9: not mended"])
    #expect(faults([row("9", "must", "loud\ttrue", "left: so")]) == [])
    #expect(faults([row("9", "must", "false\ttrue", "left: so")]) == ["7, 9: not mended"])
    let former = row("9", "must", "false\ttrue", "mended: so").replacing("7\t9", with: "6\t9")
    #expect(faults([former]) == [])
    #expect(faults([], musts + others) == ["the last draw is too small: (100, 50, 0)"])
    #expect(Self.line(of: "7", []) == "| 7 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |")
  }
}
