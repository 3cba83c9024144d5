// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import JSON
import Platform
import Transcripts

/// A client behind a driver, which is a process that speaks docs/driver-protocol.md.
///
/// The process is started when it is first needed, and again after it ended.
package final class DriverClient: ClientUnderTest {
  package weak var observer: (any ClientObserver)?

  private let loop: EventLoop
  private let program: ClientProgram
  private var known: ClientIdentity?
  private var connection: DriverConnection?
  private var lastID = 0
  private var caseLimit: TimeLimit?
  /// The id of the call that waits for an answer, and the answer once it has arrived.
  private var awaited: (id: Int, answer: JSONValue?)?
  /// The requests in progress: id of the message -> the caller's number.
  private var running: [Int: Int] = [:]
  private var session: ClientSession?
  private var netrc: PrivateFile?
  /// The number of consecutive failed starts, and the last reason.
  private var failedStarts = 0
  private var lastFailure: ClientTrouble?
  /// How the driver failed to start when it was last tried; `nil` if it did start.
  package private(set) var failedStart: ProcessError.Start?

  /// The reason why the process ended between two cases, for the next case.
  private var endWhileIdle: ClientTrouble?

  /// Milliseconds between two checks whether to wait any longer.
  private static let checkInterval = 50

  /// The number of consecutive failed starts after which it is not started again.
  private static let mostStarts = 3

  /// The client of a driver. If `identity` is known, it is not taken from the answer to `hello`.
  package init(loop: EventLoop, program: ClientProgram, identity: ClientIdentity? = nil) {
    self.loop = loop
    self.program = program
    known = identity
  }

  deinit { _ = connection?.finish() }

  package var place: ClientPlace { connection.map { .process($0.processNumber) } ?? .elsewhere }

  /// The identity in its answer to `hello`; without a version and abilities if it does not answer.
  package var identity: ClientIdentity {
    if known == nil { _ = start() }
    return known ?? ClientIdentity(name: program.name, version: "unknown", abilities: [])
  }

  /// Starts the driver and exchanges `hello`. Returns `nil`, or why it cannot be used.
  package func start() -> ClientTrouble? {
    if connection?.trouble == nil, connection != nil { return nil }
    if failedStarts >= DriverClient.mostStarts, let lastFailure { return lastFailure }
    let trouble = startOnce()
    lastFailure = trouble
    failedStarts = trouble == nil ? 0 : failedStarts + 1
    return trouble
  }

  private func startOnce() -> ClientTrouble? {
    failedStart = nil
    do throws(ProcessError) {
      connection = try DriverConnection(program, loop: loop)
    } catch {
      failedStart = error.start
      return .faulty(error.reason)
    }
    connection?.listener = self
    do throws(ClientTrouble) {
      let answer = try exchange("hello", [.init(name: "protocol", value: .integer(1))])
      let identity = try read { () throws(DriverReply.Mistake) in
        try DriverReply.identity(answer)
      }
      if known == nil { known = identity }
      return nil
    } catch {
      connection = nil
      if case .unsupported(let reason) = error {
        return .faulty("\(program.name): its answer to hello is unsupported: \(reason)")
      }
      return error
    }
  }

  // MARK: Sessions

  /// Sets when `open`, `change` and `close` stop waiting. A start is not affected.
  package func mayWait(within limit: TimeLimit) { caseLimit = limit }

  package func delay(unlessWithin age: Int) -> Int64 {
    connection?.delay(unlessWithin: age) ?? 0
  }

  package func open(_ session: ClientSession) -> ClientTrouble? {
    if let trouble = endWhileIdle {
      endWhileIdle = nil
      return trouble
    }
    if let trouble = start() { return trouble }
    return tell("open", session) { $0 }
  }

  package func change(_ session: ClientSession) -> ClientTrouble? {
    guard let before = self.session, connection != nil else {
      return .faulty("\(program.name): there is no session")
    }
    let old = (try? DriverMessage.session(before, netrc: netrc?.path)) ?? []
    return tell("change", session) { DriverMessage.changes($0, since: old) }
  }

  private func tell(
    _ op: String, _ session: ClientSession,
    _ choose: ([JSONValue.Member]) -> [JSONValue.Member]
  ) -> ClientTrouble? {
    if session.netrc != self.session?.netrc || netrc == nil {
      netrc = session.netrc.flatMap { PrivateFile($0) }
      if session.netrc != nil, netrc == nil {
        return .faulty("\(program.name): a netrc file cannot be written")
      }
    }
    do throws(ClientTrouble) {
      let members = choose(try DriverMessage.session(session, netrc: netrc?.path))
      let answer = try exchange(op, [.init(name: "session", value: .object(members))])
      let (trouble, isKept) = try read { () throws(DriverReply.Mistake) in
        (try DriverReply.consent(answer, to: op), try DriverReply.isKept(answer))
      }
      guard trouble == nil else { return trouble }
      self.session = session
      if !isKept { observer?.clientWasMadeAnew() }
      return nil
    } catch {
      return error
    }
  }

  /// Ends the session; the driver's process goes on.
  @discardableResult
  package func close() -> ClientTrouble? {
    session = nil
    running = [:]
    netrc = nil
    guard connection != nil else { return nil }
    do throws(ClientTrouble) {
      let answer = try exchange("close", [])
      return try read { () throws(DriverReply.Mistake) in
        try DriverReply.consent(answer, to: "close")
      }
    } catch {
      return error
    }
  }

  /// Ends the driver by closing its input, and starts it again.
  package func restart(_ session: ClientSession) -> ClientTrouble? {
    if let trouble = close() { return trouble }
    let ended = connection
    connection = nil
    if let complaint = ended?.finish() { return .faulty("\(program.name): \(complaint)") }
    return open(session)
  }

  // MARK: Requests

  /// Starts a request.
  package func start(_ request: ClientRequest, number: Int) {
    guard let connection else {
      observer?.client(
        finished: number, .faulty("\(program.name): there is no driver to make a request"))
      return
    }
    lastID += 1
    running[lastID] = number
    connection.send(DriverMessage.call("request", id: lastID, DriverMessage.request(request)))
  }

  /// Ends the driver's process, since the protocol cannot abandon a request.
  @discardableResult
  package func abandon(_ number: Int) -> String {
    guard let id = running.first(where: { $0.value == number })?.key else { return "" }
    running[id] = nil
    guard let connection else { return lastWords }
    self.connection = nil
    connection.end()
    lastWords = connection.lastWords
    return lastWords
  }

  /// The last lines of standard error of the process that was ended last. Several requests may have
  /// been abandoned with it.
  private var lastWords = ""

  // MARK: Lines

  /// Sends a call and waits for the answer.
  private func exchange(
    _ op: String, _ members: [JSONValue.Member]
  ) throws(ClientTrouble) -> JSONValue {
    guard let connection else { throw .faulty("\(program.name): there is no driver") }
    lastID += 1
    awaited = (lastID, nil)
    defer { awaited = nil }
    connection.send(DriverMessage.call(op, id: lastID, members))
    var limits = [connection.limit(program.start, end: program.deadline)]
    if op != "hello", let caseLimit { limits.append(caseLimit) }
    let reached = connection.wait(
      within: &limits, lookingEvery: DriverClient.checkInterval
    ) {
      awaited?.answer != nil || connection.trouble != nil
        || op == "hello" && ProcessGroups.all.startsAreCancelled
    }
    if let answer = awaited?.answer { return answer }
    self.connection = nil
    if op == "hello", ProcessGroups.all.startsAreCancelled {
      throw .faulty("\(program.name): interrupted before it had answered hello")
    }
    if let trouble = connection.trouble { throw trouble }
    connection.end()
    let isRunOver = program.deadline.map { $0 <= .now } ?? false
    let limit = isRunOver ? "the time for the run" : reached == 1 ? "the time for the case" : nil
    throw .hung(
      "no answer to \(op) "
        + (limit.map { "before \($0) was up" } ?? "within \(program.start) ms") + connection.tail)
  }

  /// Reads an answer. A driver whose answer cannot be read is ended.
  private func read<Value>(
    _ body: () throws(DriverReply.Mistake) -> Value
  ) throws(ClientTrouble) -> Value {
    do throws(DriverReply.Mistake) {
      return try body()
    } catch {
      guard let connection else { throw .faulty("\(program.name): \(error.what)") }
      self.connection = nil
      connection.blame(error.what)
      var limits = [connection.limit(2000)]
      _ = connection.wait(within: &limits) { connection.trouble != nil }
      throw connection.trouble ?? .faulty("\(program.name): \(error.what)")
    }
  }
}

