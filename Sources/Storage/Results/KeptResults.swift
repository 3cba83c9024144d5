import Transcripts
import Reporting
import Platform

/// The folder in which the results of clients are kept, a file for each client and version.
package struct KeptResults: Sendable {
  /// The folder.
  package var folder: String

  /// The results in that folder.
  package init(folder: String) { self.folder = folder }

  /// Where the results of a client are kept.
  package func file(of results: ClientResults) -> String { "\(folder)/\(results.name).json" }

  /// True where results of the same client, version and basis are kept.
  package func isFinished(_ wanted: ClientResults) -> Bool {
    guard let kept = try? ClientResults(file: file(of: wanted)) else { return false }
    return kept.client.name == wanted.client.name && kept.client.version == wanted.client.version
      && kept.basis == wanted.basis
  }

  /// Keeps results.
  package func keep(_ results: ClientResults) throws(FileError) {
    let file = try AtomicFile(path: file(of: results))
    file.write(results.json)
    try file.commit()
  }

  /// All results that are kept, in the order of their names, and what could not be read.
  package func all() -> (results: [ClientResults], failures: [FileError]) {
    var results: [ClientResults] = []
    var failures: [FileError] = []
    for name in Folder.names(in: folder) where name.hasSuffix(".json") {
      do throws(FileError) {
        results.append(try ClientResults(file: "\(folder)/\(name)"))
      } catch {
        failures.append(error)
      }
    }
    return (results, failures)
  }
}

extension ClientResults {
  /// Reads a file of results, or a report of `run --json`, which has them too.
  package init(file: String) throws(FileError) {
    let octets: [UInt8]
    do throws(FileError) {
      octets = try FileSystem.read(file, limit: 1 << 28)
    } catch {
      throw FileError(file: file, reason: error.reason)
    }
    try self.init(octets, file: file)
  }
}
