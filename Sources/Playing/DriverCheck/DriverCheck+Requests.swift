// SPDX-License-Identifier: Apache-2.0

import JSON
import Clients
import HTTPAuth
import Scenarios
import Transcripts

extension DriverCheck {
  // MARK: Lines

  func unknownOp() throws(Objection) {
    let answer = try running().call("no-such-op")
    guard answer["unsupported"]?.string == "no-such-op" else {
      throw .bad("the answer must be unsupported: \"no-such-op\", and is \(answer.text)")
    }
  }

  func lines() throws(Objection) {
    let driver = try running()
    let numbers = driver.numbers(3)
    driver.write(
      numbers.prefix(2).map { "{\"op\":\"no-such-op\",\"id\":\($0)}\n" }.joined())
    for number in numbers.prefix(2) {
      _ = try driver.answer(to: number, "to the two lines that came at once")
    }
    driver.write("{\"op\":\"no-su")
    driver.rest(50)
    driver.write("ch-op\",\"id\":\(numbers[2])}\n")
    _ = try driver.answer(to: numbers[2], "to the line that came in two pieces")
  }

  // MARK: Requests

  func noSession() throws(Objection) {
    let driver = try running()
    _ = try close(driver)
    let outcome = try request(driver, "/")
    guard case .failure(let failure) = outcome, failure.kind == .internal else {
      throw .bad("the answer must be an error of kind internal, and is \(shown(outcome))")
    }
  }

  func plainRequest() throws(Objection) {
    let driver = try open()
    let outcome = try request(driver, "/plain")
    if case .unsupported = outcome, identity?.abilities.contains(.webSocket) == true {
      opensWebSocketsOnly = true
    }
    let response = try response(in: outcome, to: "GET /plain")
    guard response.status == 200, response.body == "hello" else {
      throw .bad(
        "status 200 and the body hello were sent, and \(shown(.response(response))) is reported")
    }
    guard response.fields.first("X-Checked") == "yes" else {
      throw .bad("the header line X-Checked: yes was sent, and is not reported")
    }
    guard server.recording.exchanges.count == 1 else {
      throw .bad("one request was asked for, and \(server.recording.exchanges.count) were made")
    }
    let refused = try self.response(driver, "/basic")
    guard refused.status == 401 else {
      throw .bad("a 401 without a login is a status, and \(shown(.response(refused))) is reported")
    }
  }

  func webSocket() throws(Objection) {
    try need(.webSocket)
    let driver = try open()
    let call = ClientRequest(url: server.webSocketURL("/plain"), body: "a word", isWebSocket: true)
    let outcome = try outcome(of: call, driver)
    guard case .response(let response) = outcome, response.status == 101 else {
      throw .bad("a websocket was opened, and \(shown(outcome)) is reported")
    }
    guard response.messages == ["hello"] else {
      throw .bad("the message hello was sent, and \(response.messages ?? []) are reported")
    }
    let sent = server.recording.webSockets.values.first?.frames.messages ?? []
    guard sent == ["a word"] else { throw .bad("a word was to be sent, and it sent \(sent)") }
    let refusal = ClientRequest(url: server.webSocketURL("/basic"), isWebSocket: true)
    let refused = try self.outcome(of: refusal, driver)
    switch refused {
    case .response(let response) where response.status == 401: break
    case .failure: break
    case .response, .unsupported, .hung, .crashed, .faulty:
      throw .bad(
        "a handshake that is refused with 401 is that or an error, and is \(shown(refused))")
    }
  }

  func latin1() throws(Objection) {
    let driver = try open()
    let value = Octets([0x63, 0xE9] as [UInt8])
    let response = try response(
      driver, "/latin1", headers: [("X-Mine", value)])
    guard response.fields.first("X-Name") == value else {
      throw .bad(
        "the value 63 E9 was sent, and “\(response.fields.first("X-Name") ?? "")” is reported")
    }
    guard server.recording.exchanges.last?.request.first("X-Mine") == value else {
      let sent = server.recording.exchanges.last?.request.first("X-Mine") ?? "nothing"
      throw .skipped("the client sends “\(sent)” for the value 63 E9")
    }
  }

  // MARK: Bodies

  func emptyBodies() throws(Objection) {
    let driver = try open()
    _ = try response(driver, "/plain", method: "POST", body: "")
    guard server.recording.exchanges.last?.request.method == "POST" else {
      throw .bad(
        "POST was asked for, and \(server.recording.exchanges.last?.request.method ?? "nothing") was sent"
      )
    }
    _ = try response(driver, "/plain", body: nil)
    guard server.recording.exchanges.last?.request.first("Content-Length") == nil,
      server.recording.exchanges.last?.request.first("Transfer-Encoding") == nil
    else { throw .bad("a GET without a body was asked for, and one with a body was sent") }
  }

  func binaryBodies() throws(Objection) {
    let driver = try open()
    guard try response(driver, "/octets").body == Octets(CheckServer.everyOctet) else {
      throw .bad("the body of the response is not the 256 octets that were sent")
    }
    try echo(driver, Octets(CheckServer.everyOctet))
  }

  func largeBodies() throws(Objection) {
    let driver = try open()
    let body = try response(driver, "/large").body
    guard body?.count == CheckServer.large else {
      throw .bad("the body has \(body?.count ?? 0) octets, and \(CheckServer.large) were sent")
    }
    try echo(driver, Octets((0..<CheckServer.large).map { UInt8(truncatingIfNeeded: $0 &* 7) }))
  }

  /// Sends a body, which the server sends back.
  private func echo(_ driver: CheckedDriver, _ body: Octets) throws(Objection) {
    let answer = try response(driver, "/echo", method: "POST", body: body)
    let sent = server.recording.exchanges.last?.body
    guard sent == body else {
      throw .bad(
        "a body of \(body.count) octets was asked for, and another one of \(sent?.count ?? 0) was "
          + "sent"
      )
    }
    guard answer.body == body else {
      throw .bad("the body of the response is not what was sent: \(answer.body?.count ?? 0) octets")
    }
  }

  // MARK: Ends

  func timeout() throws(Objection) {
    var session = ClientSession()
    session.timeout = 400
    let driver = try open(session)
    let id = driver.send(
      "request", DriverMessage.request(call(server.url("/silent"))))
    let answer = try driver.answer(to: id, "two seconds past the timeout", within: 2400)
    let outcome = try self.outcome(answer)
    guard case .failure(let failure) = outcome, failure.kind == .timeout else {
      throw .bad("the answer must be an error of kind timeout, and is \(shown(outcome))")
    }
  }

  func refused() throws(Objection) {
    let driver = try open()
    let outcome = try outcome(of: call("http://127.0.0.1:1/"), driver)
    guard case .failure(let failure) = outcome, failure.kind == .connection else {
      throw .bad("the answer must be an error of kind connection, and is \(shown(outcome))")
    }
  }
}
