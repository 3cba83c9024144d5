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
  /// The reason why the driver cannot be used any more; `nil` if it can.
  package private(set) var trouble: ClientTrouble?
  let folder: PrivateFolder

  private let loop: EventLoop
  private let process: ChildProcess
  private var lines = LineReader()
  /// The reason why the driver is being ended.
  private var fault: String?

  package init(_ program: ClientProgram, loop: EventLoop) throws(ProcessError) {
    name = program.name
    self.loop = loop
    guard let folder = PrivateFolder() else {
      throw ProcessError("\(program.name): a private folder cannot be made")
    }
    self.folder = folder
    do throws(ProcessError) {
      process = try DriverConnection.process(program, folder, loop)
    } catch {
      throw error.of(program.name)
    }
    process.owner = self
  }

  var processNumber: Int32 { process.number }

  /// See `ChildProcess.delay`.
  func delay(unlessWithin age: Int) -> Int64 { process.delay(unlessWithin: age) }

  /// Turns the loop until `isDone` returns `true`, or one of the limits is reached. Returns the
  /// place of that limit, or `nil`.
  package func wait(
    within limits: inout [TimeLimit], lookingEvery interval: Int? = nil, until isDone: () -> Bool
  ) -> Int? {
    loop.wait(within: &limits, for: process, lookingEvery: interval, until: isDone)
  }

  /// A limit for what the driver does from now on.
  package func limit(_ milliseconds: Int, end: Instant? = nil) -> TimeLimit {
    loop.limit(milliseconds, for: process, end: end)
  }

  deinit { process.stop() }

  private static func process(
    _ program: ClientProgram, _ folder: PrivateFolder, _ loop: EventLoop
  ) throws(ProcessError) -> ChildProcess {
    let home = folder.home
    for file in program.files {
      guard folder.write(try program.filled(file.value, home: home), to: "home/" + file.name) else {
        throw ProcessError("\(file.name) cannot be written below HOME")
      }
    }
    var argv: [Octets] = []
    for case .text(let text) in program.argv { argv.append(try program.filled(text, home: home)) }
    var variables: [ProcessCommand.Variable] = []
    for setting in program.environment {
      variables.append(.init(setting.name, try program.filled(setting.value, home: home)))
    }
    return try program.process(
      argv, variables, folder, startedIn: program.folder, loop: loop, hasInput: true)
  }

  package func send(_ message: JSONValue) {
    guard trouble == nil, fault == nil else { return }
    process.write((message.text + "\n").utf8)
  }

  package func write(_ octets: some Sequence<UInt8>) { process.write(octets) }

  /// The last lines of its standard error.
  package var lastWords: String { process.stderrTail.lines() }
  var tail: String { process.stderrTail.tail }

  /// Ends the driver because of a fault. The listener is notified when it has ended.
  func blame(_ what: String) {
    guard fault == nil, trouble == nil else { return }
    fault = what
    process.askToEnd()
  }

  /// Ends the driver, and waits until it has ended.
  package func end() {
    listener = nil
    process.end()
  }

  /// Milliseconds until a driver has to exit after the end of its input.
  private static let exitLimit = 5_000

  /// Closes its input, and gives it five seconds to exit. Returns `nil`, or what it did instead.
  package func finish() -> String? {
    listener = nil
    process.closeInput()
    guard process.waitForEnd(DriverConnection.exitLimit) else {
      end()
      return "it did not exit within 5 seconds of the end of its input"
    }
    guard let ending = process.ending, ending != .exit(0) else { return nil }
    return "at the end of its input it \(ending)"
  }

  /// Octets of the longest line, without its end.
  static let longestLine = 16_000_000
  /// The most values in a message. A response of 10,000 field lines has some 30,000.
  private static let mostValues = 250_000
}

extension DriverConnection: ProcessOwner {
  package func process(_ process: ChildProcess, wrote octets: ArraySlice<UInt8>) {
    guard fault == nil else { return }
    lines.append(octets)
    while fault == nil, let message = nextMessage() {
      // While the message is used, its text is not kept.
      lines.release()
      listener?.driver(wrote: message)
    }
    if lines.rest.count > DriverConnection.longestLine {
      blame("it wrote a line of more than 16 MB")
    }
  }

  /// The message in the next complete line; `nil` if there is none. The driver is blamed for a line
  /// that is not a message.
  private func nextMessage() -> JSONValue? {
    guard let line = lines.next() else { return nil }
    guard line.count <= DriverConnection.longestLine else {
      blame("it wrote a line of more than 16 MB")
      return nil
    }
    do throws(JSONParser.Failure) {
      let message = try JSONParser.value(of: line, most: DriverConnection.mostValues)
      if case .object = message { return message }
      blame("it wrote a line that is not a JSON object: \(shown(line))")
    } catch {
      blame("it wrote a line that is not JSON (\(error.complaint)): \(shown(line))")
    }
    return nil
  }

  private func shown(_ line: ArraySlice<UInt8>) -> String {
    let most = 120
    return "\(Octets(line.prefix(most)))" + (line.count > most ? "…" : "")
  }

  package func process(_ process: ChildProcess, ended ending: ProcessEnding) {
    let found = trouble(of: ending)
    trouble = found
    listener?.driver(ended: found)
  }

  private func trouble(of ending: ProcessEnding) -> ClientTrouble {
    let (words, tail) = (process.stderrTail, process.stderrTail.tail)
    if let fault { return .faulty("\(name): \(fault)\(tail)") }
    if let report = words.sanitizerReport { return .crashed("\(name): \(report)\(tail)") }
    guard case .exit(let status) = ending else { return .crashed("\(name) \(ending)\(tail)") }
    if let exception = words.uncaughtException(exitStatus: status) {
      return .crashed("\(name) \(ending): \(exception)\(tail)")
    }
    let part = lines.rest.isEmpty ? "" : " in the middle of a line: \(shown(lines.rest))"
    return .faulty("\(name) \(ending) before it had answered\(part)\(tail)")
  }
}