extension DriverClient: DriverListener {
  package func driver(wrote message: JSONValue) {
    if let question = message["ask"] {
      answer(question, message)
    } else if let id = message["id"]?.integer.flatMap({ Int(exactly: $0) }) {
      if awaited?.id == id, awaited?.answer == nil {
        awaited?.answer = message
      } else if let number = running[id] {
        finish(id, number, message)
      } else {
        connection?.blame("it answered the id \(id), which waits for no answer")
      }
    } else {
      connection?.blame("it wrote a line without an id that is a number: \(message.excerpt(200))")
    }
  }

  private func finish(_ id: Int, _ number: Int, _ message: JSONValue) {
    do throws(DriverReply.Mistake) {
      let outcome = try DriverReply.outcome(message)
      running[id] = nil
      observer?.client(finished: number, outcome)
    } catch {
      // The outcome of the request is that of the process.
      connection?.blame("\(error.what): \(message.excerpt(200))")
    }
  }

  private func answer(_ question: JSONValue, _ message: JSONValue) {
    guard let id = message["ask_id"]?.integer, let asker = message["for"]?.integer,
      let number = running[Int(clamping: asker)]
    else {
      connection?.blame(
        "a question needs ask_id, and for: a request that runs: \(message.excerpt(200))")
      return
    }
    switch question.string {
    case "trust": connection?.send(DriverMessage.refusal(to: id))
    case "credentials":
      do throws(DriverReply.Mistake) {
        let asked = try DriverReply.question(message, request: number)
        let answer = observer?.client(asks: asked) ?? .cancel
        connection?.send(DriverMessage.answer(answer, to: id))
      } catch {
        connection?.blame("\(error.what): \(message.excerpt(200))")
      }
    default:
      connection?.blame("it asks for neither credentials nor trust: \(message.excerpt(200))")
    }
  }

  package func driver(ended trouble: ClientTrouble) {
    let numbers = running.values.sorted()
    running = [:]
    // `exchange` waits for an answer, and returns the trouble.
    if let awaited, awaited.answer == nil { return }
    connection = nil
    if numbers.isEmpty { endWhileIdle = trouble }
    for number in numbers { observer?.client(finished: number, ClientOutcome(trouble)) }
  }
}
