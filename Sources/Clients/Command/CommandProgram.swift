// SPDX-License-Identifier: Apache-2.0

import Platform
import Scenarios

/// A client that is a command for each request: how to call it, and how to read its results.
package struct CommandProgram: Hashable, Sendable {
  package var name: String
  /// The program and its arguments.
  package var argv: [ClientDefinition.Argument]
  /// Variables of its environment.
  package var environment: [ClientDefinition.Setting] = []
  /// Files below its HOME.
  package var files: [ClientDefinition.Setting] = []
  /// The parts of the file that only commands have.
  package var command = CommandDefinition()
  /// How to ask for its version.
  package var version: ClientDefinition.VersionQuestion?
  /// The absolute path of the folder of its file; `nil` for a command without a file.
  package var folder: String?
  /// The folder in which `make clients` installed it.
  package var installed: String?
  /// The limits of its process.
  package var limits = ClientDefinition.Limits()
  /// When the run has to be over; `nil` for no limit.
  package var deadline: Instant?

  /// A command line with placeholders. Throws if a placeholder is unknown.
  package init(words: [String]) throws(FillableText.UnknownPlaceholder) {
    argv = []
    for word in words { argv.append(.text(try FillableText(word))) }
    name = words.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "command"
  }

  /// The command in a client's file.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the file's folder.
  ///   - installed: where `make clients` installs it.
  package init(
    _ definition: ClientDefinition, _ command: CommandDefinition, folder: String,
    installed: String?
  ) {
    name = definition.name
    argv = definition.argv
    environment = definition.environment
    files = definition.files
    self.command = command
    version = definition.version
    self.folder = folder
    self.installed = installed
    limits = definition.limits
  }

  /// `true` if the command line contains the URL of the request.
  package var namesURL: Bool {
    !placesAlwaysUsed.isDisjoint(with: [.url, .urlWithLogin, .host, .port, .path])
  }

  /// The placeholders that are filled in for every session and request.
  var placesAlwaysUsed: Set<Placeholder> {
    var places: Set<Placeholder> = []
    for case .text(let text) in argv { places.formUnion(text.placeholders) }
    for setting in environment + files { places.formUnion(setting.value.placeholders) }
    return places
  }
}
