// SPDX-License-Identifier: Apache-2.0

import Scenarios
import HTTPAuth
import JSON
import Platform
import Transcripts

/// Receives the messages of a driver.
package protocol DriverListener: AnyObject {
  func driver(wrote message: JSONValue)
  /// The driver's process ended.
  func driver(ended trouble: ClientTrouble)
}

/// A driver's process, and the lines to and from it.
package final class DriverConnection {
  package weak var listener: (any DriverListener)?
  /// Its name in messages.
  package let name: String
  /// Why the driver can do no more; `nil` while it can.
  package private(set) var trouble: ClientTrouble?
  let folder: PrivateFolder

  private let process: ChildProcess
  private var lines = LineReader()
  /// The reason why the driver is being ended.
  private var fault: String?

  package init(_ program: DriverProgram, loop: EventLoop) throws(ProcessError) {
    name = program.name
    guard let folder = PrivateFolder() else {
      throw ProcessError("\(program.name): a private folder cannot be made")
    }
    self.folder = folder
    do throws(ProcessError) {
      process = try ChildProcess(
        DriverConnection.command(program, folder), loop: loop, hasInput: true)
    } catch {
      throw ProcessError("\(program.name): \(error.reason)")
    }
    process.owner = self
  }

  var processNumber: Int32 { process.number }

  deinit { process.stop() }

  private static func command(
    _ program: DriverProgram, _ folder: PrivateFolder
  ) throws(ProcessError) -> ProcessCommand {
    let places = StaticPlaceholders(
      home: folder.home, client: program.folder, installed: program.installed)
    for file in program.files {
      guard folder.write(try places.fill(file.value), to: "home/" + file.name) else {
        throw ProcessError("\(file.name) cannot be written below HOME")
      }
    }
    var argv: [Octets] = []
    for argument in program.argv { argv.append(try places.fill(argument)) }
    var variables: [ProcessCommand.Variable] = []
    for setting in program.environment {
      variables.append(.init(setting.name, try places.fill(setting.value)))
    }
    var command = ProcessCommand(
      argv: argv, environment: CleanEnvironment.variables(folder, and: variables),
      folder: program.folder, memory: program.limits.memory)
    command.files = program.limits.files
    return command
  }

  package func send(_ message: JSONValue) {
    guard trouble == nil, fault == nil else { return }
    process.write((message.text + "\n").utf8)
  }

  package func write(_ octets: some Sequence<UInt8>) { process.write(octets) }

  /// The last lines of its standard error.
  package var lastWords: String { process.lastWords.lines() }

  /// Ends the driver because of a fault. The listener is notified when it has ended.
  package func blame(_ what: String) {
    guard fault == nil, trouble == nil else { return }
    fault = what
    process.terminate(grace: DriverConnection.grace)
  }

  /// Ends the driver, and waits until it has ended.
  package func end() {
    listener = nil
    process.terminate(grace: DriverConnection.grace)
    if !process.waitForEnd(DriverConnection.grace + 1000) { process.stop() }
  }

  /// Closes its input, and gives it a second to exit. Returns `nil`, or what it did instead.
  package func finish() -> String? {
    listener = nil
    process.closeInput()
    guard process.waitForEnd(1000) else {
      end()
      return "it did not exit within a second of the end of its input"
    }
    guard let ending = process.ending, ending != .exit(0) else { return nil }
    return "at the end of its input it \(ending)"
  }

  /// Milliseconds between SIGTERM and SIGKILL.
  private static let grace = 300
  /// Octets of the longest line, without its end.
  static let longestLine = 16_000_000
}

extension DriverConnection: ProcessOwner {
  package func process(_ process: ChildProcess, said octets: ArraySlice<UInt8>) {
    guard fault == nil else { return }
    lines.append(octets)
    while fault == nil, let line = lines.next() {
      if line.count > DriverConnection.longestLine {
        blame("it wrote a line of more than 16 MB")
      } else {
        take(line)
      }
    }
    if lines.rest.count > DriverConnection.longestLine {
      blame("it wrote a line of more than 16 MB")
    }
  }

  private func take(_ line: ArraySlice<UInt8>) {
    do throws(JSONParser.Failure) {
      let message = try JSONParser.value(of: Array(line))
      guard case .object = message else {
        blame("it wrote a line that is not a JSON object: \(shown(line))")
        return
      }
      listener?.driver(wrote: message)
    } catch {
      blame("it wrote a line that is not JSON (\(error.complaint)): \(shown(line))")
    }
  }

  private func shown(_ line: ArraySlice<UInt8>) -> String {
    let most = 120
    return "\(Octets(line.prefix(most)))" + (line.count > most ? "…" : "")
  }

  package func process(_ process: ChildProcess, ended ending: ProcessEnding) {
    let words = process.lastWords.lines()
    let tail = words.isEmpty ? "" : "; standard error ended with:\n\(words)"
    let found: ClientTrouble
    if let fault {
      found = .faulty("\(name): \(fault)\(tail)")
    } else if let report = process.lastWords.sanitizerReport {
      found = .crashed("\(name): \(report)\(tail)")
    } else {
      switch ending {
      case .signal: found = .crashed("\(name) \(ending)\(tail)")
      case .exit(let status):
        if let exception = process.lastWords.uncaughtException(exitStatus: status) {
          found = .crashed("\(name) \(ending): \(exception)\(tail)")
          break
        }
        let part = lines.rest.isEmpty ? "" : " in the middle of a line: \(shown(lines.rest))"
        found = .faulty("\(name) \(ending) before it had answered\(part)\(tail)")
      }
    }
    trouble = found
    listener?.driver(ended: found)
  }
}
