// SPDX-License-Identifier: Apache-2.0

import Clients
import HTTPAuth
import JSON
import Transcripts

/// Calls that several checks make.
extension DriverCheck {
  /// Returns the driver with a new session.
  func open(_ session: ClientSession = ClientSession()) throws(Objection) -> CheckedDriver {
    let driver = try running()
    try tell(driver, "open", session)
    return driver
  }

  /// Opens or changes a session.
  func tell(_ driver: CheckedDriver, _ op: String, _ session: ClientSession) throws(Objection) {
    let members: [JSONValue.Member]
    do throws(ClientTrouble) {
      members = try DriverMessage.session(session, netrc: nil)
    } catch {
      throw .bad("the harness cannot write its session")
    }
    let answer = try driver.call(op, [.init(name: "session", value: .object(members))])
    try consent(answer, op)
  }

  /// Closes the session.
  func close(_ driver: CheckedDriver) throws(Objection) {
    try consent(try driver.call("close"), "close")
  }

  private func consent(_ answer: JSONValue, _ op: String) throws(Objection) {
    let trouble = try objecting { () throws(DriverReply.Mistake) in
      try DriverReply.consent(answer, to: op)
    }
    if case .unsupported(let what)? = trouble { throw .skipped("\(op) is unsupported: \(what)") }
  }

  /// A request that the client can make: one that opens a websocket, if it makes no plain requests.
  func call(_ url: String) -> ClientRequest {
    opensWebSocketsOnly
      ? ClientRequest(url: "ws" + url.dropFirst("http".count), isWebSocket: true)
      : ClientRequest(url: url)
  }

  /// The status of such a request that succeeds.
  var success: Int { opensWebSocketsOnly ? 101 : 200 }

  /// Makes a request.
  func request(
    _ driver: CheckedDriver, _ path: String, method: String = "GET",
    headers: [(name: Octets, value: Octets)] = [], body: Octets? = nil
  ) throws(Objection) -> ClientOutcome {
    let call = ClientRequest(
      method: method, url: server.url(path), lines: FieldSection(headers).map { $0 }, body: body)
    return try outcome(of: call, driver)
  }

  /// Makes a request and waits for its outcome.
  func outcome(of call: ClientRequest, _ driver: CheckedDriver) throws(Objection) -> ClientOutcome {
    try outcome(try driver.call("request", DriverMessage.request(call)))
  }

  /// The outcome in an answer to a request.
  func outcome(_ answer: JSONValue) throws(Objection) -> ClientOutcome {
    try objecting { () throws(DriverReply.Mistake) in try DriverReply.outcome(answer) }
  }

  /// Makes a request that has a response.
  func response(
    _ driver: CheckedDriver, _ path: String, method: String = "GET",
    headers: [(name: Octets, value: Octets)] = [], body: Octets? = nil
  ) throws(Objection) -> ClientResponse {
    let outcome = try request(driver, path, method: method, headers: headers, body: body)
    return try response(in: outcome, to: "\(method) \(path)")
  }

  /// The response in an outcome.
  func response(
    in outcome: ClientOutcome, to request: String
  ) throws(Objection) -> ClientResponse {
    switch outcome {
    case .response(let response): return response
    case .unsupported(let what): throw .skipped("the driver cannot do it: \(what)")
    case .failure, .hung, .crashed, .faulty:
      throw .bad("\(request) must have a response, and is \(shown(outcome))")
    }
  }

  /// An outcome in few words.
  func shown(_ outcome: ClientOutcome) -> String {
    switch outcome {
    case .response(let response):
      "status \(response.status ?? 0) with a body of \(response.body?.count ?? 0) octets"
    case .failure(let failure): "an error of kind \(failure.kind.rawValue): \(failure.message)"
    case .unsupported(let what): "unsupported: \(what)"
    case .hung, .crashed, .faulty: "none"
    }
  }
}
