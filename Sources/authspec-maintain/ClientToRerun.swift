// SPDX-License-Identifier: Apache-2.0

import Commands
import Clients
import Reporting
import Platform
import Playing
import Scenarios
import Storage

/// A client whose results may have to be brought up to date by a run.
struct ClientToRerun {
  /// How many instances may run at once; `nil` for any number.
  let jobs: Int?
  /// Makes an instance for a worker.
  let make: Run.ClientFactory
  /// The cases that its file skips.
  let skips: [SkippedCases]
  /// The failures that are known.
  let expected: ExpectedFailures?
  /// Its results without scenarios, to compare with results that are kept.
  let wanted: ClientResults
  /// The file of its known failures if it is to be rewritten.
  let baseline: BaselineFile?

  /// A client that is prepared, and the fingerprint of the scenarios.
  init(
    _ client: ClientSelection, _ fingerprint: String, updatesBaseline: Bool
  ) throws(UsageError) {
    baseline = updatesBaseline ? try BaselineFile(client: client.name) : nil
    jobs = client.jobs
    make = client.make
    skips = client.skips
    expected = try ExpectedFailures.usualFile(client: client.name).map {
      path throws(UsageError) in try ExpectedFailures.load(file: path).expected(over: [.http1])
    }
    let definition = try UsageError.files { () throws(FileError) in
      guard let folder = FoundScenarios.usualClientsFolder().map({ "\($0)/\(client.name)" }),
        FileReading.kind(of: folder) == .folder
      else { return "" }
      // Which failures are known changes nothing of what the client does.
      return try Fingerprint(filesIn: folder, without: [ExpectedFailures.fileName]).text
    }
    wanted = ClientResults(
      client: client.make(EventLoop()).identity,
      basis: .init(authspec: CommandLine.version, catalogue: fingerprint, definition: definition))
  }
}
