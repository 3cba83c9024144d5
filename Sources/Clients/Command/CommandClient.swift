// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Platform
import Transcripts

/// A client that is a command: a new process for each request.
package final class CommandClient: ClientUnderTest {
  /// Receives the outcomes of requests.
  package weak var observer: (any ClientObserver)?
  package let identity: ClientIdentity

  private let loop: EventLoop
  private let program: ClientProgram
  private let reading: CommandReading
  private var session: ClientSession?
  /// The folder of HOME, the same for all requests of a session.
  private var folder: PrivateFolder?
  /// The files in the session's folder that the harness made, or the command for the harness.
  private var files: [String] = []
  /// A folder that the last session did not change.
  private var fresh: PrivateFolder?
  private var running: [Int: Running] = [:]
  private var count = 0
  /// The delays of processes that have ended, in nanoseconds.
  private var earlierDelay: Int64 = 0

  /// A process that makes a request.
  private final class Running {
    let number: Int
    let process: ChildProcess
    let name: String
    var output: [UInt8] = []
    var isCut = false

    init(_ number: Int, _ process: ChildProcess, _ name: String) {
      self.number = number
      self.process = process
      self.name = name
    }
  }

  /// The most octets of standard output, and of the file of a body, that are kept.
  static let longestOutput = 8 << 20
  /// The most octets of the file of header fields that are kept: those of several responses.
  private static let longestHeaders = 4 << 20

  package init(loop: EventLoop, program: ClientProgram, identity: ClientIdentity? = nil) {
    self.loop = loop
    self.program = program
    reading = CommandReading(program)
    self.identity =
      identity
      ?? ClientIdentity(
        name: program.name, version: "unknown", abilities: program.command.abilities)
  }

  deinit { end() }

  package func delay(unlessWithin age: Int) -> Int64 {
    running.values.reduce(earlierDelay) { $0 + $1.process.delay(unlessWithin: age) }
  }

  // MARK: Sessions

  /// Makes a fresh HOME. No process is started before there is a request.
  package func open(_ session: ClientSession) -> ClientTrouble? {
    end()
    guard let folder = fresh ?? PrivateFolder() else {
      return .faulty("\(program.name): a private folder cannot be made")
    }
    fresh = nil
    self.folder = folder
    return change(session)
  }

  /// Sets the session of later processes.
  package func change(_ session: ClientSession) -> ClientTrouble? {
    guard let folder else { return .faulty("\(program.name): there is no session") }
    if let netrc = session.netrc {
      files.append("netrc")
      guard folder.write(netrc, to: "netrc") else {
        return .faulty("\(program.name): a netrc file cannot be written")
      }
    }
    self.session = session
    return nil
  }

  /// Ends all processes, and removes HOME.
  @discardableResult
  package func close() -> ClientTrouble? {
    end()
    return nil
  }

  private func end() {
    for running in running.values { running.process.stop() }
    running = [:]
    session = nil
    if let folder, folder.isFresh(without: files) { fresh = folder }
    folder = nil
    files = []
  }

  // MARK: Requests

  package func start(_ request: ClientRequest, number: Int) {
    guard let session, let folder else {
      observer?.client(finished: number, .faulty("\(program.name): there is no session"))
      return
    }
    count += 1
    let name = "\(count)"
    files += ["\(name).body", "\(name).output", "\(name).headers"]
    let paths = CommandPaths(
      home: folder.home, body: "\(folder.path)/\(name).body",
      output: "\(folder.path)/\(name).output", headers: "\(folder.path)/\(name).headers",
      netrc: folder.path + "/netrc")
    do throws(ClientTrouble) {
      let call = try CommandCall(program, session, request, paths: paths)
      try write(call, request, name, folder)
      running[number] = Running(number, try spawn(call, folder), name)
    } catch {
      observer?.client(finished: number, ClientOutcome(error))
    }
  }

  private func write(
    _ call: CommandCall, _ request: ClientRequest, _ name: String, _ folder: PrivateFolder
  ) throws(ClientTrouble) {
    var files = call.files.map { (name: "home/\($0.name)", content: $0.content) }
    if let body = request.body { files.append(("\(name).body", body)) }
    for file in files where !folder.write(file.content, to: file.name) {
      throw .faulty("\(program.name): \(file.name) cannot be written")
    }
  }

  private func spawn(_ call: CommandCall, _ folder: PrivateFolder) throws(ClientTrouble)
    -> ChildProcess
  {
    do throws(ProcessError) {
      let process = try program.process(
        call.argv, call.environment, folder,
        startedIn: program.folder == nil ? nil : folder.home, loop: loop,
        hasInput: call.input != nil)
      process.owner = self
      if let input = call.input { process.write(input.bytes) }
      process.closeInput()
      return process
    } catch {
      throw .faulty("\(program.name): \(error.reason)")
    }
  }

  /// Ends the process of a request; returns the last lines of its standard error.
  @discardableResult
  package func abandon(_ number: Int) -> String {
    guard let process = running.removeValue(forKey: number)?.process else { return "" }
    process.owner = nil
    process.end()
    return process.stderrTail.lines()
  }
}

extension CommandClient: ProcessOwner {
  package func process(_ process: ChildProcess, wrote octets: ArraySlice<UInt8>) {
    guard let running = running.values.first(where: { $0.process === process }) else { return }
    let room = CommandClient.longestOutput - running.output.count
    running.output.append(contentsOf: octets.prefix(max(0, room)))
    if octets.count > room { running.isCut = true }
  }

  package func process(_ process: ChildProcess, ended ending: ProcessEnding) {
    guard let ended = running.values.first(where: { $0.process === process }), let folder else {
      return
    }
    running[ended.number] = nil
    earlierDelay += process.delay()
    let limit = CommandClient.longestOutput
    let remains = CommandReading.Remains(
      ending: ending, output: ended.output, isCut: ended.isCut, errors: process.stderrTail,
      headers: folder.read("\(ended.name).headers", limit: CommandClient.longestHeaders)?.array
        ?? [],
      file: folder.read("\(ended.name).output", limit: limit + 1))
    observer?.client(finished: ended.number, reading.outcome(remains))
  }
}
