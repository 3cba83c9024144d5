import HTTPAuth
import Platform
import Scenarios

/// A driver that can be started: a program that speaks docs/driver-protocol.md.
package struct DriverProgram: Hashable, Sendable {
  /// What to call it until it has said its name.
  package var name: String
  /// The program and its arguments.
  package var argv: [FillableText]
  /// Variables of its environment.
  package var environment: [ClientDefinition.Setting] = []
  /// Files below its HOME.
  package var files: [ClientDefinition.Setting] = []
  /// The folder it is started in; nil for the caller's.
  package var folder: String?
  /// Where `make clients` has installed it.
  package var installed: String?
  /// What it is allowed.
  package var limits = ClientDefinition.Limits()
  /// Milliseconds until it must have answered anything but a request.
  package var start = 10_000
  /// When nothing is waited for any more, not even for a start; `nil` where a run may take as long
  /// as it likes.
  package var deadline: Instant?

  /// A driver that is called by these words.
  package init(name: String, words: [String]) {
    self.name = name
    argv = words.map { FillableText(literal: Octets($0)) }
  }

  /// The driver of a client's file.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the file's folder.
  ///   - installed: where `make clients` installs it.
  package init(_ definition: ClientDefinition, folder: String, installed: String?) {
    name = definition.name
    argv = definition.argv.compactMap { if case .text(let text) = $0 { text } else { nil } }
    environment = definition.environment
    files = definition.files
    self.folder = folder
    self.installed = installed
    limits = definition.limits
    start = definition.start
  }
}
