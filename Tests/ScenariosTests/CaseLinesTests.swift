// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
@testable import ScenarioFiles
@testable import Scenarios

@Suite("The lines of a case")
struct CaseLinesTests {
  private static let file = """
    # yaml-language-server: $schema=x
    title: A login gets through
    level: must
    needs: ["digest-${algorithm}"]
    matrix:
      algorithm: [MD5, SHA-256]
      # Where the login is asked for.
      side:
        - { id: origin, status: 401, lines: ['Basic realm="a#b"'] }
        - id: proxy
          status: 407
          lines:
            - 'Basic realm="c"'

    # Everybody knows her.
    accounts:
      alice: { password: "open # sesame" }  # quoted
    client: { credentials: [alice] }
    challenges:
      first: { fields: "${side.lines}" }
      other: { scheme: Digest, realm: "${algorithm}\\"${serial}", nonce: n, algorithm: "${algorithm}" }
    steps:
      - request: { path: /report }
        "${side}":
          - { reply: challenge, with: [first, other], status: "${side.status}" }

    """

  private func lines(_ coordinates: String) throws -> CaseLines {
    let text = Array(CaseLinesTests.file.utf8)
    let loaded = ScenarioLoader.load(text: text, id: "a/b", file: "a/b.yaml")
    #expect(loaded.diagnostics.map(\.description) == [])
    let played = try #require(loaded.cases.first { $0.coordinateText == coordinates })
    return CaseLines(text: text, of: played)
  }

  @Test("The case's values stand in place of the placeholders, and the matrix is left out")
  func values() throws {
    #expect(
      try lines("algorithm=SHA-256,side=proxy").text.joined(separator: "\n") == """
        # yaml-language-server: $schema=x
        title: A login gets through
        level: must
        needs: ["digest-SHA-256"]

        # Everybody knows her.
        accounts:
          alice: { password: "open # sesame" }  # quoted
        client: { credentials: [alice] }
        challenges:
          first: { fields: ['Basic realm="c"'] }
          other: { scheme: Digest, realm: "SHA-256\\"${serial}", nonce: n, algorithm: SHA-256 }
        steps:
          - request: { path: /report }
            proxy:
              - { reply: challenge, with: [first, other], status: 407 }
        """)
    let first = try lines("algorithm=MD5,side=origin").text
    #expect(first.contains(#"  first: { fields: ['Basic realm="a#b"'] }"#))
  }

  @Test("Values and comments are marked")
  func kinds() throws {
    let lines = try lines("algorithm=MD5,side=origin").lines
    func parts(_ kind: CaseLines.Piece.Kind) -> [String] {
      lines.joined().filter { $0.kind == kind }.map(\.text)
    }
    #expect(
      parts(.comment) == [
        "# yaml-language-server: $schema=x", "# Everybody knows her.", "# quoted",
      ])
    #expect(
      parts(.value) == ["MD5", #"['Basic realm="a#b"']"#, "MD5", "MD5", "origin", "401"])
  }

  @Test("A file that is not valid has no lines")
  func invalid() throws {
    let text = Array(CaseLinesTests.file.utf8)
    let loaded = ScenarioLoader.load(text: text, id: "a/b", file: "a/b.yaml")
    let played = try #require(loaded.cases.first)
    #expect(CaseLines(text: Array("title: [".utf8), of: played).lines.isEmpty)
  }

  @Test("The lines of every scenario's first and last case are a file with that case alone")
  func catalogue() throws {
    for file in Repository.scenarios {
      let text = Array(try Data(contentsOf: file))
      let cases = ScenarioLoader.load(text: text, id: "a/b", file: "a/b.yaml").cases
      for played in [cases.first, cases.last].compactMap(\.self) {
        let lines = CaseLines(text: text, of: played).text
        let again = ScenarioLoader.load(
          text: Array(lines.joined(separator: "\n").utf8), id: "a/b", file: "a/b.yaml")
        #expect(again.diagnostics.map(\.description) == [], "\(file.path) \(played.coordinateText)")
        let only = try #require(again.cases.first)
        #expect(again.cases.count == 1)
        #expect(only.needs == played.needs)
        #expect(only.accounts == played.accounts)
        #expect(only.client == played.client)
        #expect(only.steps.map(\.requests) == played.steps.map(\.requests), "\(file.path)")
      }
    }
  }
}
