// SPDX-License-Identifier: Apache-2.0

import Reporting
import Scenarios

extension ClientResults {
  /// The results with the levels at which they are published.
  ///
  /// SHOULD is a word of an RFC. A broken check that gives a warning and quotes a requirement
  /// without that word for clients (the source defines something, or binds the caller) is published
  /// as robust.
  package func claiming(only requirements: [String: Requirement]) -> ClientResults {
    var results = self
    for place in results.scenarios.indices {
      for index in results.scenarios[place].cases.indices {
        results.scenarios[place].cases[index].claim(only: requirements)
      }
    }
    return results
  }
}

extension ClientResults.Outcome {
  fileprivate mutating func claim(only requirements: [String: Requirement]) {
    for index in findings.indices where findings[index].level == Level.should.rawValue {
      guard let id = findings[index].requirements.first, let requirement = requirements[id],
        !requirement.hasKeyword
      else { continue }
      findings[index].level = Level.robust.rawValue
    }
  }
}

extension Requirement {
  /// `true` if its source says MUST or SHOULD of the client.
  fileprivate var hasKeyword: Bool {
    (level == .must || level == .should) && basis == nil && duty == .client
  }
}
