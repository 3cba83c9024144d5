// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Playing
import Scenarios

/// One thing to do for the installation of a client.
struct InstallationStep: Hashable {
  /// The client, what to do, and with what.
  let words: [String]

  /// One line with tabs between the words.
  var line: String { words.joined(separator: "\t") + "\n" }

  /// Returns the steps in order. A version after the client's name replaces the one in its file;
  /// pip then chooses the other packages.
  static func all(of file: ClientFile, named name: String) throws(UsageError)
    -> [InstallationStep]
  {
    let install = file.definition.install
    var steps = [["folder", file.folder], ["installed", file.installed]]
    let sources = sources(of: file)
    if !sources.isEmpty { steps.append(["sources"] + sources) }
    if !install.debian.isEmpty { steps.append(["debian"] + install.debian) }
    if let version = file.version {
      guard let main = install.python.first?.split(separator: "=").first else {
        throw .words(
          "'\(name)': only clients from Python's package index have versions to choose from")
      }
      steps.append(["python", "\(main)==\(version)"])
    } else if !install.python.isEmpty {
      steps.append(["python"] + install.python)
    }
    for command in install.commands {
      let words = command.compactMap { word in
        word.filled { place in
          switch place {
          case .client: Octets(file.folder)
          case .installed: Octets(file.installed)
          default: nil
          }
        }
      }
      guard words.count == command.count else {
        throw .words(
          "\(file.path): commands of install know the places {client} and {installed} only")
      }
      steps.append(["command"] + words.map { $0.utf8 ?? $0.latin1 })
    }
    for step in steps where step.contains(where: { $0.contains { $0 == "\t" || $0.isNewline } }) {
      throw .words("\(file.path): what is to be installed holds tabs or line breaks")
    }
    return steps.map { InstallationStep(words: [name] + $0) }
  }

  /// The files that the commands name. The client has to be built again if they change.
  private static func sources(of file: ClientFile) -> [String] {
    let words = file.definition.install.commands.joined().compactMap { word in
      word.filled { $0 == .client ? Octets(file.folder) : nil }?.utf8
    }
    return words.map { $0.hasPrefix("/") ? $0 : "\(file.folder)/\($0)" }
      .filter { FileReading.kind(of: $0) == .file }
  }
}
