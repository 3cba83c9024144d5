// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import ScenarioFiles
import Scenarios

extension ExpectedFailures {
  /// The name that the file has in a client's own folder.
  package static let fileName = CompanionFile.expected.rawValue

  /// The options that say what is expected.
  static let options = ["expected", "no-expected"]

  /// The failures that a command line expects of a client: those of `--expected`, or of the
  /// client's own file if there is one; those that only occur over TLS or HTTP/2 if the cases
  /// are played over that.
  static func named(
    _ arguments: Arguments, client: String, over transports: Set<ExpectedFailure.Transport>
  ) throws(UsageError) -> ExpectedFailures? {
    if arguments.has("no-expected") { return nil }
    guard let path = arguments["expected"] ?? usualFile(client: client) else { return nil }
    guard FileReading.kind(of: path) != nil else {
      throw .files(["\(path): No such file or directory (authspec baseline writes it)"])
    }
    return try load(file: path).expected(over: transports)
  }

  /// The file in a client's own folder, whether or not it exists; `nil` if there is no such folder.
  static func ownFile(client: String) -> String? {
    guard ClientFiles.isName(client),
      let folder = FoundScenarios.usualClientsFolder().map({ "\($0)/\(client)" }),
      FileReading.kind(of: folder) == .folder
    else { return nil }
    return "\(folder)/\(fileName)"
  }

  /// That file, if it exists.
  package static func usualFile(client: String) -> String? {
    ownFile(client: client).flatMap { FileReading.kind(of: $0) == .file ? $0 : nil }
  }

  /// Whether scenarios and clients come from one place. A whole run of a user's own scenarios meets
  /// none of the failures that are expected of the installed ones.
  static var areForUsualScenarios: Bool {
    guard let scenarios = FoundScenarios.usualFolder(),
      let clients = FoundScenarios.usualClientsFolder()
    else { return false }
    return FileReading.parent(of: scenarios) == FileReading.parent(of: clients)
  }

  /// The expected failures of a file.
  package static func load(file path: String) throws(UsageError) -> ExpectedFailures {
    let text = try UsageError.contents(of: path)
    let (failures, diagnostics) = ExpectedFailures.load(text: text, file: path)
    guard diagnostics.isEmpty else { throw .files(diagnostics.map(\.description)) }
    return failures
  }
}
