internal import Conformance
internal import ScenarioLanguage

extension ExpectedFailures {
  /// The failures that a command line expects of a client: those of `--expected`, or of the client's own file where there is one.
  static func named(
    _ arguments: Arguments, client: String
  ) throws(UsageError) -> ExpectedFailures? {
    if arguments.has("no-expected") { return nil }
    let usual = ScenarioFiles.usualClientsFolder().map { "\($0)/\(client)/expected.yaml" }
    let isThere = usual.map { FileSystem.kind(of: $0) == .file } ?? false
    guard let path = arguments["expected"] ?? (isThere ? usual : nil) else { return nil }
    let text: [UInt8]
    do throws(FileError) {
      text = try FileSystem.read(path)
    } catch {
      throw .files(["\(error.file): \(error.reason)"])
    }
    let (failures, diagnostics) = ExpectedFailures.load(text: text, file: path)
    guard diagnostics.isEmpty else { throw .files(diagnostics.map(\.description)) }
    return failures
  }
}
