// SPDX-License-Identifier: Apache-2.0

import Clients
import JSON
import Platform
import Transcripts

/// A driver under check: sends messages to its process and collects the answers.
final class CheckedDriver {
  private let loop: EventLoop
  private let connection: DriverConnection
  private let patience: Int
  private var lastID = 0
  private var answers: [Int64: JSONValue] = [:]
  private(set) var questions: [JSONValue] = []
  /// Lines that are neither answers nor questions.
  private var strays: [JSONValue] = []
  private(set) var trouble: ClientTrouble?

  init(_ program: ClientProgram, _ loop: EventLoop) throws(DriverCheck.Objection) {
    self.loop = loop
    patience = program.start
    do throws(ProcessError) {
      connection = try DriverConnection(program, loop: loop)
    } catch {
      throw .bad(error.reason)
    }
    connection.listener = self
  }

  /// Calls and waits for the answer.
  func call(
    _ op: String, _ members: [JSONValue.Member] = []
  ) throws(DriverCheck.Objection) -> JSONValue {
    try answer(to: send(op, members), "to \(op)")
  }

  /// Sends a call; returns the id to wait for.
  func send(_ op: String, _ members: [JSONValue.Member] = []) -> Int {
    lastID += 1
    connection.send(DriverMessage.call(op, id: lastID, members))
    return lastID
  }

  /// Writes octets that need not be a whole line; the ids of calls in it come from `numbers`.
  func write(_ text: String) { connection.write(text.utf8) }

  /// Returns ids for calls that `write` sends.
  func numbers(_ count: Int) -> [Int] {
    defer { lastID += count }
    return Array(lastID + 1...lastID + count)
  }

  /// Answers a question.
  func reply(_ message: JSONValue) { connection.send(message) }

  /// Waits for the answer to a call.
  func answer(
    to id: Int, _ what: String, within milliseconds: Int? = nil
  ) throws(DriverCheck.Objection) -> JSONValue {
    try wait("no answer \(what)", within: milliseconds) { answers[Int64(id)] }
  }

  /// Waits for the question with this number, from 0.
  func question(_ number: Int) throws(DriverCheck.Objection) -> JSONValue {
    try wait("no question for credentials", within: nil) {
      questions.count > number ? questions[number] : nil
    }
  }

  private func wait<Value>(
    _ absence: String, within milliseconds: Int?, until found: () -> Value?
  ) throws(DriverCheck.Objection) -> Value {
    let time = milliseconds ?? patience
    var limits = [connection.limit(time)]
    var value: Value?
    _ = connection.wait(within: &limits) {
      value = found()
      return value != nil || !strays.isEmpty || trouble != nil
    }
    if let stray = strays.first { throw .bad("it wrote what nobody asked for: \(stray.text)") }
    if let value { return value }
    if let trouble { throw .bad(CheckedDriver.words(trouble)) }
    let words = connection.lastWords
    throw .bad(
      "\(absence) within \(time) ms" + (words.isEmpty ? "" : "; standard error:\n\(words)"))
  }

  /// Turns the loop for a while.
  func rest(_ milliseconds: Int) {
    let deadline = Instant.now.advanced(byMilliseconds: milliseconds)
    while Instant.now < deadline { loop.turn(until: deadline) }
  }

  /// Ends it at once.
  func end() { connection.end() }

  /// Ends its input. Returns `nil`, or what it did wrong.
  func finish() -> String? { connection.finish() }

  private static func words(_ trouble: ClientTrouble) -> String {
    switch trouble {
    case .unsupported(let words), .hung(let words), .crashed(let words), .faulty(let words): words
    }
  }
}

extension CheckedDriver: DriverListener {
  func driver(wrote message: JSONValue) {
    if message["ask"] != nil {
      questions.append(message)
    } else if let id = message["id"]?.integer, (1...Int64(lastID)).contains(id), answers[id] == nil
    {
      answers[id] = message
    } else {
      strays.append(message)
    }
  }

  func driver(ended trouble: ClientTrouble) { self.trouble = trouble }
}
