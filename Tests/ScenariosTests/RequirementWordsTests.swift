// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
import Foundation
import Testing

/// A level stands only where the source's own words bear it out.
@Suite("What the sources of requirements say")
struct RequirementWordsTests {
  private static let catalogue: [Requirement] = {
    let file = Repository.root.appending(path: "Scenarios/requirements.yaml")
    let bytes = (try? Data(contentsOf: file)) ?? Data()
    return Requirement.load(text: [UInt8](bytes), file: "requirements.yaml").entries
  }()

  private static func hasWord(_ words: [String], _ sentence: String?) -> Bool {
    guard let sentence else { return false }
    let text = " " + sentence + " "
    return words.contains { word in
      text.range(of: "(?<![A-Za-z])\(word)(?![A-Za-z])", options: .regularExpression) != nil
    }
  }

  /// What a requirement claims without its source's words; `nil` where it claims nothing too much.
  static func mistake(_ requirement: Requirement) -> String? {
    switch requirement.level {
    case .must:
      if requirement.duty != .client { return "binds the \(requirement.duty.rawValue)" }
      if requirement.basis != nil { return "is a definition" }
      let words = ["MUST", "MUST NOT", "REQUIRED", "SHALL", "SHALL NOT"]
      return hasWord(words, requirement.sentence) ? nil : "has no sentence with MUST"
    case .should:
      if requirement.duty != .client || requirement.basis != nil { return nil }
      let words = [
        "SHOULD", "SHOULD NOT", "RECOMMENDED", "NOT RECOMMENDED", "ought to", "should consider",
      ]
      return hasWord(words, requirement.sentence) ? nil : "has no sentence with SHOULD"
    case .robust:
      return requirement.basis != nil && requirement.sentence == nil
        ? "is a definition without a sentence" : nil
    case .may, .note: return nil
    }
  }

  @Test(
    "Each must has a sentence that says MUST of the client, and each should one that says SHOULD")
  func catalogueIsRight() {
    #expect(Self.catalogue.count >= 143)
    for requirement in Self.catalogue {
      let mistake = Self.mistake(requirement)
      #expect(mistake == nil, "\(requirement.id) \(mistake ?? "")")
    }
  }

  @Test(
    "A level that the sentence does not bear out is seen",
    arguments: [
      ("level: must", "It must do so.", "has no sentence with MUST"),
      ("level: must, basis: definition", "It MUST.", "is a definition"),
      ("level: must, duty: server", "It MUST.", "binds the server"),
      ("level: must", "It MUST NOT.", nil), ("level: must", "MUSTARD", "has no sentence with MUST"),
      ("level: should", "It MAY.", "has no sentence with SHOULD"),
      ("level: should, duty: caller", "It MAY.", nil), ("level: should", "It ought to.", nil),
      ("level: robust, basis: definition", "It is.", nil), ("level: robust", "It is.", nil),
    ] as [(String, String, String?)])
  func mistakesAreSeen(_ words: String, _ sentence: String, _ mistake: String?) throws {
    let text = "- { id: R001, \(words), source: RFC 9110 1, text: One., sentence: '\(sentence)' }"
    let (read, diagnostics) = Requirement.load(text: Array(text.utf8), file: "r.yaml")
    #expect(diagnostics == [])
    #expect(Self.mistake(try #require(read.first)) == mistake)
  }

  @Test("Unknown words for a basis or a duty are errors")
  func unknownWords() {
    let text =
      "- { id: R001, level: must, basis: rumour, duty: user, source: RFC 9110 1, text: One. }"
    let (_, diagnostics) = Requirement.load(text: Array(text.utf8), file: "r.yaml")
    #expect(diagnostics.count == 2)
  }
}
