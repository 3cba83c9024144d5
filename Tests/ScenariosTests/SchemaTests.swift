// SPDX-License-Identifier: Apache-2.0

@testable import ScenarioFiles
@testable import Scenarios
import Foundation
import HTTPAuth
import Testing

/// The schema that editors use and the loader agree.
@Suite struct SchemaTests {
  private let schema: SchemaValidator

  init() throws { schema = try unsafe Self.scenarioSchema.get() }

  /// Read once for all files, and never changed.
  nonisolated(unsafe) private static let scenarioSchema = Result { try SchemaValidator.scenario() }

  /// Scenarios, when there are any, and our own valid files.
  static let validFiles =
    Repository.scenarios
    + Repository.files(in: Repository.fixtures.appending(path: "valid"), ending: "yaml")

  @Test(arguments: validFiles) func validFilesPass(_ file: URL) throws {
    let bytes = try [UInt8](Data(contentsOf: file))
    let value = try #require(JSON.read(bytes))
    #expect(schema.faults(of: value) == [])
    let id = file.deletingPathExtension().lastPathComponent
    #expect(
      ScenarioLoader.load(text: bytes, id: id, file: id).diagnostics.map(\.description) == [])
  }

  @Test func theDocumentedExamplePasses() throws {
    let value = try #require(JSON.read(Array(try ExampleTests.example().utf8)))
    #expect(schema.faults(of: value) == [])
  }

  /// `AUTHSPEC_UPDATE_GOLDEN=1 swift test` writes the file anew; a new key is described there.
  @Test func itIsThatOfTheForms() throws {
    let file = Repository.root.appending(path: "docs/scenario.schema.json")
    let old = try Data(contentsOf: file)
    var schema = try ScenarioSchema(keeping: old)
    let new = try schema.file()
    if ProcessInfo.processInfo.environment["AUTHSPEC_UPDATE_GOLDEN"] == "1" {
      try new.write(to: file)
    }
    let isFresh = new == old
    #expect(isFresh, "docs/scenario.schema.json is stale")
    #expect(schema.undescribed == [])
  }

  @Test func theDocsNameAllKeys() throws {
    let page = Repository.root.appending(path: "docs/scenario-language.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let names = try #require(schema.allKeys)
    #expect(names.count > 150)
    #expect(names.filter { !text.contains("`\($0)") && !text.contains(" \($0):") } == [])
  }

  /// Mistakes of form, which a schema can see; what needs the whole file, only the loader sees.
  @Test(arguments: [
    "a-list-at-the-top", "unknown-key-in-file", "no-title", "title-with-a-full-stop", "no-level",
    "unknown-level", "no-steps", "empty-steps", "key-without-value", "requirement-id", "peers-id",
    "a-text-instead-of-a-list", "matrix-is-a-list", "matrix-value-is-a-text",
    "matrix-key-without-values", "matrix-value-without-id", "account-without-secret",
    "account-is-a-text", "account-unknown-key", "challenge-without-scheme",
    "server-without-options", "server-unknown-kind", "unknown-key-in-a-rule", "rule-without-reply",
    "rule-is-a-text", "rules-are-a-mapping", "reply-unknown", "reply-status-out-of-range",
    "interim-status", "flag-is-yes", "headers-as-a-text", "info-unknown-key", "rspauth-unknown",
    "unknown-key-in-a-pattern", "unknown-key-in-an-exchange", "comparison-of-two",
    "path-without-slash", "scheme-unknown", "repeat-with-a-dash", "credentials-as-a-text",
    "redirects-not-a-number", "unknown-key-in-client", "step-without-request", "request-method",
    "unknown-key-in-a-step", "unknown-key-in-expect", "error-kind-unknown",
    "alternative-without-title", "replied-unknown", "never-as-a-mapping", "asked-unknown-key",
  ])
  func mistakesOfFormAreRefused(_ name: String) throws {
    let file = try #require(
      InvalidFixtureTests.files.first {
        $0.deletingPathExtension().lastPathComponent.dropFirst(4) == name
      })
    let value = try #require(JSON.read(try [UInt8](Data(contentsOf: file))))
    #expect(schema.faults(of: value) != [])
  }
}
