// SPDX-License-Identifier: Apache-2.0

import Commands
import Playing
import Publishing
import ReferenceClient
import Reporting
import Transcripts

extension Invocation {
  /// `authspec-maintain requirements`: which scenarios show which requirement, and which faults
  /// break it.
  func requirements() throws(UsageError) -> ExitStatus {
    let catalogue = try validCatalogue()
    let table = RequirementTable(
      Array(catalogue.requirements.values), cases: catalogue.cases, faults: Fault.changes)
    console.say(arguments.has("json") ? table.json : table.text)
    return table.missing.isEmpty ? .good : .failures
  }
}
