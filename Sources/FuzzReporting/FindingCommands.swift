// SPDX-License-Identifier: Apache-2.0

import Reporting

/// The command lines that show a finding again.
package struct FindingCommands: Sendable {
  /// The folder in which the finding is kept.
  package let folder: String
  /// The commands that play its scenario, each to one client; empty if there is no scenario, or if
  /// it cannot show the finding.
  package let runs: [String]
  /// The command that checks whether the finding is fixed.
  package let replay: String

  /// The commands of a program for a finding in that folder; `options` name the client, those
  /// in `ofFuzz` for a campaign alone, and `scenario` is the file of its scenario.
  package init(
    program: String, options: [String], ofFuzz: Set<String>, folder: String, scenario: String?
  ) {
    self.folder = folder
    replay = Phrases.command(["fuzz"] + options + ["--replay", folder], of: program)
    guard let scenario, ofFuzz.isDisjoint(with: options) else {
      runs = []
      return
    }
    // Each client is an option and its value; without any, a run takes the same default client.
    let clients = stride(from: 0, to: options.count, by: 2).map {
      Array(options[$0...].prefix(2))
    }.filter { $0.first != "--http" }  // The scenario says it.
    // Clients may interpret an input differently without any being wrong, so the trace is shown.
    let trace = clients.count > 1 ? ["--trace"] : []
    runs = (clients.isEmpty ? [[]] : clients).map {
      Phrases.command(["run"] + $0 + ["--no-expected"] + trace + [scenario], of: program)
    }
  }

  /// The most informative command. A run shows all messages and the sentences of the RFCs, but for
  /// one client only.
  package var best: String { runs.count == 1 ? runs[0] : replay }
}
