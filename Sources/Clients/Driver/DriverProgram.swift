// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios

/// How to start a driver, which is a program that speaks docs/driver-protocol.md.
package struct DriverProgram: Hashable, Sendable {
  /// Its name until it has sent its own.
  package var name: String
  /// The program and its arguments.
  package var argv: [FillableText]
  /// Variables of its environment.
  package var environment: [ClientDefinition.Setting] = []
  /// Files below its HOME.
  package var files: [ClientDefinition.Setting] = []
  /// The folder it is started in; `nil` for the caller's.
  package var folder: String?
  /// The folder in which `make clients` installed it.
  package var installed: String?
  /// The limits of its process.
  package var limits = ClientDefinition.Limits()
  /// Milliseconds until it has to answer anything but a request.
  package var start = 10_000
  /// When the run has to be over, starts included; `nil` for no limit.
  package var deadline: Instant?

  /// A driver with this command line.
  package init(name: String, words: [String]) {
    self.name = name
    argv = words.map { FillableText(literal: Octets($0)) }
  }

  /// The driver in a client's file.
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
