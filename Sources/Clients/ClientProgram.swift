// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios

/// A client that is a program: a command for each request, or a driver, which speaks
/// docs/driver-protocol.md.
package struct ClientProgram: Hashable, Sendable {
  /// Its name; that of a driver until it has sent its own.
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
  /// The absolute path of the folder of its file, in which a driver is started; `nil` for a program
  /// without a file.
  package var folder: String?
  /// The folder in which `make clients` installed it.
  package var installed: String?
  /// The limits of its process.
  package var limits = ClientDefinition.Limits()
  /// Milliseconds until a driver has to answer anything but a request.
  package var start = 10_000
  /// When the run has to be over, starts included; `nil` for no limit.
  package var deadline: Instant?

  /// A driver with this command line.
  package init(name: String, words: [String]) {
    self.name = name
    argv = words.map { .text(FillableText(literal: Octets($0))) }
  }

  /// A command line with placeholders. Throws if a placeholder is unknown.
  package init(words: [String]) throws(FillableText.UnknownPlaceholder) {
    argv = []
    for word in words { argv.append(.text(try FillableText(word))) }
    name = words.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "command"
  }

  /// The program in a client's file.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the file's folder.
  ///   - installed: where `make clients` installs it.
  package init(_ definition: ClientDefinition, folder: String, installed: String?) {
    name = definition.name
    argv = definition.argv
    environment = definition.environment
    files = definition.files
    if case .command(let command) = definition.kind { self.command = command }
    version = definition.version
    self.folder = folder
    self.installed = installed
    limits = definition.limits
    start = definition.start
  }

  /// `true` if the command line contains the URL of the request.
  package var namesURL: Bool {
    !placesAlwaysUsed.isDisjoint(with: [.url, .urlWithLogin, .host, .port, .path])
  }

  /// `true` if the client has a certificate for each origin, `false` if it has one for all.
  var keepsCertificatesApart: Bool {
    command.abilities.contains(.clientCertificatePerOrigin)
  }

  /// The placeholders that are filled in for every session and request.
  var placesAlwaysUsed: Set<Placeholder> {
    var places: Set<Placeholder> = []
    for case .text(let text) in argv { places.formUnion(text.placeholders) }
    for setting in environment + files { places.formUnion(setting.value.placeholders) }
    return places
  }

  /// The files that its command line names, the program itself included; those that exist.
  package var namedFiles: [String] {
    var found: [String] = []
    for (index, argument) in argv.enumerated() {
      guard case .text(let text) = argument else { continue }
      let filled = text.filled { place in
        switch place {
        case .client: folder.map { Octets($0) }
        case .installed: installed.map { Octets($0) }
        default: nil
        }
      }
      guard let word = filled?.utf8, !word.isEmpty else { continue }
      var candidates = [word]
      if !word.hasPrefix("/"), let folder { candidates.insert("\(folder)/\(word)", at: 0) }
      if index == 0, !word.contains("/") {
        candidates += (CleanEnvironment.path.utf8 ?? "").split(separator: ":").map {
          "\($0)/\(word)"
        }
      }
      if let file = candidates.first(where: { FileReading.kind(of: $0) == .file }) {
        found.append(file)
      }
    }
    return found
  }

  /// A text with the placeholders that do not depend on a request: the client's folders. Throws if
  /// it has another placeholder.
  func filled(_ text: FillableText, home: String) throws(ProcessError) -> Octets {
    let filled = text.filled { place in
      switch place {
      case .home: Octets(home)
      case .client: folder.map { Octets($0) }
      case .installed: installed.map { Octets($0) }
      default: nil
      }
    }
    guard let filled else {
      throw ProcessError("only {home}, {client} and {installed} mean something here")
    }
    return filled
  }

  /// Starts a process with private folders.
  func process(
    _ argv: [Octets], _ variables: [ProcessCommand.Variable], _ folder: PrivateFolder,
    startedIn place: String?, loop: EventLoop, hasInput: Bool
  ) throws(ProcessError) -> ChildProcess {
    var command = ProcessCommand(
      argv: argv, environment: CleanEnvironment.variables(folder, and: variables), folder: place,
      memory: limits.memory)
    command.files = limits.files
    return try ChildProcess(command, loop: loop, hasInput: hasInput)
  }
}

extension ChildProcess {
  /// Milliseconds between SIGTERM and SIGKILL.
  private static let grace = 300

  /// Ends the process with SIGTERM, and with SIGKILL if that is not enough.
  func askToEnd() { terminate(grace: ChildProcess.grace) }

  /// Ends the process and waits until it has ended.
  func end() {
    askToEnd()
    if !waitForEnd(ChildProcess.grace + 1000) { stop() }
  }
}

extension StderrTail {
  /// The last lines, as the end of a message; empty if there are none.
  var tail: String {
    let words = lines()
    return words.isEmpty ? "" : "; standard error ended with:\n\(words)"
  }
}
