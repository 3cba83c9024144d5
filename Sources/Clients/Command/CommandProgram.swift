import Platform
import Scenarios

/// A client that is called anew for each request: what to call, and how to read what comes of it.
package struct CommandProgram: Hashable, Sendable {
  /// Its name.
  package var name: String
  /// The program and its arguments.
  package var argv: [ClientDefinition.Argument]
  /// Variables of its environment.
  package var environment: [ClientDefinition.Setting] = []
  /// Files below its HOME.
  package var files: [ClientDefinition.Setting] = []
  /// What is particular to commands.
  package var command = CommandDefinition()
  /// How its version is asked for.
  package var version: ClientDefinition.VersionQuestion?
  /// The absolute path of the folder of its file; nil for a command that has none.
  package var folder: String?
  /// Where `make clients` has installed it.
  package var installed: String?
  /// What it is allowed.
  package var limits = ClientDefinition.Limits()
  /// When nothing is waited for any more; `nil` where a run may take as long as it likes.
  package var deadline: Instant?

  /// A command of these words, in which places are filled in. Throws where a word between braces
  /// means nothing.
  package init(words: [String]) throws(FillableText.UnknownPlaceholder) {
    argv = []
    for word in words { argv.append(.text(try FillableText(word))) }
    name = words.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "command"
  }

  /// The command of a client's file.
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

  /// `true` if a word of the command says which URL is to be asked for.
  package var namesURL: Bool {
    !placesAlwaysUsed.isDisjoint(with: [.url, .urlWithLogin, .host, .port, .path])
  }

  /// The places that are always filled in, whatever a session or a request asks for.
  var placesAlwaysUsed: Set<Placeholder> {
    var places: Set<Placeholder> = []
    for case .text(let text) in argv { places.formUnion(text.placeholders) }
    for setting in environment + files { places.formUnion(setting.value.placeholders) }
    return places
  }
}
