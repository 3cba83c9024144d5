// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Reporting
import ScenarioFiles
import Scenarios

/// An `expected.yaml` that is brought up to date after a run of its client.
package struct BaselineFile {
  /// Its path.
  let path: String
  private let old: (entries: [ExpectedFailure], text: String)?

  /// The file as it is; one that does not exist has no entries.
  init(path: String) throws(UsageError) {
    self.path = path
    guard FileReading.kind(of: path) == .file else {
      old = nil
      return
    }
    let text = try UsageError.contents(of: path)
    old = (try ExpectedFailures.load(file: path).entries, String(decoding: text, as: UTF8.self))
  }

  /// The file of a client of the folder Clients; `nil` for one that has no folder there.
  package init?(client: String) throws(UsageError) {
    guard let path = ExpectedFailures.ownFile(client: client) else { return nil }
    try self.init(path: path)
  }

  /// Rewrites the file after a run; a client without failures gets no new file.
  package func update(
    after run: BaselineCollector, besides others: [Case] = [], areAll: Bool,
    over transports: Set<ExpectedFailure.Transport>, requirements: [String: Requirement],
    expires: CalendarDate?
  ) throws(FileError) -> Baseline {
    let baseline = Baseline(
      old, after: run, besides: others, areAll: areAll, over: transports,
      requirements: requirements, expires: expires)
    if old != nil || !baseline.added.isEmpty {
      let mistakes = ExpectedFailures.load(text: Array(baseline.text.utf8), file: path).1
      if let mistake = mistakes.first {
        throw FileError(file: path, reason: "its entries cannot be edited: \(mistake.message)")
      }
      try AtomicFile.write(baseline.text.utf8, to: path)
    }
    return baseline
  }
}
