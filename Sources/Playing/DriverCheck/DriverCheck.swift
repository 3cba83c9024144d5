// SPDX-License-Identifier: Apache-2.0

import JSON
import Clients
import HTTPAuth
import Platform
import Scenarios
import Transcripts

/// Tests a driver by itself against docs/driver-protocol.md, with legal and unusual messages.
package final class DriverCheck {
  /// The result of one check.
  package struct Line: Hashable, Sendable {
    /// The expectation, as a sentence without a full stop.
    package var title: String
    /// The result.
    package var result: Result
  }

  /// The result of a check.
  package enum Result: Hashable, Sendable {
    /// The expectation is met.
    case good
    /// The expectation is not met, for this reason.
    case bad(String)
    /// The check does not apply to this driver, for this reason.
    case skipped(String)
  }

  /// The reason why a check ends early.
  enum Objection: Error {
    case bad(String)
    case skipped(String)
  }

  let program: ClientProgram
  let loop = EventLoop()
  let server: CheckServer
  /// The identity in the driver's answer to `hello`.
  package private(set) var identity: ClientIdentity?
  private var driver: CheckedDriver?
  /// The client opens websockets, and makes no plain requests.
  var opensWebSocketsOnly = false

  package init(_ program: ClientProgram) {
    self.program = program
    server = CheckServer(loop)
  }

  deinit { server.stop() }

  /// Makes all checks and reports each; `false` if one is bad.
  @discardableResult
  package func perform(_ report: (Line) -> Void) -> Bool {
    var isGood = true
    for (title, check) in checks {
      let result: Result
      do throws(Objection) {
        try server.begin()
        try check()
        result = .good
      } catch {
        switch error {
        case .bad(let what):
          result = .bad(what)
          isGood = false
          // The driver may be in any state, so the next check starts a new one.
          renew()
        case .skipped(let why): result = .skipped(why)
        }
      }
      report(Line(title: title, result: result))
      // Without a hello nothing else can be checked.
      if identity == nil { break }
    }
    renew()
    server.end()
    return isGood
  }

  private typealias Check = () throws(Objection) -> Void

  private var checks: [(title: String, make: Check)] {
    [
      ("It says hello", sayHello),
      ("It names an op that it does not know", unknownOp),
      ("It answers lines that come at once, and a line that comes in pieces", lines),
      ("A request without a session is the harness's fault", noSession),
      ("It makes a request and reports status, header lines and body", plainRequest),
      ("It opens a websocket, sends a message and reports those of the server", webSocket),
      ("Octets above 127 pass in header lines, as Latin-1", latin1),
      ("An empty body is a body, and null is none", emptyBodies),
      ("Bodies of any octets pass, both ways", binaryBodies),
      ("Bodies of 4 MB pass, both ways", largeBodies),
      ("open makes a fresh client, also without close", freshState),
      ("close closes the client's connections", closing),
      ("change gives the client another login", changing),
      ("Several requests run at once", concurrent),
      ("It asks for credentials and uses the answer", asking),
      ("A question that is cancelled ends the request", cancelling),
      ("A server that does not answer is an error of kind timeout", timeout),
      ("A server that is not there is an error of kind connection", refused),
      ("At the end of its input it exits with status 0 within a second", endOfInput),
    ]
  }

  // MARK: The driver at hand

  /// The driver, started and greeted if it is not running.
  func running() throws(Objection) -> CheckedDriver {
    if let driver, driver.trouble == nil { return driver }
    let fresh = try CheckedDriver(program, loop)
    driver = fresh
    let answer = try fresh.call("hello", [.init(name: "protocol", value: .integer(1))])
    identity = try objecting { () throws(DriverReply.Mistake) in try DriverReply.identity(answer) }
    return fresh
  }

  private func sayHello() throws(Objection) { _ = try running() }

  private func endOfInput() throws(Objection) {
    let driver = try running()
    self.driver = nil
    if let wrong = driver.finish() { throw .bad(wrong) }
  }

  /// Ends the driver; the next check starts a new one.
  func renew() {
    driver?.end()
    driver = nil
  }

  /// Skips the check if the driver does not claim an ability.
  func need(_ ability: Ability) throws(Objection) {
    guard identity?.abilities.contains(ability) == true else {
      throw .skipped("it does not claim \(ability.rawValue)")
    }
  }

  /// Turns a mistake into an objection.
  func objecting<Value>(
    _ body: () throws(DriverReply.Mistake) -> Value
  ) throws(Objection) -> Value {
    do throws(DriverReply.Mistake) { return try body() } catch { throw .bad(error.what) }
  }
}
