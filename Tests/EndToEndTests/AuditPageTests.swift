// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestThreads
import Testing

/// What docs/audit.md has to have beside the judgement, once failures have been drawn.
@Suite("The page of the audit", .onOwnThreads)
struct AuditPageTests {
  /// What is missing of a page.
  static func faults(_ page: String) -> [String] {
    var faults: [String] = []
    let sections = page.components(separatedBy: "\n### Failure ").dropFirst()
    for section in sections {
      let number = section.prefix { $0.isNumber }
      func cell(_ name: String) -> String? {
        section.split(separator: "\n").first { $0.hasPrefix("| \(name) | ") }
          .map { String($0.dropFirst(name.count + 5).dropLast(2)) }
      }
      let sentence = cell("sentence") ?? ""
      let keyword = "(?<![A-Za-z])(MUST|REQUIRED|SHALL)(?![A-Za-z])"
      if sentence.range(of: keyword, options: .regularExpression) == nil {
        faults.append("\(number): no sentence with its keyword")
      }
      if (cell("passes") ?? "").isEmpty { faults.append("\(number): nobody passes") }
      for name in ["case", "client", "check", "requirement", "expected", "observed"]
      where (cell(name) ?? "").isEmpty {
        faults.append("\(number): no \(name)")
      }
      let octets = section.components(separatedBy: "~~~text\n").dropFirst().first ?? ""
      if !octets.contains("→") || !octets.contains("←") { faults.append("\(number): no octets") }
    }
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| [") }
    if rows.count != sections.count {
      faults.append("\(rows.count) rows for \(sections.count) failures")
    }
    for row in rows {
      let cells = row.components(separatedBy: " | ")
      let number = row.dropFirst(3).prefix { $0.isNumber }
      guard cells.count == 7, cells[4...5].allSatisfy(grades.contains) else {
        faults.append("\(number): not graded by two")
        continue
      }
      if cells[4...5].contains("false"), !cells[6].hasPrefix("mended: ") {
        faults.append("\(number): false, and not mended")
      }
    }
    return faults
  }

  /// What a failure may be; one that is false is a defect, and the page says what was mended.
  private static let grades = ["true", "by the letter only", "false"]

  private static let root = CatalogueFixture.root

  @Test("Each failure on the page has the sentence with its keyword, who passes and the octets")
  func pageIsWhole() throws {
    let page = try String(contentsOf: Self.root.appending(path: "docs/audit.md"), encoding: .utf8)
    #expect(Self.faults(page) == [])
    #expect(page.contains("\n### Failure 100\n"))
    #expect(page.contains("scripts/audit"))
  }

  static let whole = """
    | # | case | client | requirement | first | second | why |
    | [1](#failure-1) | a | b | R074 | true | by the letter only | c |

    ### Failure 1

    | case | a |
    | client | b |
    | check | c |
    | requirement | R074 |
    | sentence | It MUST do so. |
    | expected | d |
    | observed | e |
    | passes | f |

    ~~~text
    →
    ←
    ~~~
    """

  @Test("What is missing is seen")
  func missing() {
    #expect(Self.faults(Self.whole) == [])
    func without(_ text: String, _ other: String) -> [String] {
      Self.faults(Self.whole.replacingOccurrences(of: text, with: other))
    }
    #expect(without("MUST", "must") == ["1: no sentence with its keyword"])
    #expect(without("| passes | f |", "| passes |  |") == ["1: nobody passes"])
    #expect(without("→", "") == ["1: no octets"])
    #expect(without("| observed | e |", "") == ["1: no observed"])
    #expect(without("| true |", "| false |") == ["1: false, and not mended"])
    #expect(without("by the letter only | c", "false | mended: c") == [])
    #expect(without("by the letter only", "") == ["1: not graded by two"])
    #expect(without("| [1](", "[1](") == ["0 rows for 1 failures"])
  }
}
