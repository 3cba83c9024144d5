// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios
import Foundation
import Testing

/// The requirements of this repository, and the scenarios that name them.
@Suite struct RequirementsFileTests {
  private let catalogue: [Requirement]
  private let diagnostics: [Diagnostic]
  private static let folder = Repository.root.appending(path: "Scenarios")

  init() throws {
    let bytes = try Data(contentsOf: Self.folder.appending(path: "requirements.yaml"))
    (catalogue, diagnostics) = Requirement.load(
      text: [UInt8](bytes), file: "requirements.yaml")
  }

  @Test func allAreReadInOrder() {
    #expect(diagnostics.map(\.description) == [])
    let ids = catalogue.map(\.id)
    #expect(ids.count >= 138)
    #expect(ids == ids.sorted())
  }

  @Test("A MUST or SHOULD that a client can break says what shows that")
  func evidence() {
    for requirement in catalogue {
      let binds = requirement.level == .must || requirement.level == .should
      if binds, requirement.observation == nil {
        #expect(requirement.evidence?.isEmpty == false, "\(requirement.id)")
      }
      #expect(requirement.observation == nil || requirement.evidence == nil, "\(requirement.id)")
      // An error of a client and a server that it refuses show nothing of what was not done.
      if requirement.level == .must {
        #expect(requirement.evidence?.isDisjoint(with: [.error, .serverRefused]) ?? true)
      }
    }
  }

  @Test func scenariosNameOnlyRequirementsThatAreThere() throws {
    // What tries a client's claims shows no requirement.
    let files = Repository.scenarios.filter { !$0.path.contains("/_probes/") }
    try #require(!files.isEmpty)
    let known = Set(catalogue.map(\.id))
    for file in files {
      let id = file.deletingPathExtension().lastPathComponent
      let result = ScenarioLoader.load(
        text: [UInt8](try Data(contentsOf: file)), id: id, file: id)
      let named = try #require(result.cases.first, "\(file.path)").scenario.requirements
      #expect(!named.isEmpty, "\(file.path)")
      #expect(named.filter { !known.contains($0) } == [], "\(file.path)")
    }
  }
}
