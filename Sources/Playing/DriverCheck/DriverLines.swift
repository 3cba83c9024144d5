// SPDX-License-Identifier: Apache-2.0

import Clients
import JSON
import Platform
import Transcripts

/// The process of a driver under check, for lines that no client under test writes.
final class DriverLines {
  private let connection: DriverConnection
  private let patience: Int
  /// The highest id of the calls that were written.
  private var lastID = 0
  private var answers: [Int64: JSONValue] = [:]
  /// Lines that answer no call.
  private var strays: [JSONValue] = []
  private var trouble: ClientTrouble?

  /// Starts a process.
  init(_ program: ClientProgram, _ loop: EventLoop) throws(DriverCheck.Result) {
    patience = program.start
    do throws(ProcessError) {
      connection = try DriverConnection(program, loop: loop)
    } catch {
      throw .bad(error.reason)
    }
    connection.listener = self
  }

  /// The line of a call with the next id, and that id.
  func line(of op: String) -> (text: String, id: Int) {
    lastID += 1
    let members = op == "hello" ? [JSONValue.Member(name: "protocol", value: .integer(1))] : []
    return (DriverMessage.call(op, id: lastID, members).text + "\n", lastID)
  }

  /// Writes octets that need not be a whole line.
  func write(_ text: some StringProtocol) { connection.write(text.utf8) }

  /// Waits for the answer to a call.
  func answer(to id: Int, _ what: String) throws(DriverCheck.Result) -> JSONValue {
    var limits = [connection.limit(patience)]
    _ = connection.wait(within: &limits) {
      answers[Int64(id)] != nil || !strays.isEmpty || trouble != nil
    }
    if let stray = strays.first { throw .bad("it wrote what nobody asked for: \(stray.text)") }
    if let answer = answers[Int64(id)] { return answer }
    if let trouble { throw .bad(trouble.words) }
    let words = connection.lastWords
    throw .bad(
      "no answer \(what) within \(patience) ms"
        + (words.isEmpty ? "" : "; standard error:\n\(words)"))
  }

  /// Ends its input. Returns `nil`, or what it did wrong.
  func finish() -> String? { connection.finish() }
}

extension DriverLines: DriverListener {
  func driver(wrote message: JSONValue) {
    if let id = message["id"]?.integer, (1...Int64(lastID)).contains(id), answers[id] == nil {
      answers[id] = message
    } else {
      strays.append(message)
    }
  }

  func driver(ended trouble: ClientTrouble) { self.trouble = trouble }
}

extension ClientTrouble {
  /// Its words, without its kind.
  var words: String {
    switch self {
    case .unsupported(let words), .hung(let words), .crashed(let words), .faulty(let words): words
    }
  }
}
