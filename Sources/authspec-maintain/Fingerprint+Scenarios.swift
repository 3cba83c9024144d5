// SPDX-License-Identifier: Apache-2.0

import Commands
import Playing

extension Fingerprint {
  /// The fingerprint of all scenarios.
  static func ofAllScenarios() throws(UsageError) -> Fingerprint {
    do throws(SelectionError) {
      return try Fingerprint(
        scenarios: try FoundScenarios.find([], in: FoundScenarios.usualFolder()).files.files)
    } catch {
      throw .words(error.description)
    }
  }
}
