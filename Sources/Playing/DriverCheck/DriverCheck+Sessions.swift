// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import JSON
import Scenarios
import Transcripts

extension DriverCheck {
  private func login(_ user: String) -> ClientCredentials {
    ClientCredentials(
      target: .origin, url: server.origin, scheme: "basic", user: Octets(user),
      password: Octets(CheckServer.logins[user] ?? ""))
  }

  /// A session with a login, and with its scheme unless the client picks it from the challenge.
  private func session(of user: String) -> ClientSession {
    var session = ClientSession()
    session.credentials = [login(user)]
    if identity?.abilities.contains(.byChallenge) == true { session.credentials[0].scheme = nil }
    return session
  }

  func freshState() throws(Objection) {
    try need(.basic)
    var first = session(of: "alice")
    first.cookies = identity?.abilities.contains(.cookies) == true
    let driver = try open(first)
    _ = try response(driver, "/cookie")
    guard try response(driver, "/basic").status == 200 else {
      throw .bad("the login is not used: the server did not let it in")
    }
    let before = server.recording.exchanges.count
    let connections = Set(server.recording.exchanges.map(\.connection))
    try tell(driver, "open", ClientSession())
    let again = try response(driver, "/basic")
    let exchanges = server.recording.exchanges.dropFirst(before)
    guard again.status == 401,
      !exchanges.contains(where: { $0.request.first("Authorization") != nil })
    else { throw .bad("the login of the session before is still used") }
    guard !exchanges.contains(where: { $0.request.first("Cookie") != nil }) else {
      throw .bad("a cookie of the session before is still sent")
    }
    guard !exchanges.contains(where: { connections.contains($0.connection) }) else {
      throw .bad("a connection of the session before is still used")
    }
  }

  func closing() throws(Objection) {
    let driver = try open()
    _ = try response(driver, "/plain")
    try close(driver)
    for _ in 0..<20 where server.openConnections > 0 { driver.rest(25) }
    guard server.openConnections == 0 else {
      throw .bad("half a second after close was answered, a connection is still open")
    }
  }

  func changing() throws(Objection) {
    try need(.basic)
    try need(.change)
    let driver = try open(session(of: "alice"))
    guard try response(driver, "/basic").status == 200 else {
      throw .bad("the first login is not used: the server did not let it in")
    }
    try tell(driver, "change", session(of: "bob"))
    let before = server.recording.exchanges.count
    _ = try response(driver, "/basic")
    let wanted = Octets("bob:close sesame").base64
    let used = server.recording.exchanges.dropFirst(before).contains {
      $0.request.first("Authorization").map { $0.dropFirst(6).elementsEqual(wanted) } == true
    }
    guard used else { throw .bad("the login that it was given by change is not sent") }
  }

  func concurrent() throws(Objection) {
    try need(.concurrent)
    let driver = try open()
    let count = 4
    let calls = (0..<count).map { number in
      driver.send(
        "request",
        DriverMessage.request(
          call(server.url(number == 0 ? "/slow" : "/plain?\(number)"))))
    }
    for (number, call) in calls.enumerated() {
      let answer = try driver.answer(to: call, "to request \(number + 1) of \(count) at once")
      let outcome = try self.outcome(answer)
      guard case .response(let response) = outcome, response.status == success else {
        throw .bad("request \(number + 1) of \(count) at once is \(shown(outcome))")
      }
    }
    let exchanges = server.recording.exchanges
    guard let slow = exchanges.first(where: { $0.request.target == "/slow" }),
      let end = slow.replied,
      exchanges.contains(where: { $0.request.target != "/slow" && $0.received < end })
    else { throw .bad("it claims concurrent, and makes one request after the other") }
  }

  // MARK: Questions

  func asking() throws(Objection) {
    try need(.ask)
    let (driver, call, question) = try ask()
    driver.reply(
      DriverMessage.answer(.credentials(login("alice")), to: question["ask_id"]?.integer ?? 0))
    let answer = try driver.answer(to: call, "after the question was answered")
    let outcome = try self.outcome(answer)
    guard case .response(let response) = outcome, response.status == success else {
      throw .bad("with the right answer it must be let in, and is \(shown(outcome))")
    }
    guard driver.questions.count == 1 else { throw .bad("it asked again after the right answer") }
  }

  func cancelling() throws(Objection) {
    try need(.ask)
    let (driver, call, question) = try ask()
    driver.reply(DriverMessage.answer(.cancel, to: question["ask_id"]?.integer ?? 0))
    let answer = try driver.answer(to: call, "after the question was cancelled")
    let outcome = try self.outcome(answer)
    switch outcome {
    case .response(let response) where response.status == 401: break
    case .failure: break
    case .response, .unsupported, .hung, .crashed, .faulty:
      throw .bad("it must end with 401 or an error, and is \(shown(outcome))")
    }
    guard driver.questions.count == 1 else { throw .bad("it asked again after cancel") }
  }

  /// A request that asks; the driver is a new one, so that its first question is this one.
  private func ask() throws(Objection) -> (CheckedDriver, Int, JSONValue) {
    var session = ClientSession()
    session.ask = true
    renew()
    let driver = try open(session)
    let call = driver.send(
      "request", DriverMessage.request(call(server.url("/basic"))))
    let question = try driver.question(0)
    guard question["ask"]?.string == "credentials", question["ask_id"]?.integer != nil else {
      throw .bad("a question needs ask: \"credentials\" and ask_id, and is \(question.text)")
    }
    guard question["for"]?.integer == Int64(call) else {
      throw .bad(
        "for must be the id of the request that runs, and is \(question["for"]?.text ?? "missing")")
    }
    let asked = try objecting { () throws(DriverReply.Mistake) in
      try DriverReply.question(question, request: call)
    }
    if let realm = asked.realm, realm != "vault" {
      throw .bad("the realm is vault, and “\(realm)” is asked for")
    }
    if let scheme = asked.scheme, scheme != "basic" {
      throw .bad("the scheme is basic, and “\(scheme)” is asked for")
    }
    return (driver, call, question)
  }
}
