internal import ClientDrivers
internal import Conformance

/// The folder in which the results of clients are kept, a file for each client and version.
public struct KeptResults: Sendable {
  /// The folder.
  public var folder: String

  /// The results in that folder.
  public init(folder: String) { self.folder = folder }

  /// Where the results of a client are kept.
  public func file(of results: ClientResults) -> String { "\(folder)/\(results.name).json" }

  /// True where results of the same client, version and basis are kept.
  public func isFinished(_ wanted: ClientResults) -> Bool {
    guard let kept = try? ClientResults(file: file(of: wanted)) else { return false }
    return kept.client.name == wanted.client.name && kept.client.version == wanted.client.version
      && kept.basis == wanted.basis
  }

  /// Keeps results.
  public func keep(_ results: ClientResults) throws(ReportError) {
    let file = try AtomicFile(path: file(of: results))
    file.write(results.json)
    try file.commit()
  }

  /// All results that are kept, in the order of their names, and what could not be read.
  public func all() -> (results: [ClientResults], failures: [ReportError]) {
    var results: [ClientResults] = []
    var failures: [ReportError] = []
    for name in Folder.names(in: folder) where name.hasSuffix(".json") {
      do throws(ReportError) {
        results.append(try ClientResults(file: "\(folder)/\(name)"))
      } catch {
        failures.append(error)
      }
    }
    return (results, failures)
  }
}
