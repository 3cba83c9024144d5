// SPDX-License-Identifier: Apache-2.0

import Platform
import Reporting
import Transcripts
internal import Synchronization

/// The folder of the results of clients: a text file for each client and version, and in
/// `exchanges` a file with details for each topic.
package final class KeptResults: Sendable {
  package let folder: String
  /// Protects the files, because several threads may write results.
  private let lock = Mutex(())

  package init(folder: String) { self.folder = folder }

  /// The file of a client's results.
  package func file(of results: ClientResults) -> String { "\(folder)/\(results.name).txt" }

  /// `true` if the folder has results of the same client, version and basis.
  package func isFinished(_ wanted: ClientResults) -> Bool {
    head(of: wanted)?.basis == wanted.basis
  }

  /// The head of what is kept of the same client and version; `nil` if nothing is.
  private func head(of wanted: ClientResults) -> ClientResults? {
    guard let kept = try? ResultsFile(file: file(of: wanted)).head,
      kept.client.name == wanted.client.name, kept.client.version == wanted.client.version
    else { return nil }
    return kept
  }

  /// `true` if the folder has results of the same client and version, whatever was played.
  package func has(_ wanted: ClientResults) -> Bool { head(of: wanted) != nil }

  /// Writes the results of some scenarios in place of those that are kept, and leaves those of
  /// other scenarios as they are.
  package func update(with some: ClientResults) throws(FileError) {
    var whole = try ClientResults(file: file(of: some))
    whole.take(some)
    try keep(whole)
  }

  /// Writes results. A file that would differ only in its date is not changed.
  package func keep(_ results: ClientResults) throws(FileError) {
    try lock.withLock { _ throws(FileError) in
      for (topic, scenarios) in results.topics { try keep(scenarios, of: topic) }
      let path = file(of: results)
      let kept = try? ResultsFile(file: path)
      var undated = results
      undated.date = kept?.head.date ?? ""
      if kept?.text != ResultsFile(undated).text {
        try AtomicFile.write(ResultsFile(results).text.utf8, to: path)
      }
    }
  }

  private func keep(_ scenarios: [ClientResults.Scenario], of topic: String) throws(FileError) {
    let path = ResultsFile.details(of: topic, in: folder)
    var details = FileReading.kind(of: path) == nil ? TopicDetails() : try TopicDetails(file: path)
    let name = TopicDetails.name(of: scenarios)
    if details.records[name] == nil {
      details.records[name] = scenarios
      try details.write(to: path)
    }
  }

  /// Returns all results in the order of the files' names, and the errors of files that cannot be
  /// read.
  package func all() -> (results: [ClientResults], failures: [FileError]) {
    var results: [ClientResults] = []
    var failures: [FileError] = []
    var reader = DetailsReader(folder: folder)
    for name in Folder.names(in: folder) where name.hasSuffix(".txt") || name.hasSuffix(".json") {
      do throws(FileError) {
        results.append(try reader.results(in: "\(folder)/\(name)"))
      } catch {
        failures.append(error)
      }
    }
    return (results, failures)
  }

  /// Removes the details to which no results refer.
  package func prune() throws(FileError) {
    var used: [String: Set<String>] = [:]
    for name in Folder.names(in: folder) where name.hasSuffix(".txt") {
      for record in try ResultsFile(file: "\(folder)/\(name)").records {
        used[ResultsFile.details(of: record.topic, in: folder), default: []].insert(record.name)
      }
    }
    for name in Folder.names(in: "\(folder)/\(ResultsFile.detailsFolder)") {
      let path = "\(folder)/\(ResultsFile.detailsFolder)/\(name)"
      guard let names = used[path] else {
        Folder.remove(file: path)
        continue
      }
      var details = try TopicDetails(file: path)
      let count = details.records.count
      details.records = details.records.filter { names.contains($0.key) }
      if details.records.count < count { try details.write(to: path) }
    }
  }
}

/// Reads results with their details, and each file of details only once.
private struct DetailsReader {
  let folder: String
  private var details: [String: TopicDetails] = [:]

  init(folder: String) { self.folder = folder }

  mutating func results(in file: String) throws(FileError) -> ClientResults {
    let octets = try FileReading.read(file, limit: 1 << 28)
    guard ResultsFile.isOne(octets) else { return try ClientResults(report: octets, file: file) }
    let results = try ResultsFile(octets, file: file)
    for record in results.records where details[record.topic] == nil {
      details[record.topic] = try TopicDetails(
        file: ResultsFile.details(of: record.topic, in: folder))
    }
    return try results.results(in: file) { record throws(FileError) in
      guard let scenarios = details[record.topic]?.records[record.name] else {
        let path = ResultsFile.details(of: record.topic, in: folder)
        throw FileError(
          file: file,
          reason:
            "\(path) does not have its details \(record.name), as the file of the same commit "
            + "does; take that, or \(ResultsFile.remedy)")
      }
      return scenarios
    }
  }
}

extension ClientResults {
  /// Reads a file of results, with its details in `exchanges` beside it, or a report of `run
  /// --json`.
  package init(file: String) throws(FileError) {
    var reader = DetailsReader(folder: FileReading.parent(of: file))
    self = try reader.results(in: file)
  }
}

extension ResultsFile {
  fileprivate static let detailsFolder = "exchanges"

  /// The file with the details of a topic.
  fileprivate static func details(of topic: String, in folder: String) -> String {
    "\(folder)/\(detailsFolder)/\(FileName.safe(topic)).z"
  }

  fileprivate init(file: String) throws(FileError) {
    try self.init(try FileReading.read(file), file: file)
  }
}

extension TopicDetails {
  fileprivate init(file: String) throws(FileError) {
    try self.init(try FileReading.read(file), file: file)
  }

  fileprivate func write(to path: String) throws(FileError) {
    guard let octets else { throw FileError(file: path, reason: "there is not enough memory") }
    try AtomicFile.write(octets, to: path)
  }
}
