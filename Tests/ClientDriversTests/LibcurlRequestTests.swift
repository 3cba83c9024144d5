import ClientDrivers
import HTTPAuth
import Polling
import Testing

@Suite struct LibcurlRequestTests {
  @Test func aPlainGetEndsWithStatusFieldsAndBody() throws {
    let play = Play()
    let server = ScriptedServer(play.loop) { _ in
      .status(200, ["X-One: 1", "x-one:  two ", "Empty:"], body: "hello")
    }
    defer { server.stop() }
    #expect(play.client.open(ClientSession()) == nil)
    let outcome = play.get(server.url + "/a?b")
    guard case .response(let response) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(response.status == 200)
    #expect(response.body == "hello")
    #expect(response.fields.values(of: "x-one" as StaticString) == ["1", "two"])
    #expect(response.fields.first("empty") == "")
    #expect(response.fields.first("absent") == nil)
    #expect(server.requests.map(\.method) == ["GET"])
    #expect(server.requests.map(\.target) == ["/a?b"])
    #expect(server.requests[0].authorization == nil)
  }
}
