// SPDX-License-Identifier: Apache-2.0

import ScenarioFiles
import Scenarios

/// The checks of a driver that are scenarios. They are part of the program, because the check needs
/// no files.
enum DriverScenario {
  /// The case of a scenario, which needs no ability; `nil` if it cannot be loaded, which is a
  /// defect of the harness. `text` has the keys that follow accounts and challenges.
  static func load(_ text: String) -> Case? {
    let whole = """
      title: A check of a driver
      level: must
      accounts: { alice: { password: open sesame }, bob: { password: close sesame } }
      challenges: { first: { scheme: Basic, realm: vault } }
      \(text)
      """
    var played = ScenarioLoader.load(text: Array(whole.utf8), id: "driver", file: "driver").cases
      .first
    played?.needs = []
    return played
  }

  static let plain = """
    steps:
      - request: { path: /plain }
        origin: [{ reply: 200, headers: { X-Checked: "yes" }, body: hello }]
        expect:
          origin: [{ replied: 200 }]
          client: { status: 200, headers: { X-Checked: "yes" }, body: hello }
      - request: { path: /basic }
        origin: [{ reply: challenge, with: first }]
        expect: { client: { status: 401 } }
    """

  static let webSocket = """
    steps:
      - request: { path: /plain, websocket: true, body: a word }
        origin: [{ reply: websocket, frames: [hello, { await: message }] }]
        expect:
          origin: [{ replied: 101, websocket: { messages: [a word] } }]
          client: { status: 101, messages: [hello] }
      - request: { path: /basic, websocket: true }
        origin: [{ reply: challenge, with: first }]
        expect: { client: { status: 401, error: allowed } }
    """

  static let latin1 = """
    steps:
      - request: { path: /plain, headers: { X-Mine: "c${xE9}" } }
        origin: [{ reply: 200, headers: { X-Name: "c${xE9}" } }]
        expect:
          origin: [{ header: { X-Mine: "c${xE9}" }, replied: 200, level: should }]
          client: { status: 200, headers: { X-Name: "c${xE9}" } }
    """

  static let emptyBodies = """
    steps:
      - request: { method: POST, path: /plain, body: "" }
        origin: [{ reply: 200 }]
        expect: { origin: [{ method: POST, replied: 200 }], client: { status: 200 } }
      - request: { path: /plain }
        origin: [{ reply: 200 }]
        expect:
          origin: [{ header: { Content-Length: absent, Transfer-Encoding: absent } }]
          client: { status: 200 }
    """

  /// A body that the server sends back.
  static func echo(_ body: String) -> String {
    """
    steps:
      - request: { method: POST, path: /echo, body: "\(body)" }
        origin: [{ reply: 200, body: "\(body)" }]
        expect:
          origin: [{ body: step, replied: 200 }]
          client: { status: 200, body: "\(body)" }
    """
  }

  static let change = """
    client: { credentials: [alice] }
    steps:
      - request: { path: /basic }
        origin: [{ protect: first, account: alice }]
        expect: { client: { status: 200 } }
      - client: { credentials: [bob] }
        request: { path: /basic }
        origin: [{ protect: first, account: bob }]
        expect: { client: { status: 200 } }
    """
}

/// The kind of requests that a client makes, for checks that any kind will do for.
struct DriverRequests {
  /// The client opens websockets, and makes no plain requests.
  var areWebSockets = false

  /// Key of a request.
  private var key: String { areWebSockets ? ", websocket: true" : "" }
  /// A reply that lets the client in, and its status.
  private var reply: String { areWebSockets ? "websocket" : "200" }
  private var status: Int { areWebSockets ? 101 : 200 }

  var timeout: String {
    """
    client: { timeout: 400 }
    steps:
      - request: { path: /silent\(key) }
        origin: [{ reply: nothing, connection: stall }]
        expect: { client: { error: timeout } }
    """
  }

  var concurrent: String {
    """
    steps:
      - requests: [{ path: /slow\(key) }, { path: /plain, count: 3\(key) }]
        origin:
          - when: { path: /slow }
            reply: \(reply)
            trickle: { octets: 40, milliseconds: 100 }
          - reply: \(reply)
        expect: { client: { status: \(status) } }
    """
  }

  var asking: String {
    asking(
      "alice", "{ status: \(status), asked: { times: 1, realm: vault, scheme: basic } }")
  }

  var cancelling: String { asking("cancel", "{ status: 401, error: allowed, asked: 1 }") }

  private func asking(_ answer: String, _ client: String) -> String {
    """
    client: { answers: [\(answer)] }
    steps:
      - request: { path: /basic\(key) }
        origin:
          - when: { credentials: valid }
            reply: \(reply)
          - reply: challenge
            with: first
        expect: { client: \(client) }
    """
  }
}
