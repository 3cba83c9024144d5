// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
import Foundation
import Testing

/// What the documentation shows must load.
@Suite struct ExampleTests {
  /// The first block of docs/scenario-language.md.
  static func example() throws -> String {
    let text = try String(
      contentsOf: Repository.root.appending(path: "docs/scenario-language.md"), encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```yaml\n").dropFirst().first)
    return try #require(block.components(separatedBy: "```").first)
  }

  @Test func theFirstExampleLoads() throws {
    let text = try Self.example()
    let result = ScenarioLoader.load(
      text: Array(text.utf8), id: "digest/stale-nonce", file: "stale-nonce.yaml")
    #expect(result.diagnostics.map(\.description) == [])
    #expect(result.cases.count == 6)
    #expect(result.cases.first?.id == "digest/stale-nonce[algorithm=MD5,side=origin]")
    #expect(result.cases.last?.id == "digest/stale-nonce[algorithm=SHA-512-256,side=proxy]")
  }
}
