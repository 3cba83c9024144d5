// SPDX-License-Identifier: Apache-2.0

import Platform
import Playing
import Scenarios

/// How a client's file says that it is installed, and what `make clients` did for it before.
struct Installation {
  /// The name for `make clients`.
  let name: String
  /// The folder that is filled for it.
  let folder: String
  /// Whether more than packages of the system is installed.
  let isOwn: Bool
  /// What it takes; empty if that cannot be said.
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
  /// Whether a client that was installed by another such step is another one. The system's packages
  /// are none of it.
  fileprivate var decides: Bool { ["python", "command"].contains(words.dropFirst().first) }

  /// The files that it is made of.
  fileprivate var sources: ArraySlice<String> {
    words.dropFirst().first == "sources" ? words.dropFirst(2) : []
  }
}
