// SPDX-License-Identifier: Apache-2.0

@testable import ReferenceClient
import Foundation
import Testing

@Suite struct FaultRegistryTests {
  @Test func everyNameIsRegisteredOnce() {
    #expect(Fault.allCases.count == Fault.Name.allCases.count)
    #expect(Set(Fault.allCases.map(\.name)) == Set(Fault.Name.allCases))
    #expect(Fault.allCases.count >= 150)
  }

  @Test func everyFaultHasASentenceOfItsOwn() {
    #expect(Set(Fault.allCases.map(\.sentence)).count == Fault.allCases.count)
    for fault in Fault.allCases {
      #expect(fault.sentence.hasPrefix("It ") || fault.sentence.contains(" it "))
      #expect(fault.sentence.hasSuffix("."))
    }
  }

  @Test func everyFaultBreaksAKnownRequirement() throws {
    let file = Repository.root.appending(path: "Scenarios/requirements.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    for fault in Fault.allCases {
      #expect(text.contains("id: \(fault.requirement),"), "\(fault.name)")
    }
  }
}
