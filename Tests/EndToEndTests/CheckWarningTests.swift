// SPDX-License-Identifier: Apache-2.0

import Playing
import TestThreads
import Testing

@Suite("authspec check, what it warns of", .onOwnThreads)
struct CheckWarningTests {
  @Test("Warnings change the exit status with --strict only")
  func strict() throws {
    let place = try Workplace([
      "Scenarios/basic/plain.yaml": Workplace.scenario().replacing("realm:", with: "relam:")
    ])
    let lenient = try place.run("check")
    #expect(lenient.status == 0)
    #expect(lenient.output == "1 file, 2 cases: valid, 1 warning\n")
    #expect(lenient.errors.contains("plain.yaml:"))
    #expect(lenient.errors.contains("warning: the parameter \"relam\""))
    let strict = try place.run("check", "--strict")
    #expect(strict.status == 2)
    #expect(strict.output == "1 file, 2 cases: valid, 1 warning\n")
  }

  @Test("The catalogue has none")
  func catalogue() throws {
    let warnings = ScenarioWarning.all(of: try CatalogueFixture.cases())
    #expect(warnings.isEmpty, "\(warnings.map(\.description).joined(separator: "\n"))")
  }
}
