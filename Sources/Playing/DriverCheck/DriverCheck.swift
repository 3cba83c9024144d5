// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import JSON
import Platform
import Scenarios
import Transcripts

/// Tests a driver by itself against docs/driver-protocol.md, with legal and unusual messages.
///
/// What scenarios can say is played and judged like any case; the rest is what a session leaves
/// behind, and lines of the protocol.
package final class DriverCheck {
  /// The result of one check.
  package struct Line: Hashable, Sendable {
    /// The expectation, as a sentence without a full stop.
    package var title: String
    /// The result.
    package var result: Result
  }

  /// The result of a check; thrown by one that ends early.
  package enum Result: Error, Hashable, Sendable {
    /// The expectation is met.
    case good
    /// The expectation is not met, for this reason.
    case bad(String)
    /// The check does not apply to this driver, for this reason.
    case skipped(String)
  }

  /// Milliseconds for a request.
  private static let timeout = 10_000
  /// Milliseconds past its timeout that a client has to report it.
  private static let grace = 2_000

  let program: ClientProgram
  let loop = EventLoop()
  let server: CheckServer
  /// The identity in the driver's answer to `hello`.
  package private(set) var identity: ClientIdentity?
  /// The driver as a client under test. It is replaced after a check that is bad.
  private(set) var client: DriverClient
  private var player: CasePlayer?
  /// The driver's process for checks of lines.
  private var lines: DriverLines?
  var requests = DriverRequests()
  /// The outcome of the request that a check made without a player.
  var outcome: ClientOutcome?

  package init(_ program: ClientProgram) {
    self.program = program
    server = CheckServer(loop)
    client = DriverClient(loop: loop, program: program)
  }

  deinit {
    server.stop()
    player?.stop()
  }

  /// Makes all checks and reports each.
  package func perform(_ report: (Line) -> Void) {
    for (title, check) in checks {
      var result = Result.good
      do throws(Result) { try check() } catch { result = error }
      // The driver may be in any state.
      if case .bad = result { renew() }
      report(Line(title: title, result: result))
      // Without a hello nothing else can be checked.
      if identity == nil { break }
    }
    client.close()
  }

  private typealias Check = () throws(Result) -> Void

  private var checks: [(title: String, make: Check)] {
    [
      ("It says hello", sayHello),
      ("It names an op that it does not know", unknownOp),
      ("It answers lines that come at once, and a line that comes in pieces", severalLines),
      ("A request without a session is the harness's fault", noSession),
      ("It makes a request and reports status, header lines and body", plainRequest),
      (
        "It opens a websocket, sends a message and reports those of the server",
        played(DriverScenario.webSocket, .webSocket)
      ),
      ("Octets above 127 pass in header lines, as Latin-1", played(DriverScenario.latin1)),
      ("An empty body is a body, and null is none", played(DriverScenario.emptyBodies)),
      ("Bodies of any octets pass, both ways", played(DriverScenario.echo(DriverCheck.everyOctet))),
      ("Bodies of 4 MB pass, both ways", played(DriverScenario.echo("${1000000x610725FF}"))),
      ("open makes a fresh client, also without close", freshState),
      ("close closes the client's connections", closing),
      ("change gives the client another login", played(DriverScenario.change, .basic, .change)),
      ("Several requests run at once", concurrent),
      ("It asks for credentials and uses the answer", asking),
      ("A question that is cancelled ends the request", cancelling),
      ("A server that does not answer is an error of kind timeout", timeout),
      ("A server that is not there is an error of kind connection", refused),
      ("At the end of its input it exits with status 0 within a second", endOfInput),
    ]
  }

  private static let everyOctet =
    "${x" + (0...255 as ClosedRange<UInt8>).map { $0.hex(digits: 2) }.joined() + "}"

  /// Ends the driver; the next check starts a new one.
  private func renew() {
    player?.stop()
    player = nil
    lines = nil
    client = DriverClient(loop: loop, program: program)
  }

  /// Skips the check if the driver does not claim an ability.
  func need(_ ability: Ability) throws(Result) {
    guard identity?.abilities.contains(ability) == true else {
      throw .skipped("it does not claim \(ability.rawValue)")
    }
  }

  private func sayHello() throws(Result) {
    if let trouble = client.start() { throw .bad(trouble.words) }
    identity = client.identity
  }

  // MARK: Lines

  private func running() throws(Result) -> DriverLines {
    if let lines { return lines }
    let fresh = try DriverLines(program, loop)
    let hello = fresh.line(of: "hello")
    fresh.write(hello.text)
    _ = try fresh.answer(to: hello.id, "to hello")
    lines = fresh
    return fresh
  }

  private func unknownOp() throws(Result) {
    let driver = try running()
    let call = driver.line(of: "no-such-op")
    driver.write(call.text)
    let answer = try driver.answer(to: call.id, "to no-such-op")
    guard answer["unsupported"]?.string == "no-such-op" else {
      throw .bad("the answer must be unsupported: \"no-such-op\", and is \(answer.text)")
    }
  }

  private func severalLines() throws(Result) {
    let driver = try running()
    let calls = (0..<3).map { _ in driver.line(of: "no-such-op") }
    driver.write(calls[0].text + calls[1].text)
    for call in calls.prefix(2) {
      _ = try driver.answer(to: call.id, "to the two lines that came at once")
    }
    driver.write(calls[2].text.prefix(12))
    rest(50)
    driver.write(calls[2].text.dropFirst(12))
    _ = try driver.answer(to: calls[2].id, "to the line that came in two pieces")
  }

  private func endOfInput() throws(Result) {
    let driver = try running()
    lines = nil
    if let wrong = driver.finish() { throw .bad(wrong) }
  }

  /// Turns the loop for a while.
  func rest(_ milliseconds: Int) {
    let deadline = Instant.now.advanced(byMilliseconds: milliseconds)
    while Instant.now < deadline { loop.turn(until: deadline) }
  }

  // MARK: Scenarios

  private func played(_ scenario: String, _ needs: Ability...) -> Check {
    { () throws(Result) in
      for ability in needs { try self.need(ability) }
      _ = try self.play(scenario)
    }
  }

  /// Plays a scenario and judges it. A part that the client does not report is wrong, unless it
  /// `maySkip` parts.
  func play(_ scenario: String, maySkip: Bool = false) throws(Result) -> Transcript {
    guard let played = DriverScenario.load(scenario) else {
      throw .bad("the harness has a broken scenario")
    }
    let player =
      self.player
      ?? CasePlayer(
        loop: loop, client: client, timeout: DriverCheck.timeout, grace: DriverCheck.grace)
    self.player = player
    let play = player.play(CasePlan(played))
    if let what = play.transcript.unsupported {
      throw .skipped("the driver cannot do it: \(what)")
    }
    let result = play.judged()
    if let reason = result.reason ?? result.objectionOfSteps { throw .bad(reason + result.ending) }
    for check in result.checks where check.descriptor.step != nil {
      switch check.verdict {
      case .skipped where !maySkip: throw .bad(check.words)
      case .warn: throw .skipped(check.words)
      default: break
      }
    }
    return play.transcript
  }
}
