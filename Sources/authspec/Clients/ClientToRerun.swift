// SPDX-License-Identifier: Apache-2.0

import Clients
import Reporting
import Platform
import Playing
import Scenarios
import Storage

/// A client that may have to be run so that its results can be kept.
struct ClientToRerun {
  /// How many instances may run at once; `nil` for any number.
  let jobs: Int?
  /// How a worker makes it.
  let make: Run.ClientFactory
  /// The cases that its file leaves out.
  let skips: [SkippedCases]
  /// The failures that are known.
  let expected: ExpectedFailures?
  /// Its results without scenarios: what they will be about.
  let wanted: ClientResults
  /// Its known failures, where they are to be written anew.
  let baseline: BaselineFile?

  /// The client that was chosen and prepared, and scenarios of that fingerprint.
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
      guard let folder = ScenarioFiles.usualClientsFolder().map({ "\($0)/\(client.name)" }),
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
