// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Scenarios

/// The files whose changes make a watched run play again.
struct WatchedFiles {
  /// The files at a moment.
  struct Snapshot: Equatable {
    /// Those of the client.
    var client: FileStamps
    /// Those of scenarios and of what they refer to.
    var scenarios: FileStamps
    /// Those that decide what is expected of the client.
    var expectations: FileStamps
  }

  /// What was changed, made or removed between two moments.
  struct Changes {
    var client: [String]
    var scenarios: [String]
    var expectations: [String]

    var all: [String] { client + scenarios + expectations }
    var isEmpty: Bool { all.isEmpty }
  }

  /// The words of the command line that name scenarios.
  let operands: [String]
  /// The folders of the client: its own, and those that clients share.
  let folders: [String]
  /// Further files of the client: those that its command line names.
  let files: [String]
  /// The file of `--expected`.
  let expected: String?
  /// The reports of the run, which change with each round.
  let reports: Set<String>

  /// The files of a command line and its client.
  init(_ arguments: Arguments, _ client: ClientSelection) {
    operands = arguments.operands
    files = client.namedFiles
    expected = arguments["expected"]
    reports = Set(
      (ReporterSet.files.compactMap { arguments[$0] } + ["Reports/junit.xml"])
        .compactMap(WatchedFiles.absolute))
    guard let name = arguments["client"]?.split(separator: "@").first,
      let clients = ScenarioFiles.usualClientsFolder()
    else {
      folders = []
      return
    }
    let shared = ((try? FileReading.names(in: clients)) ?? []).filter { $0.hasPrefix("_") }
    folders = ([String(name)] + shared).map { "\(clients)/\($0)" }
      .filter { FileReading.kind(of: $0) == .folder }
  }

  /// The path of a file that may not be there yet.
  private static func absolute(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    return (try? FileReading.absolute(FileReading.parent(of: path))).map { "\($0)/\(name)" }
  }

  /// The files as they are now.
  var now: Snapshot {
    let below = folders.flatMap { (try? FileReading.files(below: $0)) ?? [] }.map(\.path)
    let own = below.filter { !$0.hasSuffix("/\(ExpectedFailures.fileName)") && !isReport($0) }
    let found = try? ScenarioFiles.find(operands, in: ScenarioFiles.usualFolder()).files
    return Snapshot(
      client: FileStamps(own + files),
      scenarios: FileStamps((found?.files.map(\.path) ?? []) + (found?.references ?? [])),
      expectations: FileStamps(
        below.filter { $0.hasSuffix("/\(ExpectedFailures.fileName)") }
          + [expected].compactMap(\.self)))
  }

  private func isReport(_ path: String) -> Bool {
    guard !reports.isEmpty, let absolute = WatchedFiles.absolute(path) else { return false }
    return reports.contains(absolute)
  }
}

extension WatchedFiles.Snapshot {
  /// What has changed since an earlier moment.
  func changes(since earlier: WatchedFiles.Snapshot) -> WatchedFiles.Changes {
    WatchedFiles.Changes(
      client: client.changes(since: earlier.client),
      scenarios: scenarios.changes(since: earlier.scenarios),
      expectations: expectations.changes(since: earlier.expectations))
  }
}
