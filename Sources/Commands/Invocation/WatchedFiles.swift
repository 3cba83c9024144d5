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

  /// The files that were changed, made or removed between two moments.
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
  /// Files that a driver named on the command line may import.
  private let imported: [Imports]
  /// The file of `--expected`.
  let expected: String?
  /// The reports of the run, which change with each round.
  let reports: Set<String>

  /// The files of a command line and its client.
  init(_ arguments: Arguments, _ client: ClientSelection) {
    operands = arguments.operands
    let files = client.namedFiles
    self.files = files
    imported = arguments.has("driver") ? Set(files.compactMap(Imports.init)).sorted() : []
    expected = arguments["expected"]
    reports = Set(
      (ReporterSet.files.compactMap { arguments[$0] } + ["Reports/junit.xml"])
        .compactMap { FileReading.absolute(inFolderOf: $0) })
    guard let name = arguments["client"]?.split(separator: "@").first,
      let clients = FoundScenarios.usualClientsFolder()
    else {
      folders = []
      return
    }
    let shared = ((try? FileReading.names(in: clients)) ?? []).filter { $0.hasPrefix("_") }
    folders = ([String(name)] + shared).map { "\(clients)/\($0)" }
      .filter { FileReading.kind(of: $0) == .folder }
  }

  /// The files as they are now.
  var now: Snapshot {
    let below = folders.flatMap { (try? FileReading.files(below: $0)) ?? [] }.map(\.path)
    let own = below.filter { !$0.hasSuffix("/\(ExpectedFailures.fileName)") && !isReport($0) }
    let found = try? FoundScenarios.find(operands, in: FoundScenarios.usualFolder()).files
    return Snapshot(
      client: FileStamps(own + files + imported.flatMap(\.files).filter { !isReport($0) }),
      scenarios: FileStamps((found?.files.map(\.path) ?? []) + (found?.references ?? [])),
      expectations: FileStamps(
        below.filter { $0.hasSuffix("/\(ExpectedFailures.fileName)") }
          + [expected].compactMap(\.self)))
  }

  /// The files that a file of a driver may import: those of the same language in its folder and
  /// below. Others are left out, as a driver may write them itself.
  private struct Imports: Hashable, Comparable {
    /// The most files that are examined.
    private static let most = 4000
    /// Endings whose files import each other.
    private static let languages: [Set<Substring>] = [
      ["js", "mjs", "cjs", "ts", "mts", "cts"], ["py", "pyi"], ["pl", "pm"],
    ]

    private let folder: String
    private let ending: Substring

    /// `nil` for a file whose name has no ending, as that of a program.
    init?(_ file: String) {
      guard let ending = Imports.ending(of: file) else { return nil }
      folder = FileReading.parent(of: file)
      self.ending = ending
    }

    var files: [String] {
      let endings = Imports.languages.first { $0.contains(ending) } ?? [ending]
      let all = (try? FileReading.files(below: folder, most: Imports.most)) ?? []
      // A file of the current folder is shown as it is named there.
      return all.map { folder == "." ? String($0.path.dropFirst(2)) : $0.path }
        .filter { Imports.ending(of: $0).map(endings.contains) ?? false }
    }

    private static func ending(of path: String) -> Substring? {
      let name = FileReading.name(of: path)
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
      return name[name.index(after: dot)...]
    }

    static func < (left: Imports, right: Imports) -> Bool {
      (left.folder, left.ending) < (right.folder, right.ending)
    }
  }

  private func isReport(_ path: String) -> Bool {
    guard !reports.isEmpty, let absolute = FileReading.absolute(inFolderOf: path)
    else { return false }
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
