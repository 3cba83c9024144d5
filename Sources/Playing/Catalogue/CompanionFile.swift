// SPDX-License-Identifier: Apache-2.0

import Platform
import ScenarioFiles
import Scenarios

/// A file that is not a scenario but that scenarios or runs refer to, known by its name.
package enum CompanionFile: String, CaseIterable, Sendable {
  /// What a client is and can do.
  case client = "client.yaml"
  /// The known failures of a client.
  case expected = "expected.yaml"
  case requirements = "requirements.yaml"
  case behaviours = "behaviours.yaml"
  case leaks = "leaks.yaml"

  /// The kind of the file at a path, by its name; `nil` for any other file, such as a scenario.
  package init?(path: String) { self.init(rawValue: FileReading.name(of: path)) }

  /// Reads such a file, and returns its mistakes.
  package func diagnostics(of path: String) throws(FileError) -> [Diagnostic] {
    let text = try FileReading.read(path)
    return switch self {
    case .client:
      ClientDefinition.load(text: text, file: path, syntaxError: POSIXRegex.syntaxError).1
    case .expected: ExpectedFailures.load(text: text, file: path).1
    case .requirements: Requirement.load(text: text, file: path).diagnostics
    case .behaviours: Behaviour.load(text: text, file: path).diagnostics
    case .leaks: Leak.load(text: text, file: path).diagnostics
    }
  }
}
