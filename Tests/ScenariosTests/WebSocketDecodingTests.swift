// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import ScenarioFiles
import Scenarios
import Testing

@Suite struct WebSocketDecodingTests {
  private func load(
    request: String = "{ websocket: true, body: hello }", rule: String = "{ reply: websocket }",
    expect: String = "{ origin: [{ replied: 101 }] }", client: String = "{}"
  ) -> LoadResult {
    let text = """
      title: A websocket
      level: must
      client: \(client)
      steps:
        - request: \(request)
          origin: [\(rule)]
          expect: \(expect)

      """
    return ScenarioLoader.load(text: Array(text.utf8), id: "w", file: "w")
  }

  @Test func whatAServerDoesIsRead() throws {
    let loaded = load(
      rule: """
        { reply: websocket, accept: other-case, without: [upgrade, connection], headers: { A: b },
              frames: [hi, { binary: x }, { ping: p }, { await: pong }, { close: empty }, { close: 1001 }] }
        """)
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    let played = try #require(loaded.cases.first)
    let reply = try #require(played.steps[0].rules["origin"]?.first?.reply)
    guard case .webSocket(let socket) = reply.kind else {
      Issue.record("\(reply.kind)")
      return
    }
    #expect(socket.accept == .otherCase)
    #expect(socket.omits == [.upgrade, .connection])
    #expect(
      socket.acts == [
        .message("hi", isText: true), .message("x", isText: false), .ping("p"), .await(.pong),
        .close(code: nil), .close(code: 1001),
      ])
    #expect(played.steps[0].requests.map(\.isWebSocket) == [true])
    #expect(played.needs == ["websocket"])
  }

  @Test func whatAClientSendsIsRead() throws {
    let loaded = load(
      expect: """
        { origin: [{ websocket: { messages: [a, b], pongs: [], close: 1000 } }], client: { messages: [hi] } }
        """)
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    let expect = try #require(loaded.cases.first?.steps[0].expect)
    let pattern = try #require(expect.servers.first?.exchanges.first?.pattern.webSocket)
    #expect(pattern.messages == ["a", "b"])
    #expect(pattern.pongs == [])
    #expect(pattern.close == .code(1000))
    #expect(expect.client?.messages == ["hi"])
  }

  @Test func aProxyMeansATunnel() {
    let loaded = load(client: "{ proxy: proxy }")
    #expect(loaded.cases.first?.needs == ["connect", "proxy", "websocket"])
  }

  @Test(arguments: [
    "{ reply: 200, accept: wrong }", "{ reply: websocket, body: x }",
    "{ reply: websocket, accept: maybe }", "{ reply: websocket, without: accept }",
    "{ reply: websocket, frames: [{ ping: x, close: 1000 }] }",
    "{ reply: websocket, frames: [{ close: 5000 }] }", "{ reply: websocket, frames: [{}] }",
    "{ when: { websocket: { close: present } }, reply: 200 }",
  ])
  func whatIsWrongInARuleIsReported(_ rule: String) {
    #expect(!load(rule: rule).diagnostics.isEmpty)
  }

  @Test(arguments: [
    "{ websocket: true, method: GET }", "{ websocket: true, body: x, stream: true }",
    "{ websocket: perhaps }",
  ])
  func whatIsWrongInARequestIsReported(_ request: String) {
    #expect(!load(request: request).diagnostics.isEmpty)
  }
}
