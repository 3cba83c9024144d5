// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
import Foundation
import Testing

/// Each file in Fixtures/invalid makes another mistake; what is said about it stands beside it,
/// word for word.
///
/// `AUTHSPEC_UPDATE_GOLDEN=1 swift test` writes the texts anew; read the difference.
@Suite struct InvalidFixtureTests {
  static let files = Repository.files(
    in: Repository.fixtures.appending(path: "invalid"), ending: "yaml")

  static func load(_ file: URL) throws -> LoadResult {
    let name = file.lastPathComponent
    return ScenarioLoader.load(
      text: try [UInt8](Data(contentsOf: file)), id: String(name.dropLast(5)), file: name)
  }

  @Test func thereAreManyOfThem() { #expect(Self.files.count >= 70) }

  @Test(arguments: files) func mistakeIsExplained(_ file: URL) throws {
    let result = try Self.load(file)
    #expect(result.cases.isEmpty)
    #expect(!result.diagnostics.isEmpty)
    let text = result.diagnostics.map(\.description).joined(separator: "\n") + "\n"
    let golden = file.deletingPathExtension().appendingPathExtension("txt")
    if ProcessInfo.processInfo.environment["AUTHSPEC_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: golden)
    }
    #expect(text == String(decoding: try Data(contentsOf: golden), as: UTF8.self))
  }
}
