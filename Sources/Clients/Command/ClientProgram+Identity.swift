// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Platform
import Scenarios
import Transcripts

extension ClientProgram {
  /// The identity of the command, with its version if the file says how to ask for it. Throws if
  /// there is no such program.
  package func identity() throws(ProcessError) -> ClientIdentity {
    var identity = ClientIdentity(
      name: name, version: "unknown", abilities: command.abilities)
    if let version {
      identity.version = try answer(to: version)
    } else if case .text(let text)? = argv.first, text.placeholders.isEmpty,
      let program = text.filled({ _ in nil })?.utf8,
      let obstacle = Pipes.obstacle(to: program, in: folder)
    {
      throw ProcessError(starting: program, obstacle).of(name)
    }
    return identity
  }

  /// Runs the program that prints the version.
  private func answer(to question: ClientDefinition.VersionQuestion) throws(ProcessError) -> String
  {
    guard let folder = PrivateFolder() else {
      throw ProcessError("\(name): a private folder cannot be made")
    }
    var argv: [Octets] = []
    for text in question.argv { argv.append(try filled(text, home: folder.home)) }
    var variables: [ProcessCommand.Variable] = []
    for setting in environment where setting.value.placeholders.allSatisfy(\.isStanding) {
      variables.append(.init(setting.name, try filled(setting.value, home: folder.home)))
    }
    let listener = OutputListener()
    let words: StderrTail
    do throws(ProcessError) {
      let process = try process(
        argv, variables, folder, startedIn: self.folder, loop: EventLoop(), hasInput: false)
      process.owner = listener
      guard process.waitForEndOrCancellation(20_000, end: deadline) else {
        process.stop()
        let isOver = deadline.map { $0 <= .now } ?? false
        throw ProcessError(
          "it does not print its version " + (isOver ? "before the time was up" : "within 20 s"))
      }
      words = process.stderrTail
    } catch {
      throw error.of(name)
    }
    let text = listener.octets + [0x0A] + words.text
    if let pattern = question.pattern.flatMap({ try? POSIXRegex($0) }) {
      return pattern.firstMatch(in: text)?.utf8 ?? "unknown"
    }
    let line = text.split(separator: 0x0A).first ?? []
    return String(decoding: line.prefix(200), as: UTF8.self)
  }

  private final class OutputListener: ProcessOwner {
    var octets: [UInt8] = []
    func process(_ process: ChildProcess, wrote octets: ArraySlice<UInt8>) {
      self.octets += octets.prefix(max(0, 1 << 20 - self.octets.count))
    }
    func process(_ process: ChildProcess, ended ending: ProcessEnding) {}
  }
}

extension Placeholder {
  /// `true` for placeholders that do not depend on a request.
  fileprivate var isStanding: Bool { self == .home || self == .client || self == .installed }
}
