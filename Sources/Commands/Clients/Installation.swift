// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Scenarios

/// The installation of a client by `make clients`: what its file says, and what was done before.
struct Installation {
  /// The name for `make clients`.
  let name: String
  /// The folder that is filled for it.
  let folder: String
  /// Whether it needs more than packages of the system.
  let isOwn: Bool
  /// The steps of the installation; empty if they are not valid.
  private let steps: [InstallationStep]

  /// The installation of a client; `nil` if its file names none.
  init?(_ file: ClientFile) {
    let install = file.definition.install
    isOwn = !install.python.isEmpty || !install.commands.isEmpty
    guard isOwn || !install.debian.isEmpty else { return nil }
    name = file.definition.name + (file.version.map { "@\($0)" } ?? "")
    folder = file.installed
    steps = (try? InstallationStep.all(of: file, named: name)) ?? []
  }

  /// Whether nothing is installed.
  var isMissing: Bool { isOwn && FileReading.kind(of: folder) != .folder }

  /// The command that installs it.
  var command: String { "'make clients CLIENTS=\(name)'" }

  /// How what is installed differs from what the client's files say, on one line; `nil` if it does
  /// not, or if nothing is installed.
  var difference: String? {
    guard isOwn, !isMissing, !steps.isEmpty else { return nil }
    let record = "\(folder)/.steps"
    guard let text = try? FileReading.read(record, limit: 1 << 20) else {
      return "the installation of \(name) was not finished: \(command) installs it again"
    }
    let done = Set(String(decoding: text, as: UTF8.self).split(separator: "\n"))
    guard steps.filter(\.decides).allSatisfy({ done.contains($0.line.dropLast()) }) else {
      return "what is installed of \(name) is not what its client.yaml says: "
        + "\(command) installs that"
    }
    guard let moment = FileReading.modified(record) else { return nil }
    let changed = steps.flatMap(\.sources).first { FileReading.modified($0) ?? moment > moment }
    return changed.map {
      "\(name) was installed before \($0) was changed: \(command) installs it again"
    }
  }
}

extension InstallationStep {
  /// Whether the client has to be installed again if this step changes. Packages of the system do
  /// not count.
  fileprivate var decides: Bool { ["python", "command"].contains(words.dropFirst().first) }

  /// The source files that the step names.
  fileprivate var sources: ArraySlice<String> {
    words.dropFirst().first == "sources" ? words.dropFirst(2) : []
  }
}
