// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
@testable import Judging
@testable import Platform
@testable import Playing
@testable import Transcripts
import TestThreads
import Testing

/// What the servers of a case answer, by its rules.
@Suite(.onOwnThreads) struct ScriptTests {
  /// The statuses that a series of requests is answered with.
  static func statuses(
    _ text: String, backEnd: BackEnd? = nil,
    _ script: @escaping (Caller) -> [Int?]
  ) throws -> [Int?] {
    var statuses: [Int?] = []
    let result = try Rehearsal.result(text, backEnd: backEnd) { caller in
      statuses += script(caller)
      return .response(ClientResponse(status: 200))
    }
    #expect(result.play?.fault == nil)
    #expect(
      result.play?.recording.exchanges.compactMap(\.status).count
        == result.play?.recording.exchanges.count)
    return statuses
  }

  static func visits(_ targets: String...) -> (Caller) -> [Int?] {
    { caller in targets.map { caller.send("GET", $0).status } }
  }

  // MARK: Which rule

  @Test func firstThatFits() throws {
    let text = """
      steps:
        - request: {}
          origin:
            - { when: { path: /a }, reply: 201 }
            - { when: { path: "/a*" }, reply: 202 }
            - { when: { header: { X-B: c } }, reply: 203 }
      """
    #expect(try Self.statuses(text, Self.visits("/a", "/ab", "/b")) == [201, 202, 200])
    #expect(try Self.statuses(text) { [$0.send("GET", "/", [("X-B", "c")]).status] } == [203])
  }

  @Test func times() throws {
    let text = """
      steps:
        - request: {}
          origin: [{ times: 2, reply: 500 }, { times: 1, reply: 501 }]
        - request: {}
          origin: [{ times: 1, reply: 500 }]
      """
    #expect(
      try Self.statuses(text, Self.visits("/", "/", "/", "/"))
        == [500, 500, 501, 200, 500, 200, 200, 200])
  }

  @Test func stepBeforeServer() throws {
    let text = """
      servers: { other: { rules: [{ reply: 503 }] } }
      steps:
        - { request: {} }
        - { request: {}, other: [{ when: { path: /x }, reply: 204 }] }
      """
    // A step that has rules for a server has all of them.
    #expect(
      try Self.statuses(text) { caller in
        ["/x", "/y"].map { caller.send("GET", $0, to: "other").status }
      } == [503, 503, 204, 200])
  }

  @Test func credentialsAreVerifiedAsTheJudgeVerifiesThem() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: {}
          origin:
            - { when: { credentials: valid, nc: 2 }, reply: 202 }
            - { when: { credentials: valid }, reply: 201 }
            - { when: { credentials: invalid }, reply: 403 }
            - { reply: challenge, with: digest }
      """
    #expect(
      try Self.statuses(text) { caller in
        let first = caller.send()
        let draft = DigestDraft(first)
        let values = [
          draft.value, draft.with { $0.nc = "00000002" }.value,
          draft.with { $0.password = "x" }.value,
        ]
        return [first.status]
          + values.map { caller.send("GET", "/", [("Authorization", $0)]).status }
      } == [401, 201, 202, 403])
  }

  @Test func serialNumbers() throws {
    let text = """
      title: A test
      level: must
      accounts: { alice: { password: open sesame } }
      client: { credentials: [alice] }
      challenges: { numbered: { scheme: Digest, realm: vault, nonce: "n-${serial}", qop: auth } }
      steps:
        - { request: {}, origin: [{ reply: challenge, with: numbered }] }
        - { request: {}, origin: [{ reply: challenge, with: numbered }] }
      """
    var nonces: [Octets] = []
    _ = try Self.statuses(text) { caller in
      (0..<2).map { _ in
        let response = caller.send()
        nonces.append(DigestDraft(response).nonce)
        return response.status
      }
    }
    #expect(nonces == ["n-1", "n-2", "n-3", "n-4"])
  }

  @Test func rawOctets() throws {
    let text = """
      steps:
        - request: {}
          origin: [{ reply: raw, raw: "HTTP/1.1 299 Odd\\nX: y\\r\\nContent-Length: 2\\r\\n\\r\\nhi" }]
      """
    var received: [UInt8] = []
    let result = try Rehearsal.result(text) { caller in
      let socket = caller.connection()
      socket.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      socket.turn { socket.received.count >= 45 }
      received = socket.received
      return .response(ClientResponse(status: 299))
    }
    #expect(
      String(decoding: received, as: UTF8.self)
        == "HTTP/1.1 299 Odd\nX: y\r\nContent-Length: 2\r\n\r\nhi")
    #expect(result.play?.recording.exchanges.first?.status == 299)
  }

  @Test func earlyReplyDoesNotWaitForTheBody() throws {
    let text = """
      client: { credentials: [alice] }
      steps:
        - request: { method: POST, body: "0123456789" }
          origin:
            - { when: { credentials: none }, reply: challenge, with: basic, early: true }
            - { when: { body: "0123456789" }, reply: 201 }
            - { reply: 400 }
      """
    let result = try Rehearsal.result(text, backEnd: .wire) { caller in
      let socket = caller.connection()
      socket.send(
        Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01234".utf8))
      let early = socket.response(to: "POST")
      #expect(early?.status == 401)
      socket.send(Array("56789".utf8))
      return .response(
        caller.send(
          "POST", "/", on: "second", [("Authorization", basic())], body: "0123456789"))
    }
    guard case .response(let response) = result.play?.steps.first?.requests.first?.outcome else {
      Issue.record("no response")
      return
    }
    #expect(response.status == 201)
  }
}
